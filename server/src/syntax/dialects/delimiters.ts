import type { Span } from '../../text/span';
import { type Delimiters, type Dialect, type DialectOptions, delimitersIn } from './dialect';

const BRACES: Delimiters = ['{{', '}}'];

/** What opens and closes each kind of tag. */
export interface DelimiterPairs {
  readonly slot: Delimiters;
  /** The same as those of a slot in engines that have one kind of tag. */
  readonly statement: Delimiters;
  readonly comment: Delimiters;
}

/** The delimiters of an engine with two braces, as it has them by itself. */
const ownPairs = ({ tags }: Dialect): DelimiterPairs => ({
  slot: BRACES,
  statement: tags?.statement ?? BRACES,
  comment: tags?.comment ?? BRACES,
});

/** The delimiters of such an engine, as a program sets them that has these options. */
export function delimiterPairs(dialect: Dialect, { delimiters }: DialectOptions): DelimiterPairs {
  const own = ownPairs(dialect);
  const has = (kind: 'slot' | 'statement' | 'comment'): boolean =>
    dialect.options?.includes(`delimiters.${kind}`) === true;
  const slot = has('slot') ? delimitersIn(delimiters?.slot, own.slot) : own.slot;
  return {
    slot,
    statement: has('statement')
      ? delimitersIn(delimiters?.statement, own.statement)
      : own.statement === BRACES
        ? slot
        : own.statement,
    comment: has('comment')
      ? delimitersIn(delimiters?.comment, own.comment)
      : own.comment === BRACES
        ? slot
        : own.comment,
  };
}

/** A tag as it is written with the delimiters that a program sets, in the engine's own: for those who look into tags. */
export function inOwnDelimiters(tag: string, dialect: Dialect, options: DialectOptions): string {
  if (dialect.key === undefined) return tag;
  const own = ownPairs(dialect);
  const pairs = delimiterPairs(dialect, options);
  // Where the marks of two begin alike, the longer one counts.
  const kinds = (['slot', 'statement', 'comment'] as const).toSorted((a, b) => pairs[b][0].length - pairs[a][0].length);
  for (const kind of kinds) {
    const [open, close] = pairs[kind];
    if (!tag.startsWith(open) || !tag.endsWith(close) || tag.length < open.length + close.length) continue;
    return own[kind][0] + tag.slice(open.length, tag.length - close.length) + own[kind][1];
  }
  return tag;
}

/** What stands before a place in a tag, from where that opens, with the engine's own opening mark. */
export function openedInOwn(before: string, dialect: Dialect, options: DialectOptions): string {
  if (dialect.key === undefined) return before;
  const own = ownPairs(dialect);
  const pairs = delimiterPairs(dialect, options);
  let opened = { at: -1, written: before };
  for (const kind of ['slot', 'statement'] as const) {
    const [open, close] = pairs[kind];
    const at = before.lastIndexOf(open);
    if (at <= opened.at || before.includes(close, at + open.length)) continue;
    opened = { at, written: own[kind][0] + before.slice(at + open.length) };
  }
  const line = options.lineStatement;
  const start = before.slice(before.lastIndexOf('\n') + 1).trimStart();
  return opened.at < 0 && line !== undefined && start.startsWith(line)
    ? own.statement[0] + start.slice(line.length)
    : opened.written;
}

/** A tag in the engine's own delimiters, and what stands behind it, in those that the program sets. */
export function inDelimiters(tag: string, dialect: Dialect, options: DialectOptions): string {
  const own = ownPairs(dialect);
  const pairs = delimiterPairs(dialect, options);
  for (const kind of ['statement', 'comment', 'slot'] as const) {
    const [open, close] = own[kind];
    const end = tag.lastIndexOf(close);
    if (!tag.startsWith(open) || end < open.length) continue;
    const [newOpen, newClose] = pairs[kind];
    return newOpen + tag.slice(open.length, end) + newClose + tag.slice(end + close.length);
  }
  return tag;
}

/**
 * What closes a slot that is never closed: in the place of the first character of the mark where that stands already,
 * else behind the name, with a blank where the slot (its text begins at `inner`) began with one.
 */
export function closingEdit(
  text: string,
  inner: number,
  nameEnd: number,
  close: string,
): { readonly span: Span; readonly text: string } {
  let at = nameEnd;
  while (text[at] === ' ') at++;
  if (text[at] === close[0]) return { span: { start: at, end: at + 1 }, text: close };
  return { span: { start: nameEnd, end: nameEnd }, text: text[inner] === ' ' ? ` ${close}` : close };
}
