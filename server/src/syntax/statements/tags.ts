import { literally } from '../../text/pattern';
import { type Span, span } from '../../text/span';
import { type DelimiterPairs, delimiterPairs } from '../dialects/delimiters';
import type { Delimiters, Dialect, DialectOptions } from '../dialects/dialect';
import { type LineTag, lineTags } from '../dialects/jinja/lines';
import type { Stretch, TemplateTree } from '../tree';
import type { Family } from './statement';

/** One tag of a text, or a stretch of literal text as the engine sends it. */
export type Tag = { readonly span: Span } & (
  | { readonly kind: 'text'; text: string }
  /** `words`: what stands between the delimiters, without marks that trim. */
  | { readonly kind: 'statement' | 'output' | 'raw' | 'comment'; readonly words: string; readonly marks: Marks }
);

interface Marks {
  readonly left: string;
  readonly right: string;
}

/** The tags of the body of a text, with the literal text between them after everything that the engine leaves out of it. */
export function tagsOf(
  family: Family,
  dialect: Dialect,
  tree: TemplateTree,
  bodyStart: number,
  options: DialectOptions,
): readonly Tag[] {
  const tags = new TagReader(family, dialect, tree, options).read(bodyStart);
  // Which tags stand alone on their lines is decided by the text as it is written.
  const alone = family === 'handlebars' || family === 'mustache' ? aloneOnLine(family, tags) : [];
  trimAtMarks(tags);
  if (family === 'jinja') trimBlocks(tags, options);
  trimLines(tags, alone);
  return tags;
}

class TagReader {
  readonly #family: Family;
  readonly #dialect: Dialect;
  readonly #tree: TemplateTree;
  readonly #options: DialectOptions;
  readonly #pairs: DelimiterPairs;
  readonly #stretches: ReadonlyMap<number, Stretch>;
  readonly #lines: ReadonlyMap<number, LineTag>;
  readonly #tags: Tag[] = [];

  constructor(family: Family, dialect: Dialect, tree: TemplateTree, options: DialectOptions) {
    this.#family = family;
    this.#dialect = dialect;
    this.#tree = tree;
    this.#options = options;
    this.#pairs = delimiterPairs(dialect, options);
    this.#lines = family === 'jinja' ? lineTags(tree.text, options) : new Map();
    this.#stretches = new Map(tree.stretches.map((stretch) => [stretch.span.start, stretch]));
  }

  read(bodyStart: number): Tag[] {
    const { text } = this.#tree;
    let from = bodyStart;
    for (let at = bodyStart; at < text.length; ) {
      const line = this.#lines.get(at);
      if (line) {
        this.#literal(from, at);
        this.#tags.push(tagOfLine(line));
        // A comment takes no line break, and behind it a statement may begin at once.
        at = Math.max(at + 1, line.line.end);
        from = at;
        continue;
      }
      const tag = this.#tagAt(at);
      if (!tag) {
        at++;
        continue;
      }
      this.#literal(from, at);
      this.#tags.push(tag);
      at = Math.max(at + 1, tag.span.end);
      from = at;
    }
    this.#literal(from, text.length);
    return this.#tags;
  }

  #literal(from: number, to: number): void {
    if (to <= from) return;
    const written = this.#tree.text.slice(from, to);
    // The engine reads the line breaks of another system as its own.
    const text = this.#family === 'jinja' ? written.replace(/\r\n?/g, '\n') : written;
    this.#tags.push({ kind: 'text', span: span(from, to), text });
  }

  #tagAt(at: number): Tag | undefined {
    const { text } = this.#tree;
    const stretch = this.#stretches.get(at);
    if (stretch) return this.#stretch(stretch);
    const { slot, statement } = this.#pairs;
    const hasStatements = this.#family === 'jinja' || this.#family === 'liquid';
    const isStatement = hasStatements && text.startsWith(statement[0], at) && !isLonger(slot, statement, text, at);
    const hasRaw = this.#family === 'handlebars' || this.#family === 'mustache';
    const isRaw = hasRaw && text.startsWith(`${slot[0]}{`, at);
    if (!isStatement && !text.startsWith(slot[0], at)) return undefined;
    const open = isStatement ? statement[0] : isRaw ? `${slot[0]}{` : slot[0];
    const close = isStatement ? statement[1] : isRaw ? `}${slot[1]}` : slot[1];
    const end = text.indexOf(close, at + open.length);
    if (end < 0) return undefined;
    const { words, marks } = wordsOf(this.#family, text.slice(at + open.length, end));
    const place = span(at, end + close.length);
    if (isStatement) return { kind: 'statement', span: place, words, marks };
    // `{{~{x}~}}` has its marks outside of the third brace.
    const inner = /^\{([\s\S]*)\}$/.exec(words)?.[1]?.trim();
    return { kind: isRaw || inner !== undefined ? 'raw' : 'output', span: place, words: inner ?? words, marks };
  }

  #stretch({ kind, span }: Stretch): Tag {
    const written = this.#tree.text.slice(span.start, span.end);
    if (kind === 'comment') return { kind, span, ...commentOf(this.#family, written, this.#pairs) };
    const { pieces } = this.#dialect.fill(this.#dialect.scan(written), NOTHING, {
      ...this.#options,
      keepFinalNewline: true,
    });
    return { kind: 'text', span, text: pieces.map((piece) => piece.text).join('') };
  }
}

