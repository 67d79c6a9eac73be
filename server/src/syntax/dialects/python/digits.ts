/** Largest index and width that CPython reads: the largest signed 64-bit number. */
const LARGEST = 9_223_372_036_854_775_807n;

const DECIMAL = /^\p{Nd}$/u;

/** Value of one decimal digit of any script (`3`, `٣`), or -1. Digits of a script stand in blocks of ten, in order. */
export function digitValue(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 128) return code >= 48 && code <= 57 ? code - 48 : -1;
  if (!DECIMAL.test(character)) return -1;
  let first = code;
  while (code - first < 9 && DECIMAL.test(String.fromCodePoint(first - 1))) first--;
  // Where blocks of ten touch (mathematical digits), ten steps back is still a digit of an earlier block.
  if (code >= 0x1d7ce && code <= 0x1d7ff) return (code - 0x1d7ce) % 10;
  return code - first;
}

/** The number that a run of digits says; undefined when it is none, `too many` when Python refuses its size. */
export function wholeNumber(text: string): number | 'too many' | undefined {
  if (text === '') return undefined;
  let value = 0n;
  for (const character of text) {
    const digit = digitValue(character);
    if (digit < 0) return undefined;
    value = value * 10n + BigInt(digit);
    // Python gives up here, before it has looked whether the rest are digits.
    if (value > LARGEST) return 'too many';
  }
  return Number(value);
}
