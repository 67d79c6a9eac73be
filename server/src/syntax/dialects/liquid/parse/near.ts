// Where a tag ends that the engine does not read to its end.
import type { Span } from '../../../../text/span';
import { skipBlankBack } from './characters';
import type { Marks } from './marks';

/** Characters of a broken tag that are looked at for its end. */
const LONGEST = 2000;

/** Where a tag ends on its way to the next one; `open`: where it must be given up. */
export function nearEnd(
  text: string,
  start: number,
  isOutput: boolean,
  { marks, limit }: { readonly marks: Marks; readonly limit: number },
): number | { readonly open: number } {
  const last = Math.min(limit, start + LONGEST);
  const [open, close] = isOutput ? marks.output : marks.tag;
  for (let at = start + open.length; at < last; at++) {
    const character = text[at];
    if (text.startsWith(close, at)) return at + close.length;
    if (marks.at(text, at)) return { open: at };
    if (isOutput && (character === '"' || character === "'")) at = endOnLine(text, at, last);
  }
  return { open: last };
}

/** The closing quote on the same line; the opening one itself, when there is none. */
function endOnLine(text: string, start: number, limit: number): number {
  for (let at = start + 1; at < limit && text[at] !== '\n'; at++) if (text[at] === text[start]) return at;
  return start;
}

/** The end of the line that a tag begins on, without blanks; `behind` its opening mark, at most `limit`. */
export function lineEnd(text: string, behind: number, limit: number): number {
  let end = behind;
  while (end < limit && text[end] !== '\n' && text[end] !== '\r') end++;
  return Math.max(skipBlankBack(text, end, behind), behind);
}

/** The opening mark that a tag without an end has met. */
export function metAt(text: string, at: number, marks: Marks): Span {
  return { start: at, end: at + (marks.at(text, at)?.[0].length ?? 1) };
}
