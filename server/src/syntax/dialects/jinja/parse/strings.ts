import { withPlainBreaks } from '../white';

/** Why Python cannot decode the text of a string. */
export interface BadEscape {
  readonly problem: string;
}

/**
 * What a string says whose quotes enclose `written`. Jinja encodes it as ASCII with backslashes and decodes the escapes
 * of Python; so a backslash in front of a character beyond ASCII becomes part of that character's own escape, and the
 * string `\é` is the four characters `\xe9`.
 */
export function decodeString(written: string): string | BadEscape {
  if (!written.includes('\\')) return withPlainBreaks(written);
  let problem: string | undefined;
  const text = withPlainBreaks(written).replace(ESCAPE, (whole, octal, hex, short, long, other: string | undefined) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    const code: string | undefined = hex ?? short ?? long;
    if (code !== undefined) {
      const point = Number.parseInt(code, 16);
      if (point <= 0x10ffff) return String.fromCodePoint(point);
      problem ??= 'illegal Unicode character';
      return '';
    }
    const character = other ?? '';
    if (TRUNCATED.has(character)) problem ??= TRUNCATED.get(character);
    return SIMPLE.get(character) ?? (isAscii(character) ? whole : `\\${escaped(character)}`);
  });
  return problem === undefined ? text : { problem };
}

const ESCAPE = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\s\S]))/gu;

const SIMPLE: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['a', '\x07'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  // A line that ends with a backslash goes on.
  ['\n', ''],
]);

const TRUNCATED: ReadonlyMap<string, string> = new Map([
  ['x', 'truncated \\xXX escape'],
  ['u', 'truncated \\uXXXX escape'],
  ['U', 'truncated \\UXXXXXXXX escape'],
  ['N', 'malformed \\N character escape'],
]);

const isAscii = (character: string): boolean => (character.codePointAt(0) ?? 0) < 128;

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code < 0x100) return `x${digits.padStart(2, '0')}`;
  return code < 0x10000 ? `u${digits.padStart(4, '0')}` : `U${digits.padStart(8, '0')}`;
}
