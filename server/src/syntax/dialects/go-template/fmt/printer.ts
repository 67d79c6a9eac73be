// `fmt` of Go for the values that a template has.
import { readable } from '../characters';
import { canBackquote, quoted } from '../quote';
import { Byte, Complex, Dict, type GoValue, goValue, List, Root, typeName, Unknown } from '../values';
import { type Directive, directive, padded } from './directive';
import { float } from './floats';
import { hexadecimal, integer } from './integers';

/** Characters of one text that a template makes, and lists in lists that are printed. */
const LONGEST = 20_000_000;
const DEEPEST = 300;

/** Thrown where a text grows beyond all measure, and where Go would print an address. */
export class PrintLimit {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

/** What `fmt.Sprint` gives: blanks between values of which neither is a text. */
export function sprint(values: readonly GoValue[]): string {
  const printer = new Printer();
  let afterText = true;
  for (const value of values) {
    const isText = typeof value === 'string';
    if (!isText && !afterText) printer.write(' ');
    printer.argument(value, directive('v'));
    afterText = isText;
  }
  return printer.text;
}

/** What `fmt.Sprintln` gives: blanks between all values, and a line break. */
export function sprintln(values: readonly GoValue[]): string {
  const printer = new Printer();
  for (const [index, value] of values.entries()) {
    if (index > 0) printer.write(' ');
    printer.argument(value, directive('v'));
  }
  return `${printer.text}\n`;
}

/** Writes values one behind the other. */
export class Printer {
  text = '';

  write(text: string): void {
    if (this.text.length + text.length > LONGEST) throw new PrintLimit('it makes no text so long');
    this.text += text;
  }

  /** An argument of a printing function. */
  argument(value: GoValue, how: Directive): void {
    if (value === undefined || value === null) {
      if (how.verb === 'v' || how.verb === 'T') this.write(padded('<nil>', how));
      else this.#badVerb(value, how);
    } else if (how.verb === 'w') this.#badVerb(value, how);
    else if (how.verb === 'T') this.write(this.#string(typeName(value), { ...how, verb: 's' }) ?? '');
    else if (how.verb === 'p') {
      if (value instanceof List || value instanceof Dict) throw new PrintLimit('Go prints an address there');
      this.#badVerb(value, how);
    } else this.#value(value, how, 0);
  }

  #value(value: GoValue, how: Directive, depth: number): void {
    if (depth > DEEPEST) throw new PrintLimit('it prints no lists that lie so deep in lists');
    if (value instanceof List) this.#list(value, how, depth);
    else if (value instanceof Dict) this.#dict(value, how, depth);
    else if (value instanceof Complex) this.#complex(value, how);
    else if (value === null || value === undefined) this.write(how.sharpV ? 'interface {}(nil)' : '<nil>');
    else {
      const text = this.#scalar(value, how);
      if (text === undefined) this.#badVerb(value, how);
      else this.write(text);
    }
  }

  #scalar(value: GoValue, how: Directive): string | undefined {
    switch (typeof value) {
      case 'string':
        return this.#string(value, how);
      case 'boolean':
        return how.verb === 't' || how.verb === 'v' ? padded(String(value), how) : undefined;
      case 'bigint':
        return integer(value, false, how);
      case 'number':
        return float(value, how);
      default:
        if (value instanceof Byte) return integer(BigInt(value.value), true, how);
        if (value instanceof Unknown || value instanceof Root)
          throw new PrintLimit('only the program knows what stands there');
        return '';
    }
  }

  #string(value: string, how: Directive): string | undefined {
    const { verb, precision } = how;
    if (verb === 'x' || verb === 'X') return hexadecimal(value, how);
    const cut = precision === undefined ? value : firstCharacters(value, precision);
    if (verb === 's' || (verb === 'v' && !how.sharpV)) return padded(cut, how);
    if (verb !== 'q' && verb !== 'v') return undefined;
    if (how.sharp && canBackquote(cut)) return padded(`\`${cut}\``, how);
    return padded(quoted(cut, '"', how.plus), how);
  }

  #list(list: List, how: Directive, depth: number): void {
    this.write(how.sharpV ? `${typeName(list)}{` : '[');
    for (let index = 0; index < list.length; index++) {
      if (index > 0) this.write(how.sharpV ? ', ' : ' ');
      this.#value(goValue(list.at(index), ''), how, depth + 1);
    }
    this.write(how.sharpV ? '}' : ']');
  }

  #dict(dict: Dict, how: Directive, depth: number): void {
    this.write(how.sharpV ? `${typeName(dict)}{` : 'map[');
    for (const [index, key] of dict.keys.entries()) {
      if (index > 0) this.write(how.sharpV ? ', ' : ' ');
      this.#value(key, how, depth + 1);
      this.write(':');
      this.#value(goValue(dict.get(key) ?? null, ''), how, depth + 1);
    }
    this.write(how.sharpV ? '}' : ']');
  }

  #complex({ real, imaginary }: Complex, how: Directive): void {
    const first = float(real, how);
    const second = float(imaginary, { ...how, plus: true });
    if (first === undefined || second === undefined) this.#badVerb(new Complex(real, imaginary), how);
    else this.write(`(${first}${second}i)`);
  }

  /** `%!d(string=hi)`. */
  #badVerb(value: GoValue, how: Directive): void {
    this.write(`%!${how.verb}(`);
    if (value === undefined || value === null) this.write('<nil>');
    else {
      this.write(`${typeName(value)}=`);
      this.#value(value, { ...how, verb: 'v' }, 0);
    }
    this.write(')');
  }
}

function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  let end = 0;
  for (let left = count; left > 0 && end < text.length; left--) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** The text that is printed at last. */
export const shown = (value: GoValue): string => readable(typeof value === 'string' ? value : sprint([value]));
