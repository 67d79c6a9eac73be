import { digitValue } from './digits';
import { LIMIT, PythonError } from './error';

/** Widths and precisions above this are refused: `{x:>999999999}` would allocate a gigabyte for a preview. */
export const WIDEST = 100_000;

/** What stands behind the colon of a field, taken apart: `[[fill]align][sign][z][#][0][width][grouping][.precision][type]`. */
export interface FormatSpec {
  readonly fill: string;
  readonly align: string;
  readonly sign: string;
  /** `z`: a negative zero loses its sign. */
  readonly plainZero: boolean;
  readonly alternate: boolean;
  /** -1: none given. */
  readonly width: number;
  readonly grouping: string;
  /** -1: none given. */
  readonly precision: number;
  /** The letter at the end, or what the type of the value takes in its place (`s` for text, `d` for whole numbers, nothing for floats). */
  readonly letter: string;
}

/** How a type of value reads a spec. */
export interface SpecReading {
  readonly typeName: string;
  readonly letter: string;
  readonly align: '<' | '>';
}

export function parseSpec(text: string, reading: SpecReading): FormatSpec {
  const input = new Characters(text);
  let fill = '';
  let align = '';
  if (isAlign(input.peek(1))) {
    fill = input.next();
    align = input.next();
  } else if (isAlign(input.peek(0))) align = input.next();
  const sign = input.take('+- ');
  const plainZero = input.take('z') !== '';
  const alternate = input.take('#') !== '';
  if (fill === '' && input.take('0') !== '') {
    fill = '0';
    if (align === '' && reading.align === '>') align = '=';
  }
  const width = input.number();
  const grouping = takeGrouping(input);
  let precision = -1;
  if (input.take('.') !== '') {
    precision = input.number();
    if (precision < 0) throw new PythonError('ValueError', 'Format specifier missing precision');
  }
  if (input.left > 1) {
    throw new PythonError('ValueError', `Invalid format specifier '${text}' for object of type '${reading.typeName}'`);
  }
  const letter = input.left === 1 ? input.next() : reading.letter;
  if (grouping !== '' && !groups(grouping, letter)) {
    throw new PythonError('ValueError', `Cannot specify '${grouping}' with '${shown(letter)}'.`);
  }
  return {
    fill: fill === '' ? ' ' : fill,
    align: align === '' ? reading.align : align,
    sign,
    plainZero,
    alternate,
    width,
    grouping,
    precision,
    letter,
  };
}

/** A character as Python's messages print it. */
export function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 32 && code < 128 ? character : `\\x${code.toString(16)}`;
}

const isAlign = (character: string): boolean => character !== '' && '<>=^'.includes(character);

const groups = (grouping: string, letter: string): boolean =>
  letter === '' || 'defgEG%F'.includes(letter) || (grouping === '_' && 'boxX'.includes(letter));

function takeGrouping(input: Characters): string {
  const comma = input.take(',');
  const underscore = input.take('_');
  if (underscore !== '' && (comma !== '' || input.peek(0) === ',')) {
    throw new PythonError('ValueError', "Cannot specify both ',' and '_'.");
  }
  return comma + underscore;
}

/** Reads a text by code points, as Python counts. */
class Characters {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#characters = [...text];
  }

  get left(): number {
    return this.#characters.length - this.#at;
  }

  peek(ahead: number): string {
    return this.#characters[this.#at + ahead] ?? '';
  }

  next(): string {
    return this.#characters[this.#at++] ?? '';
  }

  /** The next character when it is one of `set`, else nothing. */
  take(set: string): string {
    const character = this.peek(0);
    return character !== '' && set.includes(character) ? this.next() : '';
  }

  /** A run of decimal digits of any script; -1 when there is none. */
  number(): number {
    let value = -1;
    for (let digit = digitValue(this.peek(0)); digit >= 0; digit = digitValue(this.peek(0))) {
      value = Math.min(Math.max(value, 0) * 10 + digit, Number.MAX_SAFE_INTEGER);
      this.#at++;
    }
    if (value > WIDEST) throw new PythonError(LIMIT, `it makes no field wider than ${WIDEST} characters`);
    return value;
  }
}
