import { exponential, fixed, general, shortest } from '../../python/numbers';
import { entryOf } from './compare';
import { width } from './limits';
import { made } from './make';
import { escapeHtml } from './markup';
import { defined, isNumeric, isWhole, raise, repr, str, toNumber, typeName } from './show';
import { characters, lengthInCharacters } from './text';
import { Dict, Float, List, type PyValue, Range, type Traced, Undefined } from './value';
import { spendOnText } from './work';

/** `"…" % values`: Python's older way to format. */
export function percent(format: Traced, values: Traced): Traced {
  spendOnText(String(format.value), 4);
  const text = new PercentFormat(String(format.value), values, format.markup === true).write();
  const result = made(text, format, values);
  return format.markup ? { ...result, markup: true } : result;
}

interface Conversion {
  readonly key: string | undefined;
  readonly flags: string;
  readonly width: number;
  /** -1: none. */
  readonly precision: number;
  readonly letter: string;
}

class PercentFormat {
  readonly #format: string;
  readonly #values: Traced;
  /** Escaped text escapes what is put into it. */
  readonly #escapes: boolean;
  readonly #list: readonly Traced[] | undefined;
  #at = 0;
  #used = 0;

  constructor(format: string, values: Traced, escapes: boolean) {
    this.#format = format;
    this.#values = values;
    this.#escapes = escapes;
    this.#list = values.value instanceof List && values.value.kind === 'tuple' ? values.value.items : undefined;
  }

  write(): string {
    let text = '';
    for (let mark = this.#format.indexOf('%'); mark >= 0; mark = this.#format.indexOf('%', this.#at)) {
      text += this.#format.slice(this.#at, mark);
      this.#at = mark + 1;
      // Only two percent signs in a row are one; with anything between them they ask for a value.
      if (this.#format[this.#at] === '%') {
        text += '%';
        this.#at++;
      } else text += this.#convert(this.#conversion());
    }
    const left = this.#list ? this.#used < this.#list.length : this.#used === 0 && !isMapping(this.#values.value);
    if (left) raise('TypeError', 'not all arguments converted during string formatting');
    return text + this.#format.slice(this.#at);
  }

  /** `%(key)#0-5.2f` behind the percent sign. */
  #conversion(): Conversion {
    const key = this.#format[this.#at] === '(' ? this.#key() : undefined;
    const flags = this.#while('-+ #0');
    const size = this.#size() ?? 0;
    let precision = -1;
    if (this.#format[this.#at] === '.') {
      this.#at++;
      precision = this.#size() ?? 0;
    }
    if ('hlL'.includes(this.#format[this.#at] ?? ' ')) this.#at++;
    const letter = characterAt(this.#format, this.#at);
    if (letter === '') raise('ValueError', 'incomplete format');
    this.#at += letter.length;
    const left = size < 0 ? '-' : '';
    return {
      key,
      flags: flags + left,
      width: width(Math.abs(size)),
      precision: Math.max(width(precision), -1),
      letter,
    };
  }

  #key(): string {
    const start = this.#at + 1;
    let open = 0;
    do {
      const character = this.#format[this.#at];
      if (character === undefined) raise('ValueError', 'incomplete format key');
      if (character === '(') open++;
      if (character === ')') open--;
      this.#at++;
    } while (open > 0);
    return this.#format.slice(start, this.#at - 1);
  }

  #while(set: string): string {
    const start = this.#at;
    while (this.#at < this.#format.length && set.includes(this.#format[this.#at] ?? '')) this.#at++;
    return this.#format.slice(start, this.#at);
  }

  /** Digits, or a `*` that takes the number from the values; undefined when nothing is there. */
  #size(): number | undefined {
    if (this.#format[this.#at] === '*') {
      this.#at++;
      const { value } = this.#list ? this.#next() : raise('TypeError', 'not enough arguments for format string');
      if (!isWhole(value)) raise('TypeError', '* wants int');
      return Number(value);
    }
    const digits = this.#while('0123456789');
    return digits === '' ? undefined : Number(digits);
  }

