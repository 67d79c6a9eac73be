import { Failure } from './problem';

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

const HEX = /^[\da-fA-F]$/;
const OCTAL = /^[0-7]$/;

/** The text of a string in quotes. The last character is its closing quote, even when it is none. */
export function readString(written: string, text: string): string {
  let value = '';
  const last = written.length - 1;
  for (let at = 1; at < last; at++) {
    const character = written[at] ?? '';
    if (character !== '\\') {
      value += character;
      continue;
    }
    const next = written[++at] ?? '';
    const escaped = ESCAPES.get(next);
    if (escaped !== undefined) value += escaped;
    else if (next === 'u') {
      const { code, end } = readCode(written, at + 1, HEX, 4, 16);
      // The engine looks at the character behind the text, and fails over it.
      if (end === written.length && end < at + 5) {
        throw new Failure("Cannot read properties of undefined (reading 'charCodeAt')", text);
      }
      value += String.fromCharCode(code);
      at = end - 1;
    } else if (OCTAL.test(next)) {
      const { code, end } = readCode(written, at, OCTAL, 3, 8);
      value += String.fromCharCode(code);
      at = end - 1;
    } else value += next;
  }
  return value;
}

function readCode(
  written: string,
  from: number,
  digit: RegExp,
  most: number,
  base: number,
): { readonly code: number; readonly end: number } {
  let code = 0;
  let end = from;
  while (end < from + most && digit.test(written[end] ?? ''))
    code = code * base + Number.parseInt(written[end++] ?? '', base);
  return { code, end };
}
