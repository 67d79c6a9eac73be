import { stripped } from '../values/text';

const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const SPECIAL = /^([+-]?)(?:inf(?:inity)?|(nan))$/i;

/** The number that Python's `float` reads from a text. */
export function readFloat(text: string): number | undefined {
  const trimmed = withoutMarks(text);
  if (trimmed === undefined) return undefined;
  if (FLOAT.test(trimmed)) return Number(trimmed);
  const [, sign, nan] = SPECIAL.exec(trimmed) ?? [];
  if (sign === undefined) return undefined;
  return nan === undefined ? (sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY) : Number.NaN;
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
const PREFIXES: ReadonlyMap<number, string> = new Map([
  [2, 'b'],
  [8, 'o'],
  [16, 'x'],
]);
/** Python reads no longer number from a text. */
const MOST_DIGITS = 4300;

/** The number that Python's `int(text, base)` reads. */
export function readInteger(text: string, base: number): bigint | undefined {
  const trimmed = withoutMarks(text)?.toLowerCase();
  if (trimmed === undefined || base === 1 || base < 0 || base > 36) return undefined;
  const sign = trimmed.startsWith('-') || trimmed.startsWith('+') ? (trimmed[0] ?? '') : '';
  let digits = trimmed.slice(sign.length);
  let radix = base;
  for (const [own, letter] of PREFIXES) {
    if (!digits.startsWith(`0${letter}`) || (base !== own && base !== 0)) continue;
    digits = digits.slice(2);
    radix = own;
    break;
  }
  // Base 0 reads a number as it is written in a program, where none but zero begins with a zero.
  if (radix === 0) {
    if (/^0+[1-9]/.test(digits)) return undefined;
    radix = 10;
  }
  if (digits === '' || digits.length > MOST_DIGITS) return undefined;
  let value = 0n;
  for (const character of digits) {
    const digit = DIGITS.indexOf(character);
    if (digit < 0 || digit >= radix) return undefined;
    value = value * BigInt(radix) + BigInt(digit);
  }
  return sign === '-' ? -value : value;
}

/** Without white space round it and without underscores between digits; undefined when an underscore stands elsewhere. */
function withoutMarks(text: string): string | undefined {
  const { start, end } = stripped(text, null);
  const trimmed = text.slice(start, end);
  if (!trimmed.includes('_')) return trimmed;
  return /^_|_$|__|[^0-9a-zA-Z]_|_[^0-9a-zA-Z]/.test(trimmed) ? undefined : trimmed.replaceAll('_', '');
}
