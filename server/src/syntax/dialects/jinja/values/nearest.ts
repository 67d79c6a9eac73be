// The floats nearest to what whole numbers make exactly. JavaScript's own `**` is off in the last digit now and then.
import { raise } from './show';
import { spend, spendOnDigits } from './work';

/** Binary digits of a whole number. */
export function bits(value: bigint): number {
  const length = value.toString(2).length;
  spendOnDigits(length);
  return length;
}

/** Bits of a quotient that are computed: more than a double holds, so that it can be rounded once. */
const QUOTIENT_BITS = 66;

/** `a / b` of whole numbers that need not fit into a double themselves. */
export function nearestQuotient(a: bigint, b: bigint): number {
  if (b === 0n) return raise('ZeroDivisionError', 'division by zero');
  const [above, below] = [a < 0n ? -a : a, b < 0n ? -b : b];
  const shift = QUOTIENT_BITS - (bits(above) - bits(below));
  const [dividend, divisor] = shift >= 0 ? [above << BigInt(shift), below] : [above, below << BigInt(-shift)];
  const inexact = dividend % divisor === 0n ? 0n : 1n;
  const result = Number((dividend / divisor) | inexact) * 2 ** -shift;
  if (!Number.isFinite(result)) raise('OverflowError', 'integer division result too large for a float');
  return a < 0n === b < 0n ? result : -result;
}

/** Exponents that are computed exactly. */
const LARGEST_EXPONENT = 1100;

/** `a ** b` as the C library gives it, as far as that can be told: for whole exponents and square roots. */
export function nearestPower(a: number, b: number): number {
  if (b === 0.5 && a > 0) return Math.sqrt(a);
  const rough = a ** b;
  const size = Math.abs(rough);
  const exact = Number.isInteger(b) && Math.abs(b) <= LARGEST_EXPONENT && Number.isFinite(a);
  // Near the ends of the range a double has fewer digits.
  if (!exact || !(size > 1e-290 && size < 1e290)) return rough;
  let whole = Math.abs(a);
  let halvings = 0;
  for (; !Number.isInteger(whole); whole *= 2) halvings++;
  const exponent = BigInt(Math.abs(b));
  spend(Math.abs(b));
  const power = BigInt(whole) ** exponent;
  const scale = 1n << (BigInt(halvings) * exponent);
  const result = b < 0 ? nearestQuotient(scale, power) : nearestQuotient(power, scale);
  return rough < 0 ? -result : result;
}
