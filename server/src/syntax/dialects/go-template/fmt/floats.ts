// How Go writes floating-point numbers. The digits themselves are the same in every language that rounds correctly.
import { exponential, fixed, general } from '../../python/numbers';
import { type Directive, padded } from './directive';

/** A double has no more places behind the point than this; the others are zeros. */
const MOST_PLACES = 1100;

/** A floating-point number; undefined when the verb is none for it. */
export function float(value: number, how: Directive): string | undefined {
  const form = FORMS.get(how.verb);
  if (!form) return undefined;
  const precision = how.precision ?? form.precision;
  const magnitude = written(Math.abs(value), form.kind, precision);
  const negative = value < 0 || Object.is(value, -0);
  const full = how.sharp && form.kind !== 'b' ? withPoint(magnitude, how.verb, precision) : magnitude;
  const cased = /[EGX]/.test(how.verb) ? full.toUpperCase() : full;
  const sign = negative ? '-' : how.plus ? '+' : how.space ? ' ' : '';
  if (sign !== '' && how.zero && how.width !== undefined && how.width > cased.length + 1) {
    return sign + cased.padStart(how.width - 1, '0');
  }
  return padded(sign + cased, how);
}

type Kind = 'e' | 'f' | 'g' | 'b' | 'x';

/** `precision` when none is given; undefined: as many digits as it takes to read the same number back. */
const FORMS: ReadonlyMap<string, { readonly kind: Kind; readonly precision: number | undefined }> = new Map([
  ['v', { kind: 'g', precision: undefined }],
  ['g', { kind: 'g', precision: undefined }],
  ['G', { kind: 'g', precision: undefined }],
  ['e', { kind: 'e', precision: 6 }],
  ['E', { kind: 'e', precision: 6 }],
  ['f', { kind: 'f', precision: 6 }],
  ['F', { kind: 'f', precision: 6 }],
  ['b', { kind: 'b', precision: undefined }],
  ['x', { kind: 'x', precision: undefined }],
  ['X', { kind: 'x', precision: undefined }],
]);

function written(value: number, kind: Kind, precision: number | undefined): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : 'Inf';
  if (kind === 'b') return binary(value);
  if (kind === 'x') return hexadecimal(value, precision);
  if (precision === undefined) return shortest(value);
  const places = Math.min(precision, MOST_PLACES);
  const zeros = '0'.repeat(precision - places);
  if (kind === 'g') return general(value, places, false, false);
  if (kind === 'f') return fixed(value, places, false) + zeros;
  return exponential(value, places, false).replace(/e/, `${zeros}e`);
}

/** An exponent is written below 0.0001 and from a million on, whatever the number of digits. */
function shortest(value: number): string {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  const digits = mantissa.replace('.', '');
  if (power < -4 || power > LARGEST_PLAIN_POWER) {
    const sign = power < 0 ? '-' : '+';
    return `${mantissa}e${sign}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  if (power < 0) return `0.${'0'.repeat(-power - 1)}${digits}`;
  const whole = digits.slice(0, power + 1).padEnd(power + 1, '0');
  const fraction = digits.slice(power + 1);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

const LARGEST_PLAIN_POWER = 5;

/** `#`: a point in any case, and the zeros at the end that were left out. */
function withPoint(text: string, verb: string, precision: number | undefined): string {
  const at = text.search(/[xX]/.test(verb) ? /p/ : /e/);
  const number = at < 0 ? text : text.slice(0, at);
  let missing = 'vgGx'.includes(verb) ? (precision ?? 6) : 0;
  missing -= number.replace('.', '').replace(/^0+/, '').length;
  if (number === '0') missing--;
  return `${number}${number.includes('.') ? '' : '.'}${'0'.repeat(Math.max(missing, 0))}${text.slice(number.length)}`;
}

function parts(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  return exponent === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | 0x10000000000000n, exponent: exponent - 1075 };
}

function binary(value: number): string {
  const { mantissa, exponent } = parts(value);
  return `${mantissa}p${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
}

/** `1.8p+01`: one digit before the point, which is 1 but for nought. */
function hexadecimal(value: number, precision: number | undefined): string {
  let { mantissa, exponent } = parts(value);
  if (mantissa === 0n) exponent = 0;
  else {
    const shift = 53 - mantissa.toString(2).length;
    mantissa <<= BigInt(shift);
    exponent += 52 - shift;
  }
  if (precision !== undefined && precision < 13) {
    const dropped = BigInt(52 - 4 * precision);
    const rest = mantissa & ((1n << dropped) - 1n);
    const half = 1n << (dropped - 1n);
    mantissa >>= dropped;
    if (rest > half || (rest === half && mantissa % 2n === 1n)) mantissa++;
    mantissa <<= dropped;
    if (mantissa >= 1n << 53n) {
      mantissa >>= 1n;
      exponent++;
    }
  }
  const digits = mantissa.toString(16).padStart(14, '0');
  const all = digits.slice(1).padEnd(precision ?? 13, '0');
  const fraction = precision === undefined ? withoutZeros(all) : all.slice(0, precision);
  const sign = exponent < 0 ? '-' : '+';
  return `0x${digits[0]}${fraction === '' ? '' : `.${fraction}`}p${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

function withoutZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}
