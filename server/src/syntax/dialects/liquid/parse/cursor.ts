import { isBlank, isQuote, isWord } from './characters';
import type {
  Filtered,
  FilterUse,
  Hash,
  Name,
  Numeral,
  Operand,
  Operator,
  Pair,
  Path,
  Quoted,
  Range,
  Word,
} from './expressions';
import { toPostfix } from './postfix';
import { Failure } from './problem';
import { readString } from './strings';
import { literalAt, numberLengthAt, operatorAt } from './words';

/** Brackets in brackets. Only a program writes more. */
const DEEPEST = 100;

/** Reads what stands in one tag, character by character as the engine does, so that it gives up where the engine does. */
export class Cursor {
  readonly text: string;
  /** Where the tag ends. */
  readonly limit: number;
  at: number;
  /** The filters that there are, where any other one is an error. */
  readonly #filters: ReadonlySet<string> | undefined;
  #depth = 0;

  constructor(text: string, at = 0, limit = text.length, filters?: ReadonlySet<string>) {
    this.text = text;
    this.at = at;
    this.limit = limit;
    this.#filters = filters;
  }

  get atEnd(): boolean {
    return this.at >= this.limit;
  }

  peek(ahead = 0): string {
    return this.at + ahead >= this.limit ? '' : (this.text[this.at + ahead] ?? '');
  }

  skipBlank(): void {
    while (this.at < this.limit && isBlank(this.text.charCodeAt(this.at))) this.at++;
  }

  /** The next `mark`, of which the last character may be the one before the cursor; false when it is not there. */
  skipTo(mark: string): boolean {
    while (this.at < this.limit) {
      this.at++;
      if (this.text.endsWith(mark, this.at) && this.at >= mark.length) return true;
    }
    return false;
  }

  fail(message: string, offset = this.at): never {
    throw new Failure(message, this.text, offset);
  }

  /** The beginning of what is left, as the engine shows it. */
  shown(from = this.at): string {
    return shown(this.text, from, this.limit);
  }

  name(): Name {
    this.skipBlank();
    const start = this.at;
    while (this.at < this.limit && isWord(this.text.charCodeAt(this.at))) this.at++;
    return { kind: 'name', name: this.text.slice(start, this.at), start, end: this.at };
  }

  filtered(): Filtered {
    const start = this.at;
    const tokens: (Operand | Operator)[] = [];
    while (this.at < this.limit) {
      const token = this.#operator() ?? this.value();
      if (!token) break;
      tokens.push(token);
    }
    if (tokens.length === 0) this.fail(`invalid value expression: ${this.shown()}`);
    const filters: FilterUse[] = [];
    for (let filter = this.#filter(); filter; filter = this.#filter()) filters.push(filter);
    const unknown = this.#filters && filters.find(({ name }) => !this.#filters?.has(name));
    if (unknown) throw new Failure(`undefined filter: ${unknown.name}`, this.text, undefined, { filter: unknown });
    return { initial: toPostfix(tokens), filters, start, end: this.at };
  }

  value(): Operand | undefined {
    this.skipBlank();
    const start = this.at;
    const base = this.#word() ?? this.quoted() ?? this.#number() ?? (this.peek() === '(' ? this.#range() : undefined);
    const steps = this.#steps(base === undefined);
    if (steps.length === 0) return base;
    return { kind: 'path', ...(base ? { base } : {}), steps, start, end: this.at };
  }

  needValue(): Operand {
    return this.value() ?? this.fail(`unexpected token ${this.shown()}, value expected`);
  }

  /** A variable and nothing else, as filters are given one in a string. */
  variable(): Path | undefined {
    this.skipBlank();
    const start = this.at;
    const steps = this.#steps(true);
    return steps.length === 0 ? undefined : { kind: 'path', steps, start, end: this.at };
  }

  quoted(): Quoted | undefined {
    this.skipBlank();
    const start = this.at;
    if (!isQuote(this.peek())) return undefined;
    this.at = endOfString(this.text, start, this.limit);
    const value = readString(this.text.slice(start, this.at), this.text);
    return { kind: 'quoted', value, start, end: this.at };
  }

  hash(): Hash {
    const hash = new Map<string, Operand | undefined>();
    while (true) {
      this.skipBlank();
      if (this.peek() === ',') this.at++;
      const { name } = this.name();
      if (name === '') return hash;
      this.skipBlank();
      let value: Operand | undefined;
      if (this.peek() === ':') {
        this.at++;
        value = this.value();
      }
      hash.set(name, value);
    }
  }

  #operator(): Operator | undefined {
    this.skipBlank();
    const operator = operatorAt(this.text, this.at, this.limit);
    if (operator === undefined) return undefined;
    const start = this.at;
    this.at += operator.length;
    return { kind: 'operator', operator, start, end: this.at };
  }

