import type { Value } from '../../piece';
import { PythonError } from './error';
import { exponential, fixed, general, shortest } from './numbers';
import { isInteger, str, typeName } from './repr';
import { type FormatSpec, parseSpec, shown } from './spec';

/** What `format(value, spec)` gives for plain data; throws `PythonError` where CPython raises. */
export function format(value: Value, spec: string): string {
  if (spec === '') return str(value);
  if (typeof value === 'string') return formatText(value, spec);
  if (typeof value === 'boolean') return formatInteger(value ? 1 : 0, spec, 'bool');
  if (typeof value === 'number') {
    return isInteger(value) ? formatInteger(value, spec, 'int') : formatFloating(value, spec);
  }
  throw new PythonError('TypeError', `unsupported format string passed to ${typeName(value)}.__format__`);
}

/** As `format`, for a number that is a float in Python even when it is whole. */
export const formatFloating = (value: number, spec: string): string =>
  spec === ''
    ? shortest(value)
    : formatFloat(value, parseSpec(spec, { typeName: 'float', letter: '', align: '>' }), 'float');

function formatText(value: string, text: string): string {
  const spec = parseSpec(text, { typeName: 'str', letter: 's', align: '<' });
  if (spec.letter !== 's') unknownLetter(spec, 'str');
  const refuse = (what: string): never => {
    throw new PythonError('ValueError', `${what} not allowed in string format specifier`);
  };
  if (spec.sign !== '') refuse(spec.sign === ' ' ? 'Space' : 'Sign');
  if (spec.plainZero) refuse('Negative zero coercion (z)');
  if (spec.alternate) refuse('Alternate form (#)');
  if (spec.align === '=') throw new PythonError('ValueError', "'=' alignment not allowed in string format specifier");
  return pad(spec.precision < 0 ? value : firstCharacters(value, spec.precision), spec);
}

function formatInteger(value: number, text: string, type: string): string {
  const spec = parseSpec(text, { typeName: type, letter: 'd', align: '>' });
  if ('eEfFgG%'.includes(spec.letter)) return formatFloat(value, spec, type);
  if (!'bcdoxXn'.includes(spec.letter)) unknownLetter(spec, type);
  if (spec.precision >= 0) throw new PythonError('ValueError', 'Precision not allowed in integer format specifier');
  if (spec.plainZero) {
    throw new PythonError('ValueError', 'Negative zero coercion (z) not allowed in format specifier with integer');
  }
  if (spec.letter === 'c') return formatCharacter(value, spec);
  const radix = RADIX.get(spec.letter) ?? 10;
  // Through its text: the digits that JSON would write are what the program reads.
  const digits = BigInt(String(Math.abs(value))).toString(radix);
  return layOut(spec, {
    negative: value < 0,
    prefix: spec.alternate && radix !== 10 ? `0${spec.letter}` : '',
    digits: spec.letter === 'X' ? digits.toUpperCase() : digits,
    rest: '',
  });
}

const RADIX: ReadonlyMap<string, number> = new Map([
  ['b', 2],
  ['o', 8],
  ['x', 16],
  ['X', 16],
]);

function formatCharacter(value: number, spec: FormatSpec): string {
  const refuse = (what: string): never => {
    throw new PythonError('ValueError', `${what} not allowed with integer format specifier 'c'`);
  };
  if (spec.sign !== '') refuse('Sign');
  if (spec.alternate) refuse('Alternate form (#)');
  if (value < 0 || value > 0x10ffff) throw new PythonError('OverflowError', '%c arg not in range(0x110000)');
  return layOut(spec, { negative: false, prefix: '', digits: '', rest: String.fromCodePoint(value) });
}

