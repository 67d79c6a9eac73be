import { textOfUtf8, utf8 } from './bytes';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function base64(text: string): string {
  const bytes = utf8(text);
  let written = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = bytes.slice(at, at + 3);
    const group = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    written += digit(group >> 18) + digit(group >> 12);
    written += (b === undefined ? '=' : digit(group >> 6)) + (c === undefined ? '=' : digit(group));
  }
  return written;
}

const digit = (bits: number): string => DIGITS[bits & 63] ?? '';

/** The text that digits of base 64 stand for, without the signs that fill them up. */
export function base64Text(digits: string): string {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const character of digits) {
    bits = ((bits << 6) | DIGITS.indexOf(character)) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >> count) & 0xff);
  }
  return textOfUtf8(bytes);
}
