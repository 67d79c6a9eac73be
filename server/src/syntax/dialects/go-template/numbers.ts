// Numbers and characters as they are written in a template.
import { unquoteCharacter } from './quote';
import { Complex, type GoValue } from './values';

/** A constant: its value, or that it is larger than any `int`. */
export type Constant = { readonly value: GoValue } | { readonly overflows: true };

/** What a token is; a text when Go refuses it, in its words. */
export function constantOf(written: string, kind: 'number' | 'character' | 'complex'): Constant | string {
  if (kind === 'character') return character(written);
  if (kind === 'complex') return pair(written);
  return number(written);
}

function character(written: string): Constant | string {
  const one = unquoteCharacter(written, 1, "'");
  if (!one) return 'invalid syntax';
  return one.end === written.length - 1 ? { value: BigInt(one.code) } : `malformed character constant: ${written}`;
}

/** A sign that belongs to no exponent stands between the two parts. */
function pair(written: string): Constant | string {
  const [, real = '', imaginary = ''] = /^(.*[^eEpP])([+-].+)i$/.exec(written) ?? [];
  const parts = [floatOf(real), floatOf(imaginary)] as const;
  return parts[0] === undefined || parts[1] === undefined
    ? 'syntax error scanning complex number'
    : { value: new Complex(parts[0], parts[1]) };
}

const LARGEST = 2n ** 63n;

function number(written: string): Constant | string {
  if (written.endsWith('i')) {
    const imaginary = floatOf(written.slice(0, -1));
    if (imaginary !== undefined) return { value: new Complex(0, imaginary) };
  }
  const whole = integerOf(written);
  // A hexadecimal digit `e` behind a sign looks like an exponent to the engine.
  const looksFloating = /[.eEpP]/.test(written) && !(/^0[xX]./.test(written) && !/[pP]/.test(written));
  if (whole !== undefined && whole >= -LARGEST && whole < LARGEST) {
    return { value: looksFloating ? Number(whole) : whole };
  }
  if (whole !== undefined && whole >= LARGEST && whole < 2n * LARGEST && !/^[+-]/.test(written)) {
    return { overflows: true };
  }
  const value = floatOf(written);
  if (value === undefined) return `illegal number syntax: "${written}"`;
  return looksFloating || /[.eEpP]/.test(written) ? { value } : `integer overflow: "${written}"`;
}

const INTEGER = /^([+-]?)(?:0[xX]([0-9a-fA-F_]+)|0[bB]([01_]+)|0[oO]?([0-7_]+)|(0|[1-9][0-9_]*))$/;

/** As `strconv.ParseInt` reads it with base 0; of any size. */
function integerOf(written: string): bigint | undefined {
  if (!hasSoundUnderscores(written)) return undefined;
  const [, sign, hexadecimal, binary, octal, decimal] = INTEGER.exec(written) ?? [];
  const digits = (hexadecimal ?? binary ?? octal ?? decimal)?.replaceAll('_', '');
  if (digits === undefined || digits === '') return undefined;
  const prefix = hexadecimal !== undefined ? '0x' : binary !== undefined ? '0b' : octal !== undefined ? '0o' : '';
  const value = BigInt(prefix + digits);
  return sign === '-' ? -value : value;
}

const DECIMAL = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const HEXADECIMAL = /^([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?[pP]([+-]?[0-9]{1,6})$/;

function floatOf(written: string): number | undefined {
  if (!hasSoundUnderscores(written)) return undefined;
  const plain = written.replaceAll('_', '');
  if (DECIMAL.test(plain)) {
    const value = Number(plain);
    return Number.isFinite(value) ? value : undefined;
  }
  const [, sign, whole = '', fraction = '', exponent = '0'] = HEXADECIMAL.exec(plain) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const power = Number(exponent) - 4 * fraction.length;
  const value = Number(BigInt(`0x${whole}${fraction}`)) * 2 ** power;
  if (!Number.isFinite(value)) return undefined;
  return sign === '-' ? -value : value;
}

/** Underscores may stand between digits, and behind `0x` and its like. */
function hasSoundUnderscores(written: string): boolean {
  if (!written.includes('_')) return true;
  const digits = written.replace(/^[+-]?(?:0[xXbBoO])?/, (prefix) => (/[a-zA-Z]/.test(prefix) ? '0' : ''));
  return !/_(?![0-9a-fA-F])|(?<![0-9a-fA-F])_/.test(digits);
}
