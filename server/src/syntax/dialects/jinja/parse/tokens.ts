import type { Span } from '../../../../text/span';
import type { Finder } from '../../javascript/finder';
import { quoted } from '../../python/repr';
import { lineBreakAt, skipWhite } from '../white';
import type { Marks } from './marks';
import { decodeString } from './strings';

export type TokenType = 'name' | 'string' | 'integer' | 'float' | 'operator' | 'end' | 'eof';

export interface Token extends Span {
  readonly type: TokenType;
  /** The name, the number, the operator, what a string says. */
  readonly value: string | number | bigint;
}

/** A tag of output or of a statement, taken apart. */
export interface LexedTag {
  readonly tokens: readonly Token[];
  /** Offset behind the closing mark, or where the search for it ended. */
  readonly end: number;
  /** Of a statement that is a line: where the next one begins, behind white space and at least one line break. */
  readonly next?: number;
  readonly closed: boolean;
  /** The sign inside the closing mark. */
  readonly sign: string;
  /** Why the tokens end before the tag does. */
  readonly problem?: LexicalProblem;
}

export interface LexicalProblem {
  readonly message: string;
  readonly span: Span;
  readonly character?: number;
}

export interface TagRange {
  /** Offset of the first character behind the opening mark. */
  readonly from: number;
  readonly kind: 'output' | 'statement' | 'line';
  readonly marks: Marks;
  /** Behind the first tag that never ends, a tag may not run over the next opening, so that a text is read once. */
  readonly bounded: boolean;
}

/** Reads the tokens of one tag up to its closing mark; the mark counts only when all brackets are closed. */
export function readTag(text: string, range: TagRange, finder: Finder): LexedTag {
  return new TagLexer(text, range, finder).read();
}

class TagLexer {
  readonly #text: string;
  readonly #range: TagRange;
  readonly #finder: Finder;
  readonly #tokens: Token[] = [];
  /** The closing brackets that are still to come, innermost last. */
  readonly #brackets: string[] = [];
  #at: number;
  #problem: LexicalProblem | undefined;

  constructor(text: string, range: TagRange, finder: Finder) {
    this.#text = text;
    this.#range = range;
    this.#finder = finder;
    this.#at = range.from;
  }

