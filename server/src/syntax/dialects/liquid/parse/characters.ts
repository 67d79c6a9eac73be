// Characters as the engine's tokenizer sorts them: by UTF-16 units, and with a list of blanks of its own.

const isWideBlank = (code: number): boolean =>
  code === 0xa0 ||
  code === 0x1680 ||
  code === 0x180e ||
  (code >= 0x2000 && code <= 0x200a) ||
  code === 0x2028 ||
  code === 0x2029 ||
  code === 0x202f ||
  code === 0x205f ||
  code === 0x3000;

/** White space inside of tags, and what `-` takes away. */
export const isBlank = (code: number): boolean =>
  code < 128 ? code === 32 || (code >= 9 && code <= 13) : isWideBlank(code);

/** A character of a name: a hyphen and a question mark too, and nearly everything that is not ASCII. */
export function isWord(code: number): boolean {
  if (code < 128) {
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
    return isLetter || isDigit(code) || code === 95 || code === 45 || code === 63;
  }
  return code >= 128 && !isWideBlank(code) && code !== 0x201c && code !== 0x201d;
}

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;

export const isQuote = (character: string | undefined): boolean => character === '"' || character === "'";

/** Offset of the first character at or behind `at` that is no blank. */
export function skipBlank(text: string, at: number, limit = text.length): number {
  let end = at;
  while (end < limit && isBlank(text.charCodeAt(end))) end++;
  return end;
}

/** Where the blanks begin that end at `at`. */
export function skipBlankBack(text: string, at: number, limit = 0): number {
  let start = at;
  while (start > limit && isBlank(text.charCodeAt(start - 1))) start--;
  return start;
}
