import { characterAt, isDigit } from '../characters';
import { Byte, type GoValue, typeName } from '../values';
import { type Directive, directive } from './directive';
import { Printer } from './printer';

/** Widths and precisions beyond this are mistakes, to Go as well. */
const LARGEST = 1_000_000;

/** What `fmt.Sprintf` gives, mistakes included: `%!d(string=hi)`, `%!s(MISSING)`, `%!(EXTRA int=1)`. */
export const sprintf = (format: string, values: readonly GoValue[]): string => new Format(format, values).run();

class Format {
  readonly #format: string;
  readonly #values: readonly GoValue[];
  readonly #printer = new Printer();
  #at = 0;
  /** The argument that is next. */
  #next = 0;
  #reordered = false;
  #goodIndex = true;
  /** The last thing that was read is an index: `[3]`. */
  #afterIndex = false;
  /** No `]` stands behind here any more. */
  #unclosed = false;

  constructor(format: string, values: readonly GoValue[]) {
    this.#format = format;
    this.#values = values;
  }

  run(): string {
    const format = this.#format;
    while (this.#at < format.length) {
      const percent = format.indexOf('%', this.#at);
      const end = percent < 0 ? format.length : percent;
      this.#printer.write(format.slice(this.#at, end));
      this.#at = end + 1;
      if (percent >= 0) this.#verb();
    }
    this.#extra();
    return this.#printer.text;
  }

  #verb(): void {
    const how = directive('');
    this.#goodIndex = true;
    this.#afterIndex = false;
    if (!this.#flags(how)) {
      this.#index();
      this.#width(how);
      this.#precision(how);
      if (!this.#afterIndex) this.#index();
    }
    how.verb = characterAt(this.#format, this.#at);
    this.#at += how.verb.length;
    const { verb } = how;
    if (verb === '') this.#printer.write('%!(NOVERB)');
    else if (verb === '%') this.#printer.write('%');
    else if (!this.#goodIndex) this.#printer.write(`%!${verb}(BADINDEX)`);
    else if (this.#next >= this.#values.length) this.#printer.write(`%!${verb}(MISSING)`);
    else this.#argument(how);
  }

  #argument(how: Directive): void {
    if (how.verb === 'v') {
      how.sharpV = how.sharp;
      how.sharp = false;
      how.plus = false;
    }
    this.#printer.argument(this.#values[this.#next], how);
    this.#next++;
  }

  /** Whether the verb follows at once: then an argument for it is taken for granted. */
  #flags(how: Directive): boolean {
    for (; this.#at < this.#format.length; this.#at++) {
      const flag = this.#format[this.#at] ?? '';
      if (flag === '#') how.sharp = true;
      else if (flag === '0') how.zero = !how.minus;
      else if (flag === '+') how.plus = true;
      else if (flag === ' ') how.space = true;
      else if (flag === '-') {
        how.minus = true;
        how.zero = false;
      } else return flag >= 'a' && flag <= 'z' && this.#next < this.#values.length;
    }
    return false;
  }

  /** `[2]`: which argument is next, counted from one. */
  #index(): void {
    this.#afterIndex = false;
    if (this.#format[this.#at] !== '[') return;
    this.#reordered = true;
    const isShort = this.#format.length - this.#at < 3;
    const close = isShort || this.#unclosed ? -1 : this.#format.indexOf(']', this.#at + 1);
    if (close < 0) {
      this.#unclosed ||= !isShort;
      this.#goodIndex = false;
      this.#at++;
      return;
    }
    const number = readNumber(this.#format.slice(this.#at + 1, close));
    this.#at = close + 1;
    const whole = number?.rest === '' ? number.value : undefined;
    if (whole !== undefined && whole >= 1 && whole <= this.#values.length) this.#next = whole - 1;
    else this.#goodIndex = false;
    this.#afterIndex = whole !== undefined;
  }

  #width(how: Directive): void {
    if (this.#format[this.#at] === '*') {
      this.#at++;
      const width = this.#numberArgument();
      if (width === undefined) this.#printer.write('%!(BADWIDTH)');
      else if (width < 0) {
        how.minus = true;
        how.zero = false;
      }
      how.width = width === undefined ? undefined : Math.abs(width);
      this.#afterIndex = false;
      return;
    }
    how.width = this.#number();
    if (this.#afterIndex && how.width !== undefined) this.#goodIndex = false;
  }

  #precision(how: Directive): void {
    // A point at the very end is taken for the verb.
    if (this.#format[this.#at] !== '.' || this.#at + 1 >= this.#format.length) return;
    this.#at++;
    if (this.#afterIndex) this.#goodIndex = false;
    this.#index();
    if (this.#format[this.#at] !== '*') {
      how.precision = this.#number() ?? 0;
      return;
    }
    this.#at++;
    const precision = this.#numberArgument();
    if (precision === undefined || precision < 0) this.#printer.write('%!(BADPREC)');
    else how.precision = precision;
    this.#afterIndex = false;
  }

  #number(): number | undefined {
    const number = readNumber(this.#format.slice(this.#at));
    if (!number) return undefined;
    this.#at = this.#format.length - number.rest.length;
    return number.value;
  }

  /** The next argument as a width or precision. */
  #numberArgument(): number | undefined {
    const value = this.#values[this.#next];
    if (this.#next < this.#values.length) this.#next++;
    const number = typeof value === 'bigint' ? value : value instanceof Byte ? BigInt(value.value) : undefined;
    if (number === undefined || number > LARGEST || number < -LARGEST) return undefined;
    return Number(number);
  }

  #extra(): void {
    if (this.#reordered || this.#next >= this.#values.length) return;
    this.#printer.write('%!(EXTRA ');
    for (const [index, value] of this.#values.slice(this.#next).entries()) {
      if (index > 0) this.#printer.write(', ');
      if (value !== undefined && value !== null) this.#printer.write(`${typeName(value)}=`);
      this.#printer.argument(value, directive('v'));
    }
    this.#printer.write(')');
  }
}

/** Digits at the beginning of a text. A number that is far too large takes everything behind it along. */
function readNumber(text: string): { readonly value: number | undefined; readonly rest: string } | undefined {
  let value = 0;
  let at = 0;
  for (; isDigit(text.charCodeAt(at)); at++) {
    if (value > LARGEST) return { value: undefined, rest: '' };
    value = value * 10 + text.charCodeAt(at) - 48;
  }
  return at === 0 ? undefined : { value, rest: text.slice(at) };
}