  read(): LexedTag {
    const text = this.#text;
    const { kind, bounded, marks } = this.#range;
    for (;;) {
      const next = kind === 'line' && this.#brackets.length === 0 && !this.#problem ? this.#endOfLine() : undefined;
      if (next !== undefined) {
        this.#push('end', '', this.#at);
        return { tokens: this.#tokens, end: this.#at, next, closed: true, sign: '' };
      }
      this.#skip();
      if (this.#at >= text.length || this.#problem) break;
      if (bounded && marks.opensAt(text, this.#at)) break;
      const mark = this.#brackets.length === 0 ? this.#closingMark() : '';
      if (mark !== '') {
        const end = this.#at + mark.length;
        this.#push('end', mark, end);
        return {
          tokens: this.#tokens,
          end,
          closed: true,
          sign: signOf(mark, marks[kind === 'output' ? kind : 'statement'][1]),
        };
      }
      this.#token();
    }
    const left = { tokens: this.#tokens, end: this.#at, closed: false, sign: '' };
    return this.#problem ? { ...left, problem: this.#problem } : left;
  }

  #skip(): void {
    this.#at = skipWhite(this.#text, this.#at);
  }

  #closingMark(): string {
    const { kind, marks } = this.#range;
    if (kind === 'line') return '';
    for (const mark of marks.closings[kind]) if (this.#text.startsWith(mark, this.#at)) return mark;
    return '';
  }

  /** Behind the last line break of the white space here, or behind all of it at the end of the text. */
  #endOfLine(): number | undefined {
    const text = this.#text;
    const end = skipWhite(text, this.#at);
    if (end >= text.length) return end;
    for (let at = end; at > this.#at; at--) if (lineBreakAt(text, at - 1) > 0) return at;
    return undefined;
  }

  #token(): void {
    const code = this.#text.charCodeAt(this.#at);
    if (code >= 48 && code <= 57 && this.#number()) return;
    if (this.#name()) return;
    if ((code === 39 || code === 34) && this.#string()) return;
    this.#operator();
  }

  #number(): boolean {
    const text = this.#text;
    const start = this.#at;
    const float = text[start - 1] === '.' ? start : matchEnd(FLOAT, text, start);
    if (float > start) {
      this.#push('float', Number(text.slice(start, float).replaceAll('_', '')), float);
      return true;
    }
    const end = matchEnd(INTEGER, text, start);
    if (end === start) return false;
    if (end - start > LONGEST_INTEGER) this.#refuse(`Exceeds the limit (${LONGEST_INTEGER} digits)`, end);
    else this.#push('integer', integerOf(text.slice(start, end)), end);
    return true;
  }

  #name(): boolean {
    const start = this.#at;
    const end = endOfWord(this.#text, start);
    if (end === start) return false;
    const name = this.#text.slice(start, end);
    if (isIdentifier(name)) this.#push('name', name, end);
    else this.#refuse('Invalid character in identifier', end);
    return true;
  }

  #string(): boolean {
    const text = this.#text;
    const quote = text[this.#at] ?? '';
    if (this.#finder.find(quote, this.#at + 1) < 0) return false;
    let end = this.#at + 1;
    while (end < text.length && text[end] !== quote) end += text[end] === '\\' ? 2 : 1;
    if (end >= text.length) return false;
    const value = decodeString(text.slice(this.#at + 1, end));
    if (typeof value === 'string') this.#push('string', value, end + 1);
    else this.#refuse(value.problem, end + 1);
    return true;
  }

  #operator(): void {
    const text = this.#text;
    const two = text.slice(this.#at, this.#at + 2);
    const operator = OPERATORS.has(two) ? two : (text[this.#at] ?? '');
    if (!OPERATORS.has(operator)) {
      const character = String.fromCodePoint(text.codePointAt(this.#at) ?? 0);
      const span = { start: this.#at, end: this.#at + character.length };
      this.#problem = { message: `unexpected char ${quoted(character)}`, span, character: this.#at };
      return;
    }
    const closing = BRACKETS.get(operator);
    if (closing !== undefined) this.#brackets.push(closing);
    else if (CLOSING.has(operator)) {
      const expected = this.#brackets.pop();
      if (expected !== operator) {
        const wanted = expected === undefined ? '' : `, expected '${expected}'`;
        this.#refuse(`unexpected '${operator}'${wanted}`, this.#at + 1);
        return;
      }
    }
    this.#push('operator', operator, this.#at + operator.length);
  }

  #push(type: TokenType, value: Token['value'], end: number): void {
    this.#tokens.push({ type, value, start: this.#at, end });
    this.#at = end;
  }

  #refuse(message: string, end: number): void {
    this.#problem = { message, span: { start: this.#at, end } };
  }
}

/** The sign in front of a closing mark. */
export const signOf = (written: string, closing: string): string =>
  written.length > closing.length ? (written[0] ?? '') : '';

const OPERATORS: ReadonlySet<string> = new Set('+ - / // * % ** ~ [ ] ( ) { } == != > >= < <= = . : | , ;'.split(' '));
const BRACKETS: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['(', ')'],
  ['[', ']'],
]);
const CLOSING: ReadonlySet<string> = new Set(BRACKETS.values());

const DIGITS = '[0-9]+(?:_[0-9]+)*';
const FLOAT = new RegExp(`${DIGITS}(?:(?:\\.${DIGITS})?[eE][+-]?${DIGITS}|\\.${DIGITS})`, 'y');
const INTEGER = /0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0[xX](?:_?[0-9a-fA-F])+|[1-9](?:_?[0-9])*|0(?:_?0)*/y;

/** Python reads no longer number from a text. */
const LONGEST_INTEGER = 4300;

function integerOf(written: string): number | bigint {
  const value = BigInt(written.replaceAll('_', ''));
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** What Jinja takes for a word; whether it is a name is asked afterwards. */
const WORD = /[\p{L}\p{N}\p{M}_\u00b7\u0387\u1369-\u1371\u19da]+/uy;
const IDENTIFIER = /^[\p{XID_Start}_]\p{XID_Continue}*$/u;

/** Whether Python takes the text for a name. */
export const isIdentifier = (name: string): boolean => IDENTIFIER.test(name);

function endOfWord(text: string, start: number): number {
  let at = start;
  while (isAsciiWord(text.charCodeAt(at))) at++;
  return text.charCodeAt(at) > 127 ? Math.max(at, matchEnd(WORD, text, start)) : at;
}

const isAsciiWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
