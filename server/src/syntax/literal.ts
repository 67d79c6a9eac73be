// What a log holds of a request: JSON, or a dictionary as Python prints one. Read with places, and as far as it goes: a log
// may be cut off.
import { isBlank } from '../text/blank';
import type { DecodedText } from '../text/decoded';
import type { Span } from '../text/span';

export type Literal =
  | { readonly kind: 'map'; readonly entries: readonly (readonly [string, Literal])[] }
  | { readonly kind: 'list'; readonly items: readonly Literal[] }
  /** A string; `span`: what stands between its quotation marks. */
  | { readonly kind: 'text'; readonly span: Span }
  /** A number, `true`, `null`. */
  | { readonly kind: 'word' };

/** What is nested deeper is no request. */
const DEEPEST = 60;

/** The map or list that begins at an offset; undefined when there is none, with where it was seen that there is none. */
export function literalAt(text: string, at: number): { readonly literal: Literal | undefined; readonly end: number } {
  const reader = new Reader(text, at);
  const literal = reader.value(0);
  return { literal, end: reader.at };
}

class Reader {
  readonly #text: string;
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  value(depth: number): Literal | undefined {
    this.#blanks();
    const c = this.#text[this.at];
    if (depth > DEEPEST) return undefined;
    if (c === '{') return this.#map(depth);
    if (c === '[') return this.#list(depth);
    if (c === '"' || c === "'") return { kind: 'text', span: this.#string(c) };
    return this.#word();
  }

  #map(depth: number): Literal | undefined {
    const entries: (readonly [string, Literal])[] = [];
    this.at++;
    while (!this.#closes('}')) {
      const quote = this.#text[this.at];
      if (quote !== '"' && quote !== "'") return undefined;
      const { start, end } = this.#string(quote);
      this.#blanks();
      if (this.at >= this.#text.length) break;
      if (this.#text[this.at] !== ':') return undefined;
      this.at++;
      const value = this.value(depth + 1);
      if (!value) return undefined;
      entries.push([this.#text.slice(start, end), value]);
      if (!this.#goesOn('}')) return undefined;
    }
    return { kind: 'map', entries };
  }

  #list(depth: number): Literal | undefined {
    const items: Literal[] = [];
    this.at++;
    while (!this.#closes(']')) {
      const value = this.value(depth + 1);
      if (!value) return undefined;
      items.push(value);
      if (!this.#goesOn(']')) return undefined;
    }
    return { kind: 'list', items };
  }

  /** Whether the map or list ends here; the end of the text ends all. */
  #closes(close: string): boolean {
    this.#blanks();
    if (this.at >= this.#text.length) return true;
    if (this.#text[this.at] !== close) return false;
    this.at++;
    return true;
  }

  /** Behind a value: a comma, or what the next look takes for the end. */
  #goesOn(close: string): boolean {
    this.#blanks();
    const c = this.#text[this.at];
    if (c === ',') this.at++;
    return c === ',' || c === close || c === undefined;
  }

  #string(quote: string): Span {
    const start = ++this.at;
    while (this.at < this.#text.length) {
      const c = this.#text[this.at];
      if (c === quote) return { start, end: this.at++ };
      this.at += c === '\\' ? 2 : 1;
    }
    this.at = this.#text.length;
    return { start, end: this.at };
  }

  #word(): Literal | undefined {
    const start = this.at;
    while (/[\w.+-]/.test(this.#text[this.at] ?? '')) this.at++;
    return this.at > start || this.at >= this.#text.length ? { kind: 'word' } : undefined;
  }

  #blanks(): void {
    while (this.at < this.#text.length && isBlank(this.#text.charCodeAt(this.at))) this.at++;
  }
}

const SIMPLE: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ['"', '"'],
  ["'", "'"],
  ['/', '/'],
  ['\\', '\\'],
]);

/** How many digits follow `\x`, `\u` and `\U`. */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

const HIGHEST = 0x10ffff;

/** Whether an escape stands in a text. */
export const hasEscapes = (text: string): boolean => /\\(?:["'ntr\\]|u[\dA-Fa-f]{4})/.test(text);

/** Adds a stretch of a text with every escape as what it stands for; what is no escape stays as it is. */
export function addUnescaped(to: DecodedText, text: string, { start, end }: Span): void {
  let plain = start;
  for (let at = text.indexOf('\\', start); at >= 0 && at < end; at = text.indexOf('\\', at)) {
    const found = escapeAt(text, at, end);
    if (!found) {
      at += 2;
      continue;
    }
    to.add(text.slice(plain, at), plain, 1);
    to.add(found.text, at, found.length / found.text.length);
    at += found.length;
    plain = at;
  }
  to.add(text.slice(plain, end), plain, 1);
}

function escapeAt(
  text: string,
  at: number,
  end: number,
): { readonly text: string; readonly length: number } | undefined {
  const c = text[at + 1] ?? '';
  if (at + 1 >= end) return undefined;
  const simple = SIMPLE.get(c);
  if (simple !== undefined) return { text: simple, length: 2 };
  const digits = DIGITS.get(c);
  if (digits === undefined || at + 2 + digits > end) return undefined;
  const number = text.slice(at + 2, at + 2 + digits);
  const code = /^[\dA-Fa-f]+$/.test(number) ? Number.parseInt(number, 16) : HIGHEST + 1;
  return code <= HIGHEST ? { text: String.fromCodePoint(code), length: 2 + digits } : undefined;
}
