import type { SyntaxFault } from '../../tree';
import { excerpt } from '../javascript/excerpt';
import { type Misfit, MOST_SECTIONS, type Nested } from './nodes';
import { isSlotName } from './slot-name';
import type { Tag } from './tag';
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

export function faultsOf(text: string, { tokens, wrongDelimiters }: Tokens, nested: Nested): Faults {
  const noticed: Noticed[] = wrongDelimiters.slice(0, MOST).map(wrongDelimiter);
  for (const token of tokens) {
    if (noticed.length >= MOST) break;
    if (token.kind !== 'tag') continue;
    if (token.tag.unclosed) noticed.push(unclosedTag(text, token.tag, token.open));
    else if (runsOver(token.tag, token.open)) noticed.push(tagOverTag(text, token.tag, token.open));
  }
  for (const misfit of nested.misfits.slice(0, MOST)) noticed.push(noticedMisfit(text, misfit));
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

function unclosedTag(text: string, tag: Tag, open: string): Noticed {
  const behind = tag.span.end;
  const met = text.startsWith(open, behind)
    ? { span: { start: behind, end: behind + open.length }, message: 'the next tag opens here' }
    : {
        span: { start: behind, end: behind },
        message: behind < text.length ? 'the line ends here' : 'the text ends here',
      };
  const fault = {
    ...half(text, tag, open),
    message: `The tag \`${excerpt(written(text, tag, open))}\` is never closed, so mustache refuses the whole text; close it with \`${closing(tag)}\`.`,
    related: met,
  };
  return { fault, at: tag.span.start, engine: `Unclosed tag at ${text.length}` };
}

function tagOverTag(text: string, tag: Tag, open: string): Noticed {
  const next = text.indexOf(open, tag.nameSpan.start);
  const fault = {
    ...half(text, tag, open),
    message: `The tag \`${excerpt(written(text, tag, open))}\` is never closed: mustache reads on to the end of the next tag, finds no slot of that name and prints nothing; close it with \`${closing(tag)}\`.`,
    related: { span: { start: next, end: next + open.length }, message: 'the next tag opens here' },
  };
  return { fault, at: tag.span.start };
}

/** A fault of a tag without its end: marked is what an author wrote of it, and the fix closes it behind the name. */
function half(text: string, tag: Tag, open: string): Pick<SyntaxFault, 'kind' | 'span' | 'fix'> {
  const shown = written(text, tag, open);
  const end = tag.span.start + shown.length;
  const span = { start: tag.span.start, end };
  const name = shown.slice(tag.nameSpan.start - tag.span.start);
  const isPlain = open === '{{' && tag.kind !== 'comment' && tag.kind !== 'delimiters' && isSlotName(name);
  if (!isPlain) return { kind: 'unclosed', span };
  const close = closing(tag);
  let there = 0;
  while (there < close.length && text[end + there] === '}') there++;
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

const closing = (tag: Tag): string => (tag.kind === 'raw' ? '}}}' : '}}');

function wrongDelimiter(tag: Tag): Noticed {
  const fault: SyntaxFault = {
    kind: 'field',
    message: `\`{{=${excerpt(tag.name)}=}}\` should name two new delimiters with a blank between them, such as \`{{=<% %>=}}\`; mustache refuses the whole text.`,
    span: tag.span,
  };
  return { fault, at: tag.span.start, engine: `Invalid tags: ${tag.name}` };
}

function noticedMisfit(text: string, misfit: Misfit): Noticed {
  if (!misfit.close) return openAtEnd(text, misfit.open);
  const { open, close, closes } = misfit;
  const stray = strayClose(close);
  if (!open) return stray;
  const engine = `Unclosed section "${open.name}" at ${close.span.start}`;
  return closes === 'nothing' ? { ...stray, engine } : { ...wrongClose(open, close, closes === 'out'), engine };
}

function strayClose(close: Tag): Noticed {
  const name = excerpt(close.name);
  const fault: SyntaxFault = {
    kind: 'stray',
    message: `\`{{/${name}}}\` closes a section that is not open, so mustache refuses the whole text; remove it, or open the section with \`{{#${name}}}\`.`,
    span: close.span,
  };
  return { fault, at: close.span.start, engine: `Unopened section "${close.name}" at ${close.span.start}` };
}

function wrongClose(open: Tag, close: Tag, closesOuter: boolean): Omit<Noticed, 'engine'> {
  const name = excerpt(open.name);
  const advice = closesOuter ? `close it with \`{{/${name}}}\` before that` : `write \`{{/${name}}}\` there`;
  const fault: SyntaxFault = {
    kind: 'unclosed',
    message: `The section \`${name}\` is still open where \`{{/${excerpt(close.name)}}}\` stands, so mustache refuses the whole text; ${advice}.`,
    span: open.span,
    related: { span: close.span, message: 'the closing tag of another section' },
    ...(closesOuter ? {} : { fix: { title: `Write {{/${name}}}`, span: close.nameSpan, text: open.name } }),
  };
  return { fault, at: close.span.start };
}

function openAtEnd(text: string, open: Tag): Noticed {
  const name = excerpt(open.name);
  const fault: SyntaxFault = {
    kind: 'unclosed',
    message: `The section \`${name}\` is never closed, so mustache refuses the whole text; close it with \`{{/${name}}}\`.`,
    span: open.span,
    related: { span: { start: text.length, end: text.length }, message: 'the text ends here' },
  };
  return { fault, at: text.length, engine: `Unclosed section "${open.name}" at ${text.length}` };
}

function tooDeep(tag: Tag, length: number): Noticed {
  const fault: SyntaxFault = {
    kind: 'unsupported',
    message: `More than ${MOST_SECTIONS} sections stand in each other here, and the preview goes no deeper.`,
    span: tag.span,
  };
  return { fault, at: length };
}