  #word(): Word | undefined {
    const word = literalAt(this.text, this.at, this.limit);
    if (word === undefined) return undefined;
    const start = this.at;
    this.at += word.length;
    return { kind: 'word', word, start, end: this.at };
  }

  #number(): Numeral | undefined {
    const length = numberLengthAt(this.text, this.at, this.limit);
    if (length === 0) return undefined;
    const start = this.at;
    this.at += length;
    return { kind: 'number', value: Number(this.text.slice(start, this.at)), start, end: this.at };
  }

  #range(): Range {
    const start = this.at;
    this.at++;
    this.#enter();
    const low = this.needValue();
    this.skipBlank();
    if (this.peek() !== '.' || this.peek(1) !== '.') this.fail('invalid range syntax');
    this.at += 2;
    const high = this.needValue();
    this.skipBlank();
    this.#depth--;
    if (this.text[this.at++] !== ')') this.fail('invalid range syntax');
    return { kind: 'range', low, high, start, end: this.at };
  }

  #steps(mayBegin: boolean): (Name | Operand)[] {
    const steps: (Name | Operand)[] = [];
    while (true) {
      const character = this.peek();
      if (character === '[') {
        this.at++;
        this.#enter();
        steps.push(this.value() ?? { kind: 'name', name: '', start: this.at, end: this.at });
        this.#depth--;
        if (!this.skipTo(']')) this.fail('[ not closed');
        continue;
      }
      if (mayBegin && steps.length === 0) {
        const first = this.name();
        if (first.name !== '') {
          steps.push(first);
          continue;
        }
      }
      if (this.peek() !== '.' || this.peek(1) === '.') return steps;
      this.at++;
      const name = this.name();
      if (name.name === '') return steps;
      steps.push(name);
    }
  }

  #enter(): void {
    this.#depth++;
    if (this.#depth > DEEPEST) throw new Failure('it nests too deeply', this.text, this.at, { isLimit: true });
  }

  #filter(): FilterUse | undefined {
    this.skipBlank();
    if (this.atEnd || this.peek() === ')' || this.peek() === ',') return undefined;
    const bar = this.text[this.at++];
    if (bar !== '|') this.fail('expected "|" before filter');
    const { name, start, end } = this.name();
    if (name === '') {
      if (!this.atEnd) this.fail('expected filter name');
      return undefined;
    }
    const args: (Operand | Pair)[] = [];
    this.skipBlank();
    if (this.peek() === ':') this.#arguments(args);
    else if (!this.#endsFilter()) this.fail('expected ":" after filter name');
    return { name, nameSpan: { start, end }, args, start, end: this.at };
  }

  #arguments(args: (Operand | Pair)[]): void {
    do {
      this.at++;
      const argument = this.#argument();
      if (argument) args.push(argument);
      this.skipBlank();
      if (!this.#endsFilter()) this.fail(`unexpected character ${this.shown()}`);
    } while (this.peek() === ',');
  }

  #endsFilter(): boolean {
    const next = this.peek();
    return next === '' || next === '|' || next === ')' || next === ',';
  }

  #argument(): Operand | Pair | undefined {
    const key = this.value();
    if (!key) return undefined;
    this.skipBlank();
    if (this.peek() !== ':') return key;
    this.at++;
    const value = this.value();
    return { kind: 'pair', key: this.text.slice(key.start, key.end), value, start: key.start, end: this.at };
  }
}

/** Offset behind the string that begins at `start`; the limit, when it does not end before. */
export function endOfString(text: string, start: number, limit: number): number {
  const mark = text[start];
  for (let at = start + 1; at < limit; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === mark) return at + 1;
  }
  return limit;
}

/** What stands from an offset on, at most 32 characters of it. */
export function shown(text: string, from: number, limit: number): string {
  const rest = text.slice(from, Math.min(limit, from + 33));
  return JSON.stringify(rest.length > 32 ? `${rest.slice(0, 29)}...` : rest);
}