/** A line has taken the line break behind it already, so that the engine takes no other. */
const tagOfLine = ({ kind, span, words, takesBefore }: LineTag): Tag => ({
  kind,
  span,
  words,
  marks: { left: takesBefore ? '-' : '', right: '+' },
});

/** Where the marks of slots and of statements begin alike, the longer one counts. */
const isLonger = ([slot]: Delimiters, [statement]: Delimiters, text: string, at: number): boolean =>
  slot.length > statement.length && text.startsWith(slot, at);

const NOTHING = { value: () => undefined, known: () => false };

/** The marks with which a tag begins and ends; those of Go have a blank beside them. */
const MARKS: Readonly<Record<Family, readonly [left: RegExp, right: RegExp]>> = {
  jinja: [/^[-+]/, /[-+]$/],
  liquid: [/^-/, /-$/],
  handlebars: [/^~/, /~$/],
  mustache: [/^(?!)/, /(?!)$/],
  'go-template': [/^-(?=\s)/, /(?<=\s)-$/],
};

interface Words {
  readonly words: string;
  readonly marks: Marks;
}

function wordsOf(family: Family, inner: string): Words {
  const [opening, closing] = MARKS[family];
  const left = opening.exec(inner)?.[0] ?? '';
  const rest = inner.slice(left.length);
  const right = closing.exec(rest)?.[0] ?? '';
  return { words: rest.slice(0, rest.length - right.length).trim(), marks: { left, right } };
}

/** What opens and closes a comment between the marks of its tag. */
const COMMENTS: readonly (readonly [open: RegExp, close: RegExp])[] = [
  [/^!--/, /--$/],
  [/^\/\*/, /\*\/$/],
  [/^[!#]/, /#?$/],
];

/** The text of a comment, without what opens and closes it. */
function commentOf(family: Family, written: string, { statement, comment }: DelimiterPairs): Words {
  const [open, close] = statement.map(literally);
  const block = new RegExp(
    `^${open}(-?)\\s*comment\\s*-?${close}([\\s\\S]*)${open}-?\\s*endcomment\\s*(-?)${close}$`,
  ).exec(written);
  if (block) return { words: (block[2] ?? '').trim(), marks: { left: block[1] ?? '', right: block[3] ?? '' } };
  const { words, marks } = wordsOf(family, written.slice(comment[0].length, -comment[1].length));
  const form = COMMENTS.find(([open]) => open.test(words));
  return { words: form ? words.replace(form[0], '').replace(form[1], '').trim() : words, marks };
}

/** `-` and `~` take the white space beside a tag. */
function trimAtMarks(tags: readonly Tag[]): void {
  for (const [i, tag] of tags.entries()) {
    if (tag.kind === 'text') continue;
    const [before, after] = [tags[i - 1], tags[i + 1]];
    if (/[-~]/.test(tag.marks.left) && before?.kind === 'text') before.text = before.text.trimEnd();
    if (/[-~]/.test(tag.marks.right) && after?.kind === 'text') after.text = after.text.trimStart();
  }
}

/** What programs set on the engine of Jinja: line breaks behind tags, blanks before them, the one at the end. */
function trimBlocks(tags: readonly Tag[], options: DialectOptions): void {
  const last = tags.at(-1);
  if (options.keepFinalNewline !== true && last?.kind === 'text') last.text = last.text.replace(/\n$/, '');
  for (const [i, tag] of tags.entries()) {
    if (tag.kind !== 'statement' && tag.kind !== 'comment') continue;
    const [before, after] = [tags[i - 1], tags[i + 1]];
    if (options.lstripBlocks && tag.marks.left !== '+' && (before === undefined || before.kind === 'text'))
      if (before) before.text = before.text.replace(i === 1 ? /(^|\n)[ \t]+$/ : /(\n)[ \t]+$/, '$1');
    if (options.trimBlocks && tag.marks.right !== '+' && after?.kind === 'text')
      after.text = after.text.replace(/^\n/, '');
  }
}

/** The tags that print nothing by themselves and have a line to themselves, by index. */
function aloneOnLine(family: Family, tags: readonly Tag[]): readonly number[] {
  return tags.flatMap((tag, i) => {
    const [before, after] = [tags[i - 1], tags[i + 1]];
    const begins = before ? before.kind === 'text' && beginsLine(before.text, i === 1) : true;
    const ends = after ? after.kind === 'text' && endsLine(after.text, i + 2 === tags.length) : true;
    return takesLine(family, tag) && begins && ends ? [i] : [];
  });
}

/** Such a tag takes its line with it. */
function trimLines(tags: readonly Tag[], alone: readonly number[]): void {
  for (const i of alone) {
    const [before, after] = [tags[i - 1], tags[i + 1]];
    if (before?.kind === 'text') before.text = before.text.replace(/[ \t]+$/, '');
    if (after?.kind === 'text') after.text = after.text.replace(/^[ \t]*\r?(?:\n|$)/, '');
  }
}

const beginsLine = (text: string, isFirst: boolean): boolean => (isFirst ? /(?:^|\n)[ \t]*$/ : /\n[ \t]*$/).test(text);
const endsLine = (text: string, isLast: boolean): boolean =>
  (isLast ? /^[ \t]*(?:\r?\n|$)/ : /^[ \t]*\r?\n/).test(text);

const takesLine = (family: Family, tag: Tag): boolean =>
  tag.kind === 'comment' ||
  (tag.kind === 'output' && (/^[#^/>]/.test(tag.words) || (family === 'handlebars' && /^else\b/.test(tag.words))));
