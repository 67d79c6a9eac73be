// Strings of Go are bytes of UTF-8. Here they are texts of JavaScript; a byte that belongs to no character (half of a
// character that a slice cut through) is kept as a lone surrogate, U+DC00 and the byte, as Python does it.

/** What the engine trims and what separates words in an action. */
export const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 13 || code === 10;

const WORD = /[\p{L}\p{Nd}_]/u;

export function isAlphaNumeric(character: string): boolean {
  const code = character.charCodeAt(0);
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || isDigit(code) || code === 95;
  return WORD.test(character);
}

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** What `unicode.IsPrint` holds for printable. */
export const isPrint = (character: string): boolean => /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character);

/** The character at an offset, both halves of a pair; empty at the end of the text. */
export function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

const isByte = (code: number): boolean => code >= 0xdc80 && code <= 0xdcff;

const widthOf = (code: number): number => {
  if (code < 0x80 || isByte(code)) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
};

/** How many bytes of UTF-8 a text takes, which is what `len` counts. */
export function byteLength(text: string): number {
  let length = 0;
  for (const character of text) length += widthOf(character.codePointAt(0) ?? 0);
  return length;
}

export function bytesOf(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const width = widthOf(code);
    if (width === 1) bytes.push(code & 0xff);
    else if (width === 2) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (width === 3) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else {
      const low = [0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
      bytes.push(0xf0 | (code >> 18), ...low);
    }
  }
  return bytes;
}

export function textOfBytes(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const width = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    const code = width > 1 ? decoded(bytes, at, width) : first;
    if (width === 0 || code === undefined) {
      text += String.fromCharCode(0xdc00 + first);
      at++;
    } else {
      text += String.fromCodePoint(code);
      at += width;
    }
  }
  return text;
}

function decoded(bytes: readonly number[], at: number, width: number): number | undefined {
  let code = (bytes[at] ?? 0) & (0xff >> (width + 1));
  for (let next = at + 1; next < at + width; next++) {
    const byte = bytes[next];
    if (byte === undefined || (byte & 0xc0) !== 0x80) return undefined;
    code = (code << 6) | (byte & 63);
  }
  const smallest = width === 2 ? 0x80 : width === 3 ? 0x800 : 0x10000;
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code < smallest || code > 0x10ffff || isSurrogate ? undefined : code;
}

/** Bytes that stand next to each other and make a character after all become that character. */
export const joinBytes = (text: string): string => (/[\udc80-\udcff]/.test(text) ? textOfBytes(bytesOf(text)) : text);

/** The text as a reader sees it: a byte that is no character becomes the replacement character. */
export const readable = (text: string): string =>
  /[\udc80-\udcff]/.test(text)
    ? text.replace(/[\ud800-\udbff][\udc00-\udfff]|[\udc80-\udcff]/g, (found) => (found.length > 1 ? found : '\ufffd'))
    : text;

/** The bytes [from, to) of a text. */
export function sliceBytes(text: string, from: number, to: number): string {
  if (isAscii(text)) return text.slice(from, to);
  return textOfBytes(bytesOf(text).slice(from, to));
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** The order of texts in Go, which is that of their bytes, which is that of their code points. */
export function compareTexts(a: string, b: string): number {
  if (STRAY.test(a) || STRAY.test(b)) return compareBytes(bytesOf(a), bytesOf(b));
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const first = a.charCodeAt(at);
    const second = b.charCodeAt(at);
    if (first !== second) return rank(first) - rank(second);
  }
  return a.length - b.length;
}

const STRAY = /(?<![\ud800-\udbff])[\udc80-\udcff]/;

function compareBytes(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

/** Halves of pairs stand for characters behind all others. */
const rank = (code: number): number => (code >= 0xd800 && code <= 0xdfff ? code + 0x10000 : code);
