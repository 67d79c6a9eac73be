/**
 * Whether Python counts a character as white space (`str.isspace`, `\s`). JavaScript does not agree: it counts U+FEFF,
 * and does not count U+001C to U+001F and U+0085.
 */
export const isWhite = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || (code >= 0x1c && code <= 0x1f) || (code > 127 && isWideWhite(code));

const isWideWhite = (code: number): boolean =>
  code === 0x85 ||
  code === 0xa0 ||
  code === 0x1680 ||
  (code >= 0x2000 && code <= 0x200a) ||
  code === 0x2028 ||
  code === 0x2029 ||
  code === 0x202f ||
  code === 0x205f ||
  code === 0x3000;

/** The same characters, as the inside of a class of a pattern. */
export const spaces = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

/** Offset behind the white space that begins at `at`. */
export function skipWhite(text: string, at: number): number {
  let end = at;
  while (end < text.length && isWhite(text.charCodeAt(end))) end++;
  return end;
}

/** Offset where the white space begins that ends at `end`, not before `from`. */
export function whiteBefore(text: string, end: number, from: number): number {
  let start = end;
  while (start > from && isWhite(text.charCodeAt(start - 1))) start--;
  return start;
}

/** Length of the line break at an offset, 0 when there is none. Jinja knows LF, CR LF and CR, and makes all of them LF. */
export function lineBreakAt(text: string, at: number): 0 | 1 | 2 {
  const code = text.charCodeAt(at);
  if (code === 10) return 1;
  if (code !== 13) return 0;
  return text.charCodeAt(at + 1) === 10 ? 2 : 1;
}

/** The text with every line break as LF. */
export const withPlainBreaks = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

/** Number of the line that an offset stands on, counted from 1 as Jinja's messages do. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = 0; at < offset; ) {
    const length = lineBreakAt(text, at);
    if (length > 0) line++;
    at += length || 1;
  }
  return line;
}
