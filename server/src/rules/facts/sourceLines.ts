/** Lines of a source text, for edits that put in or take out whole lines. Offsets are those of the whole file. */

export function lineStartOf(text: string, offset: number): number {
  return offset <= 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Behind the last character of the line that holds `offset`, without its line break. */
export function lineEndOf(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  const end = newline < 0 ? text.length : newline;
  return end > offset && text[end - 1] === '\r' ? end - 1 : end;
}

/** Start of the line behind the one that holds `offset`; the length of the text behind the last one. */
export function nextLineOf(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline < 0 ? text.length : newline + 1;
}

/** Whether nothing but blanks stands before `offset` on its line. */
export function firstOnLine(text: string, offset: number): boolean {
  return text.slice(lineStartOf(text, offset), offset).trim() === '';
}

/** Whether nothing but blanks stands behind `offset` on its line. */
export function lastOnLine(text: string, offset: number): boolean {
  return text.slice(offset, lineEndOf(text, offset)).trim() === '';
}

/** The line break that a text uses. */
export function eolOf(text: string): '\r\n' | '\n' {
  const newline = text.indexOf('\n');
  return newline > 0 && text[newline - 1] === '\r' ? '\r\n' : '\n';
}

/** The blanks with which the line of an offset begins. */
export function indentOf(text: string, offset: number): string {
  const start = lineStartOf(text, offset);
  let end = start;
  while (text[end] === ' ' || text[end] === '\t') end++;
  return text.slice(start, end);
}
