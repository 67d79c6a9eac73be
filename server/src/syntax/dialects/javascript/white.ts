/** Whether a character is white space for a pattern of JavaScript (`\s`): no-break space and byte order mark too. */
export function isWhite(code: number): boolean {
  if (code < 128) return code === 32 || (code >= 9 && code <= 13);
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

/** Offset of the first character at or behind `at` that is no white space; at most `limit`. */
export function skipWhite(text: string, at: number, limit = text.length): number {
  let end = at;
  while (end < limit && isWhite(text.charCodeAt(end))) end++;
  return end;
}

/** Where the white space before `at` begins; at least `limit`. */
export function skipWhiteBack(text: string, at: number, limit = 0): number {
  let start = at;
  while (start > limit && isWhite(text.charCodeAt(start - 1))) start--;
  return start;
}
