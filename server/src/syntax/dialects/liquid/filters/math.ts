import { toNumber } from '../values/convert';
import { computed, type Filter, type Filters } from './filter';

const numbers = (compute: (...numbers: readonly number[]) => number): Filter =>
  computed((input, ...args) => compute(toNumber(input), ...args.map(toNumber)));

/** Missing arguments are no numbers, and give none. */
const two = (compute: (a: number, b: number) => number): Filter =>
  numbers((a = Number.NaN, b = Number.NaN) => compute(a, b));

export const MATH: Filters = [
  ['abs', numbers((a = 0) => Math.abs(a))],
  ['ceil', numbers((a = 0) => Math.ceil(a))],
  ['floor', numbers((a = 0) => Math.floor(a))],
  ['at_least', numbers((...all) => Math.max(...all))],
  ['at_most', numbers((...all) => Math.min(...all))],
  ['plus', two((a, b) => a + b)],
  ['minus', two((a, b) => a - b)],
  ['times', two((a, b) => a * b)],
  ['modulo', two((a, b) => ((a % b) + b) % b)],
  ['divided_by', numbers((a = 0, b = Number.NaN, isWhole = 0) => (isWhole ? Math.floor(a / b) : a / b))],
  ['round', computed((input, digits) => round(toNumber(input), toNumber(digits ?? 0)))],
];

/** Rounds half away from zero, in decimal digits and not in binary ones. */
function round(value: number, digits: number): number {
  const scaled = shifted(Math.abs(value), digits);
  if (!(scaled <= Number.MAX_SAFE_INTEGER)) return value;
  const rounded = shifted(Math.round(scaled), -digits);
  return value < 0 ? -rounded : rounded;
}

function shifted(value: number, exponent: number): number {
  const [mantissa, power = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(power) + exponent}`);
}
