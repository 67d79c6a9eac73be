// Decimal digits of a double, as CPython writes them. JavaScript's `toFixed` and `toExponential` round ties up and stop
// at 100 places; Python rounds the exact binary value, ties to even. So the digits are computed with big integers.

/** Significant decimal digits without zeros at the end, and where the point stands: `1234`, 2 is 12.34. */
interface Digits {
  readonly digits: string;
  readonly point: number;
}

/** How digits are laid out. */
interface Layout {
  /** With an exponent: the point goes behind the first digit. */
  readonly exponent: boolean;
  /** How many digits are written at least, counted from the first. */
  readonly length: number;
  /** `.0` is added to what would look like a whole number. */
  readonly dotZero: boolean;
  /** `#`: the point stays even when nothing follows it. */
  readonly alternate: boolean;
}

/** What `repr` of a float gives: the shortest digits that read back as the same number. */
export function shortest(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  return sign + layOut(shortestDigits(Math.abs(value)), plainLayout);
}

const plainLayout = ({ digits, point }: Digits): Layout => ({
  exponent: point <= -4 || point > 16,
  length: digits.length,
  dotZero: true,
  alternate: false,
});

/** Format `f`: `places` digits behind the point. */
export const fixed = (value: number, places: number, alternate: boolean): string =>
  layOut(roundedAt(value, places), ({ point }) => ({
    exponent: false,
    length: point + places,
    dotZero: false,
    alternate,
  }));

/** Format `e`: one digit before the point, `places` behind it. */
export const exponential = (value: number, places: number, alternate: boolean): string =>
  layOut(significant(value, places + 1), () => ({ exponent: true, length: places + 1, dotZero: false, alternate }));

/** Format `g`, and with `dotZero` the format without a letter but with a precision. */
export function general(value: number, precision: number, alternate: boolean, dotZero: boolean): string {
  const wanted = Math.max(precision, 1);
  return layOut(significant(value, wanted), ({ digits, point }) => ({
    exponent: point <= -4 || point > wanted - (dotZero ? 1 : 0),
    length: alternate ? wanted : digits.length,
    dotZero,
    alternate,
  }));
}

/** Zeros at both ends, the point and the exponent. */
function layOut(number: Digits, layoutOf: (number: Digits) => Layout): string {
  const layout = layoutOf(number);
  const point = layout.exponent ? 1 : number.point;
  const atLeast = !layout.exponent && layout.dotZero ? point + 1 : point;
  const length = Math.max(layout.length, atLeast);
  const leading = point <= 0 ? 1 - point : 0;
  const all = '0'.repeat(leading) + number.digits.padEnd(length, '0');
  const before = point + leading;
  const fraction = all.slice(before);
  let out = all.slice(0, before);
  if (fraction !== '' || layout.alternate) out += `.${fraction}`;
  if (!layout.exponent) return out;
  const exponent = number.point - 1;
  return `${out}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** JavaScript finds the same shortest digits as Python; only the layout differs. */
function shortestDigits(value: number): Digits {
  if (value === 0) return { digits: '0', point: 1 };
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  return { digits: mantissa.replace('.', ''), point: Number(exponent) + 1 };
}

/** The value rounded to `places` digits behind the point. */
function roundedAt(value: number, places: number): Digits {
  const scaled = scaledToInteger(value, places).toString();
  return scaled === '0' ? { digits: '0', point: 1 } : { digits: withoutZeros(scaled), point: scaled.length - places };
}

/** The value rounded to `count` significant digits. */
function significant(value: number, count: number): Digits {
  if (value === 0) return { digits: '0', point: 1 };
  // The exponent of the value itself; rounding may carry it one further (9.99 to two digits).
  const exponent = Number(value.toExponential(20).split('e')[1]);
  const scaled = scaledToInteger(value, count - 1 - exponent).toString();
  return { digits: withoutZeros(scaled), point: exponent + 1 + (scaled.length - count) };
}

/** `value × 10^places`, rounded to a whole number, ties to even, without any loss on the way. */
function scaledToInteger(value: number, places: number): bigint {
  let { mantissa: above, power } = binary(value);
  let below = 1n;
  if (power >= 0) above <<= BigInt(power);
  else below <<= BigInt(-power);
  if (places >= 0) above *= 10n ** BigInt(places);
  else below *= 10n ** BigInt(-places);
  const quotient = above / below;
  const twice = (above % below) * 2n;
  const up = twice > below || (twice === below && quotient % 2n === 1n);
  return up ? quotient + 1n : quotient;
}

/** A finite value that is not negative, as `mantissa × 2^power`. */
function binary(value: number): { mantissa: bigint; power: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  return exponent === 0
    ? { mantissa: fraction, power: -1074 }
    : { mantissa: fraction | 0x10000000000000n, power: exponent - 1075 };
}

function withoutZeros(digits: string): string {
  let end = digits.length;
  while (end > 1 && digits.charCodeAt(end - 1) === 48) end--;
  return digits.slice(0, end);
}
