import type { SyntaxFault } from '../../tree';
import { excerpt } from '../javascript/excerpt';
import { type Misfit, MOST_SECTIONS, type Nested } from './nodes';
import { isSlotName } from './slot-name';
import type { Delimiters, Tag } from './tag';
import type { Tokens } from './tokens';

/** More faults than this are not listed: such a text is no text of this dialect, and no author reads so many. */
const MOST = 1000;

export interface Faults {
  /** In the order of the text. */
  readonly faults: readonly SyntaxFault[];
  /** The one for which mustache.js refuses the whole text, or the preview does. */
  readonly refusal?: SyntaxFault;
}

/** A fault, and where in the text the engine notices it: its first one is what it throws. */
interface Noticed {
  readonly fault: SyntaxFault;
  readonly at: number;
  /** The engine's own words; absent when it is content with the text. */
  readonly engine?: string;
}

export function faultsOf(
  text: string,
  { tokens, wrongDelimiters }: Tokens,
  nested: Nested,
  delimiters: Delimiters,
): Faults {
  const noticed: Noticed[] = wrongDelimiters.slice(0, MOST).map((tag) => wrongDelimiter(tag, delimiters));
  for (const token of tokens) {
    if (noticed.length >= MOST) break;
    if (token.kind !== 'tag') continue;
    if (token.tag.unclosed) noticed.push(unclosedTag(text, token.tag, token));
    else if (runsOver(token.tag, token.open)) noticed.push(tagOverTag(text, token.tag, token));
  }
  for (const misfit of nested.misfits.slice(0, MOST)) noticed.push(noticedMisfit(text, misfit, delimiters));
  if (nested.tooDeep) noticed.push(tooDeep(nested.tooDeep, text.length));
  const thrown = noticed.filter(({ engine }) => engine !== undefined).reduce<Noticed | undefined>(earlier, undefined);
  const refused = thrown ?? noticed.find(({ fault }) => fault.kind === 'unsupported');
  const refusal = refused && withEngine(refused);
  const faults = noticed.map((one) => (one === refused && refusal ? refusal : one.fault));
  faults.sort((a, b) => a.span.start - b.span.start);
  return { faults, ...(refusal ? { refusal } : {}) };
}

const withEngine = ({ fault, engine }: Noticed): SyntaxFault => (engine === undefined ? fault : { ...fault, engine });

const earlier = (a: Noticed | undefined, b: Noticed): Noticed => (a && a.at <= b.at ? a : b);

/** Whether the name of a tag holds another opening: then its own end is missing, and it ends with the next tag. */
export const runsOver = (tag: Tag, open: string): boolean =>
  tag.kind !== 'comment' && tag.kind !== 'delimiters' && tag.name.includes(open);

function unclosedTag(text: string, tag: Tag, delimiters: Delimiters): Noticed {
  const { open } = delimiters;
  const behind = tag.span.end;
  const met = text.startsWith(open, behind)
    ? { span: { start: behind, end: behind + open.length }, message: 'the next tag opens here' }
    : {
        span: { start: behind, end: behind },
        message: behind < text.length ? 'the line ends here' : 'the text ends here',
      };
  const fault = {
    ...half(text, tag, delimiters),
    message: `The tag \`${excerpt(written(text, tag, open))}\` is never closed, so mustache refuses the whole text; close it with \`${closing(text, tag, delimiters)}\`.`,
    related: met,
  };
  return { fault, at: tag.span.start, engine: `Unclosed tag at ${text.length}` };
}

function tagOverTag(text: string, tag: Tag, delimiters: Delimiters): Noticed {
  const { open } = delimiters;
  const next = text.indexOf(open, tag.nameSpan.start);
  const fault = {
    ...half(text, tag, delimiters),
    message: `The tag \`${excerpt(written(text, tag, open))}\` is never closed: mustache reads on to the end of the next tag, finds no slot of that name and prints nothing; close it with \`${closing(text, tag, delimiters)}\`.`,
    related: { span: { start: next, end: next + open.length }, message: 'the next tag opens here' },
  };
  return { fault, at: tag.span.start };
}

/** A fault of a tag without its end: marked is what an author wrote of it, and the fix closes it behind the name. */
function half(text: string, tag: Tag, delimiters: Delimiters): Pick<SyntaxFault, 'kind' | 'span' | 'fix'> {
  const { open } = delimiters;
  const shown = written(text, tag, open);
  const end = tag.span.start + shown.length;
  const span = { start: tag.span.start, end };
  const name = shown.slice(tag.nameSpan.start - tag.span.start);
  const isPlain = tag.kind !== 'comment' && tag.kind !== 'delimiters' && isSlotName(name);
  if (!isPlain) return { kind: 'unclosed', span };
  const close = closing(text, tag, delimiters);
  let there = 0;
  while (there < close.length && text[end + there] === close[there]) there++;
  const blank = there === 0 && shown[open.length] === ' ' ? ' ' : '';
  const fix = { title: `Close ${shown}`, span: { start: end, end: end + there }, text: blank + close };
  return { kind: 'unclosed', span, fix };
}

