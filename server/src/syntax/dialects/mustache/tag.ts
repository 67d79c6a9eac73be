import type { Span } from '../../../text/span';
import type { Finder } from '../javascript/finder';
import { skipWhite, skipWhiteBack } from '../javascript/white';

export type TagKind = 'name' | 'raw' | 'section' | 'inverted' | 'close' | 'partial' | 'comment' | 'delimiters';

/** One tag, as mustache.js reads it: whatever stands before the next closing mark is its name. */
export interface Tag {
  readonly kind: TagKind;
  readonly span: Span;
  /** The text between the marks, without its sigil and the white space round it. */
  readonly name: string;
  readonly nameSpan: Span;
  /** It has no end: `span` is what an author probably meant. */
  readonly unclosed?: true;
}

/** What opens and closes tags from here on; `{{=<% %>=}}` changes it. */
export interface Delimiters {
  readonly open: string;
  readonly close: string;
}

export const DEFAULT: Delimiters = { open: '{{', close: '}}' };

const KINDS: ReadonlyMap<string, TagKind> = new Map([
  ['#', 'section'],
  ['^', 'inverted'],
  ['/', 'close'],
  ['>', 'partial'],
  ['{', 'raw'],
  ['&', 'raw'],
  ['!', 'comment'],
  ['=', 'delimiters'],
]);

/** Reads the tag that opens at `at`. */
export function readTag(text: string, at: number, delimiters: Delimiters, finder: Finder): Tag {
  const inside = skipWhite(text, at + delimiters.open.length);
  const sigil = text[inside] ?? '';
  const kind = KINDS.get(sigil);
  const start = skipWhite(text, kind ? inside + 1 : inside);
  const end = endOf(sigil, start, delimiters, finder);
  const head = { kind: kind ?? 'name', start: at };
  if (!end) return unclosed(text, head, start, delimiters, finder);
  const nameSpan = { start, end: skipWhiteBack(text, end.name, start) };
  const name = text.slice(nameSpan.start, nameSpan.end);
  return { kind: head.kind, span: { start: at, end: end.tag }, name, nameSpan };
}

/** Where the name and the tag end; undefined when the closing mark is missing. */
function endOf(
  sigil: string,
  start: number,
  { close }: Delimiters,
  finder: Finder,
): { readonly name: number; readonly tag: number } | undefined {
  const inner = sigil === '{' ? `}${close}` : sigil === '=' ? '=' : close;
  const name = finder.find(inner, start);
  if (name < 0) return undefined;
  // Behind the inner mark of these two, anything may stand before the closing one.
  const closing = sigil === '{' || sigil === '=' ? finder.find(close, name + 1) : name;
  return closing < 0 ? undefined : { name, tag: closing + close.length };
}

/** A tag without an end stops before the next opening, else at the end of its line: what follows is read as usual. */
function unclosed(
  text: string,
  head: { readonly kind: TagKind; readonly start: number },
  nameStart: number,
  { open }: Delimiters,
  finder: Finder,
): Tag {
  const behind = head.start + open.length;
  const next = finder.find(open, behind);
  const line = finder.find('\n', behind);
  const ends = [next, line].filter((at) => at >= 0);
  const end = Math.max(behind, ends.length > 0 ? Math.min(...ends) : text.length);
  const start = Math.min(nameStart, end);
  const nameSpan = { start, end: skipWhiteBack(text, end, start) };
  const name = text.slice(nameSpan.start, nameSpan.end);
  return { kind: head.kind, span: { start: head.start, end }, name, nameSpan, unclosed: true };
}
