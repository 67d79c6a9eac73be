import { PythonError } from '../../python/error';
import { fixed } from '../../python/numbers';
import { truth } from '../values/compare';
import { made } from '../values/make';
import { truncated } from '../values/percent';
import { defined, isNumeric, isWhole, raise, repr, toNumber, typeName, whole } from '../values/show';
import { Float, type PyValue, type Traced } from '../values/value';
import { integer } from './arguments';
import { filter } from './bind';
import type { Filter } from './host';
import { readFloat, readInteger } from './read-number';

export const numberFilters: readonly (readonly [string, Filter])[] = [
  ['abs', filter('abs', {}, (input) => made(absolute(input), input))],
  ['float', filter('do_float', { default: constantFloat(0) }, toFloat)],
  ['int', filter('do_int', { default: 0, base: 10 }, toInteger)],
  ['round', filter('do_round', { precision: 0, method: 'common' }, round)],
  [
    'filesizeformat',
    filter('do_filesizeformat', { binary: false }, (input, { binary }) =>
      made(fileSize(floatOf(input), truth(binary)), input),
    ),
  ],
];

function constantFloat(number: number): Float {
  return new Float(number);
}

function absolute(input: Traced): PyValue {
  const { value } = input;
  if (value instanceof Float) return new Float(Math.abs(value.number));
  if (!isWhole(value)) return raise('TypeError', `bad operand type for abs(): '${typeName(value)}'`);
  const number = BigInt(value);
  return whole(number < 0n ? -number : number);
}

/** What `float(value)` gives; an error when it is none. */
function floatOf(input: Traced): number {
  defined(input);
  const { value } = input;
  if (typeof value === 'string') {
    return readFloat(value) ?? raise('ValueError', `could not convert string to float: ${repr(input)}`);
  }
  if (!isNumeric(value)) {
    return raise('TypeError', `float() argument must be a string or a real number, not '${typeName(value)}'`);
  }
  const number = toNumber(value);
  if (!Number.isFinite(number) && typeof value === 'bigint') {
    raise('OverflowError', 'int too large to convert to float');
  }
  return number;
}

function toFloat(input: Traced, given: { readonly default: Traced }): Traced {
  return orDefault(() => made(new Float(floatOf(input)), input), given.default);
}

/** What a filter gives for a value that is no number. */
function orDefault(read: () => Traced, fallback: Traced, also: readonly string[] = []): Traced {
  try {
    return read();
  } catch (error) {
    const caught = error instanceof PythonError && ['TypeError', 'ValueError', ...also].includes(error.type);
    if (!caught) throw error;
    return fallback;
  }
}

/** `"42.23"|int` is 42: what is no whole number is read as a float before it is given up. */
function toInteger(input: Traced, given: { readonly default: Traced; readonly base: Traced }): Traced {
  const { value } = input;
  if (typeof value === 'string') {
    const number = readInteger(value, integer(given.base));
    if (number !== undefined) return made(whole(number), input);
  } else if (isWhole(value)) return made(whole(BigInt(value)), input);
  else if (value instanceof Float && !Number.isNaN(value.number)) return made(whole(truncated(value.number)), input);
  return orDefault(() => made(whole(truncated(floatOf(input))), input), given.default, ['OverflowError']);
}

function round(input: Traced, given: { readonly precision: Traced; readonly method: Traced }): Traced {
  const method = given.method.value;
  if (method !== 'common' && method !== 'ceil' && method !== 'floor') {
    return raise('FilterArgumentError', 'method must be common, ceil or floor');
  }
  const { value } = input;
  if (!isNumeric(value)) {
    if (method !== 'common') defined(input);
    return raise('TypeError', `type ${typeName(value)} doesn't define __round__ method`);
  }
  const places = integer(given.precision);
  if (method === 'common') return made(rounded(value, places), input, given.precision);
  const scale = 10 ** places;
  const scaled = toNumber(value) * scale;
  const result = (method === 'ceil' ? Math.ceil(scaled) : Math.floor(scaled)) / scale;
  return made(new Float(result), input, given.precision);
}

/** Python's own rounding: to the nearest, ties to the even digit of the exact binary value. */
function rounded(value: boolean | number | bigint | Float, places: number): PyValue {
  if (value instanceof Float) return new Float(roundedFloat(value.number, places));
  const number = BigInt(value);
  if (places >= 0) return whole(number);
  const unit = 10n ** BigInt(Math.min(-places, 400));
  const absolute = number < 0n ? -number : number;
  const below = absolute / unit;
  const twice = (absolute % unit) * 2n;
  const up = twice > unit || (twice === unit && below % 2n === 1n);
  return whole((number < 0n ? -1n : 1n) * (up ? below + 1n : below) * unit);
}

function roundedFloat(number: number, places: number): number {
  if (!Number.isFinite(number) || places > 323) return number;
  const sign = number < 0 || Object.is(number, -0) ? -1 : 1;
  if (places >= 0) return sign * Number(fixed(Math.abs(number), places, false));
  if (places < -308) return sign * 0;
  // In front of the point the digits are those of a whole number, and what is behind it decides a tie.
  const [digits = '0', behind = ''] = fixed(Math.abs(number), 60, false).split('.');
  const unit = 10n ** BigInt(-places);
  const below = BigInt(digits) / unit;
  const twice = (BigInt(digits) % unit) * 2n;
  const exact = twice === unit && !/[1-9]/.test(behind);
  const up = exact ? below % 2n === 1n : twice >= unit;
  return sign * Number((up ? below + 1n : below) * unit);
}

const DECIMAL = ['kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];
const BINARY = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'];

function fileSize(bytes: number, binary: boolean): string {
  const base = binary ? 1024 : 1000;
  if (bytes === 1) return '1 Byte';
  if (bytes < base) return `${truncated(bytes)} Bytes`;
  const names = binary ? BINARY : DECIMAL;
  const index = names.findIndex((_, power) => bytes < base ** (power + 2));
  const power = index < 0 ? names.length - 1 : index;
  const size = (base * bytes) / base ** (power + 2);
  const written = Number.isFinite(size) ? fixed(Math.abs(size), 1, false) : String(size).toLowerCase().slice(0, 3);
  return `${written} ${names[power]}`;
}