  #next(): Traced {
    const value = this.#list ? this.#list[this.#used] : this.#used === 0 ? this.#values : undefined;
    this.#used++;
    return value ?? raise('TypeError', 'not enough arguments for format string');
  }

  #named(key: string): Traced {
    const { value } = this.#values;
    if (!isMapping(value) || this.#list) return raise('TypeError', 'format requires a mapping');
    defined(this.#values);
    this.#used++;
    if (!(value instanceof Dict)) {
      return raise('TypeError', `${typeName(value)} indices must be integers or slices, not str`);
    }
    return entryOf(value, key)?.value ?? raise('KeyError', repr({ value: key, origins: [] }));
  }

  #convert(conversion: Conversion): string {
    const { key, letter, precision } = conversion;
    const value = key === undefined ? this.#next() : this.#named(key);
    if ('sra'.includes(letter)) {
      const text = this.#escaped(letter === 's' ? str(value) : letter === 'r' ? repr(value) : asciiRepr(value), value);
      return pad(precision < 0 ? text : characters(text).slice(0, precision).join(''), conversion, false);
    }
    if (letter === 'c') return pad(character(value), conversion, false);
    if ('diu'.includes(letter)) return pad(decimal(value, conversion), conversion, true);
    if ('xXo'.includes(letter)) return pad(radix(value, conversion), conversion, true);
    if ('eEfFgG'.includes(letter)) return pad(floating(value, conversion), conversion, true);
    const code = (letter.codePointAt(0) ?? 0).toString(16);
    const at = lengthInCharacters(this.#format.slice(0, this.#at)) - 1;
    return raise('ValueError', `unsupported format character '${letter}' (0x${code}) at index ${at}`);
  }

  #escaped(text: string, value: Traced): string {
    return this.#escapes && !value.markup ? escapeHtml(text) : text;
  }
}

const characterAt = (text: string, at: number): string => {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
};

/** Whether Python would look a key up in the value: everything with `[]` counts, but for texts and tuples. */
const isMapping = (value: PyValue): boolean =>
  value instanceof Dict ||
  value instanceof Range ||
  value instanceof Undefined ||
  (value instanceof List && value.kind === 'list');

/** What `ascii(value)` gives. */
export const asciiRepr = (value: Traced): string =>
  repr(value).replace(/[^\0-\x7f]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const digits = code.toString(16);
    if (code < 0x100) return `\\x${digits.padStart(2, '0')}`;
    return code < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
  });

function character(traced: Traced): string {
  const { value } = traced;
  if (typeof value === 'string' && lengthInCharacters(value) === 1) return value;
  if (!isWhole(value)) return raise('TypeError', '%c requires int or char');
  const code = Number(value);
  if (code < 0 || code > 0x10ffff) return raise('OverflowError', '%c arg not in range(0x110000)');
  return String.fromCodePoint(code);
}

function decimal(traced: Traced, { letter, flags, precision }: Conversion): string {
  defined(traced);
  const { value } = traced;
  if (!isNumeric(value)) {
    return raise('TypeError', `%${letter} format: a real number is required, not ${typeName(value)}`);
  }
  return signedDigits(value instanceof Float ? truncated(value.number) : BigInt(value), '', flags, (number) =>
    number.toString().padStart(precision, '0'),
  );
}

/** The whole part of a float. */
export function truncated(number: number): bigint {
  if (Number.isFinite(number)) return BigInt(Math.trunc(number));
  return Number.isNaN(number)
    ? raise('ValueError', 'cannot convert float NaN to integer')
    : raise('OverflowError', 'cannot convert float infinity to integer');
}

function radix(traced: Traced, { letter, flags, precision }: Conversion): string {
  const { value } = traced;
  if (!isWhole(value)) {
    return raise('TypeError', `%${letter} format: an integer is required, not ${typeName(value)}`);
  }
  const prefix = flags.includes('#') ? `0${letter}` : '';
  return signedDigits(BigInt(value), prefix, flags, (number) => {
    const digits = number.toString(letter === 'o' ? 8 : 16).padStart(precision, '0');
    return letter === 'X' ? digits.toUpperCase() : digits;
  });
}

function signedDigits(value: bigint, prefix: string, flags: string, digits: (absolute: bigint) => string): string {
  return signOf(value < 0n, flags) + prefix + digits(value < 0n ? -value : value);
}

const signOf = (negative: boolean, flags: string): string =>
  negative ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';

function floating(traced: Traced, { letter, flags, precision }: Conversion): string {
  defined(traced);
  const { value } = traced;
  if (!isNumeric(value)) return raise('TypeError', `must be real number, not ${typeName(value)}`);
  const number = toNumber(value);
  const text = body(Math.abs(number), letter.toLowerCase(), precision < 0 ? 6 : precision, flags.includes('#'));
  const negative = number < 0 || Object.is(number, -0);
  return signOf(negative, flags) + (letter === letter.toLowerCase() ? text : text.toUpperCase());
}

function body(number: number, letter: string, places: number, alternate: boolean): string {
  if (!Number.isFinite(number)) return shortest(number);
  if (letter === 'f') return fixed(number, places, alternate);
  return letter === 'e' ? exponential(number, places, alternate) : general(number, places, alternate, false);
}

/** Blanks up to the width; for numbers with the flag `0`, zeros behind the sign and the prefix. */
function pad(text: string, { flags, width }: Conversion, numeric: boolean): string {
  const missing = width - lengthInCharacters(text);
  if (missing <= 0) return text;
  if (flags.includes('-')) return text + ' '.repeat(missing);
  if (!numeric || !flags.includes('0')) return ' '.repeat(missing) + text;
  const head = /^[-+ ]?(?:0[xXo](?=.))?/.exec(text)?.[0] ?? '';
  return head + '0'.repeat(missing) + text.slice(head.length);
}
