// Literals of Go: how texts and characters are written in quotes, and read from them.
import { characterAt, isPrint, joinBytes } from './characters';

/** The text of a literal with its quotes; undefined when Go does not read it. */
export function unquote(written: string): string | undefined {
  const inner = written.slice(1, -1);
  // Carriage returns are taken out of raw texts.
  if (written.startsWith('`')) return inner.replaceAll('\r', '');
  let text = '';
  for (let at = 0; at < inner.length; ) {
    const one = unquoteCharacter(inner, at, '"');
    if (!one) return undefined;
    text += one.text;
    at = one.end;
  }
  return joinBytes(text);
}

interface Unquoted {
  readonly text: string;
  /** The character as a number, or the byte. */
  readonly code: number;
  readonly end: number;
}

const SIMPLE: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
]);

const DIGITS: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

/** One character inside of quotes; undefined when it is not written as Go wants it. */
export function unquoteCharacter(text: string, at: number, quote: '"' | "'"): Unquoted | undefined {
  const character = characterAt(text, at);
  if (character === '' || character === quote || character === '\n') return undefined;
  if (character !== '\\') return made(character, at + character.length);
  const letter = characterAt(text, at + 1);
  const simple = SIMPLE.get(letter) ?? (letter === quote ? quote : undefined);
  if (simple !== undefined) return made(simple, at + 2);
  const count = DIGITS.get(letter);
  if (count !== undefined) return numbered(text, { from: at + 2, count, base: 16, isByte: letter === 'x' });
  return /[0-7]/.test(letter) ? numbered(text, { from: at + 1, count: 3, base: 8, isByte: true }) : undefined;
}

const made = (text: string, end: number): Unquoted => ({ text, code: text.codePointAt(0) ?? 0, end });

interface Digits {
  readonly from: number;
  readonly count: number;
  readonly base: 8 | 16;
  readonly isByte: boolean;
}

function numbered(text: string, { from, count, base, isByte }: Digits): Unquoted | undefined {
  const end = from + count;
  const digits = text.slice(from, end);
  const pattern = base === 8 ? /^[0-7]+$/ : /^[0-9a-fA-F]+$/;
  if (digits.length < count || !pattern.test(digits)) return undefined;
  const code = Number.parseInt(digits, base);
  if (isByte) {
    if (code > 255) return undefined;
    return { text: code < 128 ? String.fromCharCode(code) : String.fromCharCode(0xdc00 + code), code, end };
  }
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
  return { text: String.fromCodePoint(code), code, end };
}

/** `strconv.Quote`: the text in quotes, with escapes for what is not printable. `ascii`: for everything beyond ASCII. */
export const quoted = (text: string, quote: '"' | "'", ascii = false): string =>
  quote + [...text].map((character) => escaped(character, quote, ascii)).join('') + quote;

const NAMED: ReadonlyMap<string, string> = new Map([...SIMPLE].map(([letter, character]) => [character, letter]));

function escaped(character: string, quote: string, ascii: boolean): string {
  if (character === quote || character === '\\') return `\\${character}`;
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0xdc80 && code <= 0xdcff) return `\\x${hex(code - 0xdc00, 2)}`;
  if ((code < 128 || !ascii) && isPrint(character)) return character;
  const letter = NAMED.get(character);
  if (letter !== undefined) return `\\${letter}`;
  if (code < 32 || code === 0x7f) return `\\x${hex(code, 2)}`;
  if (code >= 0xd800 && code <= 0xdfff) return '\\ufffd';
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/** Whether a text can stand between back-quotes on one line as it is. */
export const canBackquote = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  !/[\0-\x08\x0a-\x1f\x7f`\ufeff\udc80-\udcff]/.test(text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, ''));

/** A character in words, as `%#U` writes it: `U+0041 'A'`. */
export function named(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return isPrint(character) ? `${number} '${character}'` : number;
}