/** The opening mark and the first word behind it. */
function written(text: string, tag: Tag, open: string): string {
  const { start } = tag.span;
  const limit = Math.max(Math.min(tag.span.end, start + 200), start + open.length);
  const behind = Math.min(Math.max(tag.nameSpan.start, start + open.length), limit);
  const word = /^[^\s{}]*/.exec(text.slice(behind, limit))?.[0] ?? '';
  return text.slice(start, word === '' ? start + open.length : behind + word.length);
}

/** What closes a tag: one brace more where one more stands behind the opening mark. */
const closing = (text: string, { kind, span, nameSpan }: Tag, { open, close }: Delimiters): string =>
  kind === 'raw' && text.slice(span.start + open.length, nameSpan.start).startsWith('{') ? `}${close}` : close;

function wrongDelimiter(tag: Tag, { open, close }: Delimiters): Noticed {
  const fault: SyntaxFault = {
    kind: 'field',
    message: `\`${open}=${excerpt(tag.name)}=${close}\` should name two new delimiters with a blank between them, such as \`${open}=<% %>=${close}\`; mustache refuses the whole text.`,
    span: tag.span,
  };
  return { fault, at: tag.span.start, engine: `Invalid tags: ${tag.name}` };
}

function noticedMisfit(text: string, misfit: Misfit, delimiters: Delimiters): Noticed {
  if (!misfit.close) return openAtEnd(text, misfit.open, delimiters);
  const { open, close, closes } = misfit;
  const stray = strayClose(close, delimiters);
  if (!open) return stray;
  const engine = `Unclosed section "${open.name}" at ${close.span.start}`;
  return closes === 'nothing'
    ? { ...stray, engine }
    : { ...wrongClose({ open, close }, closes === 'out', delimiters), engine };
}

function strayClose(close: Tag, delimiters: Delimiters): Noticed {
  const name = excerpt(close.name);
  const fault: SyntaxFault = {
    kind: 'stray',
    message: `\`${tagOf('/', name, delimiters)}\` closes a section that is not open, so mustache refuses the whole text; remove it, or open the section with \`${tagOf('#', name, delimiters)}\`.`,
    span: close.span,
  };
  return { fault, at: close.span.start, engine: `Unopened section "${close.name}" at ${close.span.start}` };
}

function wrongClose(
  { open, close }: { readonly open: Tag; readonly close: Tag },
  closesOuter: boolean,
  delimiters: Delimiters,
): Omit<Noticed, 'engine'> {
  const name = excerpt(open.name);
  const tag = tagOf('/', name, delimiters);
  const advice = closesOuter ? `close it with \`${tag}\` before that` : `write \`${tag}\` there`;
  const fault: SyntaxFault = {
    kind: 'unclosed',
    message: `The section \`${name}\` is still open where \`${tagOf('/', excerpt(close.name), delimiters)}\` stands, so mustache refuses the whole text; ${advice}.`,
    span: open.span,
    related: { span: close.span, message: 'the closing tag of another section' },
    ...(closesOuter ? {} : { fix: { title: `Write ${tag}`, span: close.nameSpan, text: open.name } }),
  };
  return { fault, at: close.span.start };
}

function openAtEnd(text: string, open: Tag, delimiters: Delimiters): Noticed {
  const name = excerpt(open.name);
  const fault: SyntaxFault = {
    kind: 'unclosed',
    message: `The section \`${name}\` is never closed, so mustache refuses the whole text; close it with \`${tagOf('/', name, delimiters)}\`.`,
    span: open.span,
    related: { span: { start: text.length, end: text.length }, message: 'the text ends here' },
  };
  return { fault, at: text.length, engine: `Unclosed section "${open.name}" at ${text.length}` };
}

const tagOf = (sigil: string, name: string, { open, close }: Delimiters): string => `${open}${sigil}${name}${close}`;

function tooDeep(tag: Tag, length: number): Noticed {
  const fault: SyntaxFault = {
    kind: 'unsupported',
    message: `More than ${MOST_SECTIONS} sections stand in each other here, and the preview goes no deeper.`,
    span: tag.span,
  };
  return { fault, at: length };
}