function formatFloat(value: number, spec: FormatSpec, type: string): string {
  if (spec.letter !== '' && !'eEfFgGn%'.includes(spec.letter)) unknownLetter(spec, type);
  const negative = value < 0 || Object.is(value, -0);
  const body = floatBody(spec.letter === '%' ? Math.abs(value) * 100 : Math.abs(value), spec);
  const upper = 'EFG'.includes(spec.letter) && spec.letter !== '';
  let digits = 0;
  while (isDigit(body.charCodeAt(digits))) digits++;
  return layOut(spec, {
    negative: negative && !(spec.plainZero && isZero(body)),
    prefix: '',
    digits: body.slice(0, digits),
    rest: upper ? body.slice(digits).toUpperCase() : body.slice(digits),
  });
}

function floatBody(value: number, { letter, precision, alternate }: FormatSpec): string {
  const percent = letter === '%' ? '%' : '';
  if (!Number.isFinite(value)) return shortest(value) + percent;
  const places = precision < 0 ? 6 : precision;
  switch (letter.toLowerCase()) {
    case 'e':
      return exponential(value, places, alternate);
    case 'f':
    case '%':
      return fixed(value, places, alternate) + percent;
    case 'g':
    case 'n':
      return general(value, places, alternate, false);
    default:
      return precision < 0 ? shortest(value) : general(value, precision, alternate, true);
  }
}

/** Whether nothing but zeros stands before the exponent. */
function isZero(body: string): boolean {
  for (const character of body) {
    if (character === 'e' || character === '%') return true;
    if (character !== '0' && character !== '.') return false;
  }
  return true;
}

interface NumberParts {
  readonly negative: boolean;
  /** `0x` and the like. */
  readonly prefix: string;
  /** Digits before the point: zero padding and grouping happen here. */
  readonly digits: string;
  /** From the point on. */
  readonly rest: string;
}

/** Sign, prefix, grouping and padding. Zeros that fill up the width take part in the grouping, as CPython has it. */
function layOut(spec: FormatSpec, parts: NumberParts): string {
  const sign = (parts.negative ? '-' : spec.sign === '-' ? '' : spec.sign) + parts.prefix;
  const zeros = spec.fill === '0' && spec.align === '=';
  const room = zeros ? spec.width - length(sign) - length(parts.rest) : 0;
  const digits = parts.digits === '' ? '' : grouped(parts.digits, spec, room);
  if (spec.align !== '=') return pad(sign + digits + parts.rest, spec);
  const missing = spec.width - length(sign + digits + parts.rest);
  return sign + (missing > 0 ? spec.fill.repeat(missing) : '') + digits + parts.rest;
}

/** The digits with separators, from the right, and with zeros on the left until they fill `room`. */
function grouped(digits: string, { grouping, letter }: FormatSpec, room: number): string {
  if (grouping === '') return digits.padStart(room, '0');
  const size = 'boxX'.includes(letter) && letter !== '' ? 4 : 3;
  const groups: string[] = [];
  let left = digits.length;
  let width = room;
  while (left > 0 || width > 0) {
    if (groups.length > 0) width--; // the separator before this group
    const take = Math.min(size, Math.max(left, width, 1));
    groups.push(digits.slice(Math.max(left - take, 0), Math.max(left, 0)).padStart(take, '0'));
    left -= take;
    width -= take;
  }
  return groups.reverse().join(grouping);
}

function pad(body: string, spec: FormatSpec): string {
  const missing = spec.width - length(body);
  if (missing <= 0) return body;
  if (spec.align === '<') return body + spec.fill.repeat(missing);
  const left = spec.align === '^' ? missing >> 1 : missing;
  return spec.fill.repeat(left) + body + spec.fill.repeat(missing - left);
}

/** Length in code points: Python counts an emoji as one. */
function length(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The first `count` code points of a text. */
function firstCharacters(text: string, count: number): string {
  let end = 0;
  for (let taken = 0; taken < count && end < text.length; taken++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

function unknownLetter(spec: FormatSpec, type: string): never {
  throw new PythonError('ValueError', `Unknown format code '${shown(spec.letter)}' for object of type '${type}'`);
}
