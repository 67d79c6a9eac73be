import { bytesOf, isPrint } from '../characters';
import { quoted } from '../quote';
import { type Directive, padded } from './directive';

/** A whole number; undefined when the verb is none for numbers. `unsigned`: of type `uint8`. */
export function integer(value: bigint, unsigned: boolean, how: Directive): string | undefined {
  switch (how.verb) {
    case 'v':
      return unsigned && how.sharpV ? digits(value, 16, { ...how, sharp: true }) : digits(value, 10, how);
    case 'd':
      return digits(value, 10, how);
    case 'b':
      return digits(value, 2, how);
    case 'o':
    case 'O':
      return digits(value, 8, how);
    case 'x':
    case 'X':
      return digits(value, 16, how);
    case 'c':
      return padded(characterOf(value), how);
    case 'q':
      return padded(quoted(characterOf(value), "'", how.plus), how);
    case 'U':
      return unicode(value, how);
    default:
      return undefined;
  }
}

/** Zeros up to the precision, or up to the width where only a width is given; then the prefix and the sign. */
function digits(value: bigint, base: 2 | 8 | 10 | 16, how: Directive): string {
  const negative = value < 0n;
  const signed = negative || how.plus || how.space;
  let atLeast = 0;
  if (how.precision !== undefined) {
    atLeast = how.precision;
    if (atLeast === 0 && value === 0n) return ' '.repeat(how.width ?? 0);
  } else if (how.zero && how.width !== undefined) atLeast = how.width - (signed ? 1 : 0);
  let text = (negative ? -value : value).toString(base).padStart(atLeast, '0');
  if (how.verb === 'X') text = text.toUpperCase();
  if (how.sharp) {
    if (base === 2) text = `0b${text}`;
    else if (base === 8 && !text.startsWith('0')) text = `0${text}`;
    else if (base === 16) text = (how.verb === 'X' ? '0X' : '0x') + text;
  }
  if (how.verb === 'O') text = `0o${text}`;
  const sign = negative ? '-' : how.plus ? '+' : how.space ? ' ' : '';
  return padded(sign + text, how, false);
}

/** The character with this number; what is none becomes the replacement character. */
function characterOf(value: bigint): string {
  const isCharacter = value >= 0n && value <= 0x10ffffn && !(value >= 0xd800n && value <= 0xdfffn);
  return isCharacter ? String.fromCodePoint(Number(value)) : '\ufffd';
}

function unicode(value: bigint, how: Directive): string {
  const code = BigInt.asUintN(64, value);
  const number = `U+${code
    .toString(16)
    .toUpperCase()
    .padStart(Math.max(how.precision ?? 4, 4), '0')}`;
  const character = how.sharp && code <= 0x10ffffn ? characterOf(code) : '';
  const shown = character !== '' && isPrint(character) && BigInt(character.codePointAt(0) ?? 0) === code;
  return padded(shown ? `${number} '${character}'` : number, how, false);
}

/** `%x` of a text: its bytes in hexadecimal. */
export function hexadecimal(text: string, how: Directive): string {
  let bytes = bytesOf(text);
  if (how.precision !== undefined) bytes = bytes.slice(0, how.precision);
  const prefix = how.sharp ? (how.verb === 'X' ? '0X' : '0x') : '';
  const pairs = bytes.map((byte) => {
    const pair = byte.toString(16).padStart(2, '0');
    return how.verb === 'X' ? pair.toUpperCase() : pair;
  });
  if (pairs.length === 0) return padded('', how);
  return padded(how.space ? pairs.map((pair) => prefix + pair).join(' ') : prefix + pairs.join(''), how);
}
