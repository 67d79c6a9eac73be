// The words of one action, as the lexer of text/template finds them.
import type { Span } from '../../../../text/span';
import type { Finder } from '../../javascript/finder';
import { characterAt, isAlphaNumeric, isDigit, isSpace } from '../characters';
import { named, quoted } from '../quote';
import { KEYWORDS, type Token, type TokenKind } from './tokens';

/** What was read of an action: it ends with `rightDelim`, with an error, or with a token that no action can hold. */
export interface Lexed {
  readonly tokens: readonly Token[];
  /** Offset behind `}}`, when it was found. */
  readonly end?: number;
  /** A minus before `}}` takes the white space behind it. */
  readonly trims: boolean;
}

/** Reads the tokens between two offsets, of which the first is behind `{{` and its minus. */
export function lexAction(text: string, { start, end }: Span, close: string, finder: Finder): Lexed {
  return new Lexer(text, { start, end }, close, finder).run();
}

class Lexer {
  readonly #text: string;
  readonly #limit: number;
  readonly #close: string;
  readonly #finder: Finder;
  readonly #tokens: Token[] = [];
  #at: number;
  /** Where the token begins that is being read. */
  #start: number;
  #depth = 0;

  constructor(text: string, { start, end }: Span, close: string, finder: Finder) {
    this.#text = text;
    this.#limit = end;
    this.#close = close;
    this.#finder = finder;
    this.#at = start;
    this.#start = start;
  }

  run(): Lexed {
    const text = this.#text;
    while (this.#at <= this.#limit) {
      const delim = rightDelim(text, this.#at, this.#close);
      if (delim > 0) {
        if (this.#depth > 0) {
          this.#start = this.#at;
          this.#fail('unclosed left paren');
          break;
        }
        const { length } = this.#close;
        const trims = delim > length;
        const end = this.#at + delim;
        this.#tokens.push({ kind: 'rightDelim', text: this.#close, start: end - length, end });
        return { tokens: this.#tokens, end, trims };
      }
      if (!this.#token()) break;
    }
    return { tokens: this.#tokens, trims: false };
  }

  /** Reads one token; false when nothing can follow it. */
  #token(): boolean {
    this.#start = this.#at;
    const character = characterAt(this.#text, this.#at);
    if (character === '') return this.#fail('unclosed action');
    if (isSpace(character.charCodeAt(0))) return this.#space();
    this.#at += character.length;
    switch (character) {
      case '=':
        return this.#emit('assign');
      case ':':
        if (characterAt(this.#text, this.#at) !== '=') return this.#fail('expected :=');
        this.#at++;
        return this.#emit('declare');
      case '|':
        return this.#emit('pipe');
      case '"':
        return this.#quoted('"', 'string', 'unterminated quoted string');
      case "'":
        return this.#quoted("'", 'character', 'unterminated character constant');
      case '`':
        return this.#raw();
      case '$':
        return this.#name('variable');
      case '(':
        this.#depth++;
        return this.#emit('leftParen');
      case ')':
        return this.#closeParen();
      default:
        return this.#word(character);
    }
  }

  #word(character: string): boolean {
    const code = character.charCodeAt(0);
    const next = this.#text.charCodeAt(this.#at);
    // At the very end of a text, Go takes a point for the beginning of a number.
    if (character === '.' && !isDigit(next) && this.#at < this.#text.length) return this.#name('field');
    if (character === '.' || character === '+' || character === '-' || isDigit(code)) {
      this.#at = this.#start;
      return this.#number();
    }
    if (isAlphaNumeric(character)) return this.#identifier();
    if (code >= 0x20 && code < 0x7f) {
      this.#emit('char');
      // No action can hold such a character, but for the comma between two variables.
      return character === ',';
    }
    return this.#fail(`unrecognized character in action: ${named(character)}`);
  }

  #emit(kind: TokenKind): boolean {
    this.#tokens.push({ kind, text: this.#text.slice(this.#start, this.#at), start: this.#start, end: this.#at });
    return true;
  }

  #fail(message: string): false {
    this.#tokens.push({ kind: 'error', text: message, start: this.#start, end: this.#at });
    return false;
  }

  /** The last white space belongs to a closing brace with a minus before it. */
  #space(): boolean {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++;
    const isTrimmed = this.#text[this.#at] === '-' && this.#text.startsWith(this.#close, this.#at + 1);
    if (isTrimmed) this.#at--;
    return this.#at === this.#start || this.#emit('space');
  }

  #closeParen(): boolean {
    this.#emit('rightParen');
    this.#depth--;
    this.#start = this.#at;
    return this.#depth >= 0 || this.#fail("unexpected right paren U+0029 ')'");
  }

  #identifier(): boolean {
    this.#at = this.#start;
    this.#skipWord();
    if (!this.#isAtEnd()) return this.#badCharacter();
    const word = this.#text.slice(this.#start, this.#at);
    const keyword = KEYWORDS.get(word);
    if (keyword) return this.#emit(keyword);
    return this.#emit(word === 'true' || word === 'false' ? 'bool' : 'identifier');
  }

  /** A name behind `.` or `$`, or the sign alone. */
  #name(kind: 'field' | 'variable'): boolean {
    if (this.#isAtEnd()) return this.#emit(kind === 'variable' ? 'variable' : 'dot');
    this.#skipWord();
    return this.#isAtEnd() ? this.#emit(kind) : this.#badCharacter();
  }

  #badCharacter(): false {
    return this.#fail(`bad character ${named(characterAt(this.#text, this.#at))}`);
  }

  #skipWord(): void {
    for (;;) {
      const character = characterAt(this.#text, this.#at);
      if (character === '' || !isAlphaNumeric(character)) return;
      this.#at += character.length;
    }
  }

  #isAtEnd(): boolean {
    const character = this.#text[this.#at];
    if (character === undefined || isSpace(character.charCodeAt(0))) return true;
    return '.,|:)('.includes(character) || this.#text.startsWith(this.#close, this.#at);
  }

  #quoted(quote: string, kind: TokenKind, message: string): boolean {
    for (;;) {
      const character = this.#text[this.#at];
      if (character === undefined || character === '\n') return this.#fail(message);
      this.#at++;
      if (character === quote) return this.#emit(kind);
      if (character !== '\\') continue;
      const escaped = this.#text[this.#at];
      if (escaped === undefined || escaped === '\n') return this.#fail(message);
      this.#at++;
    }
  }

  #raw(): boolean {
    const end = this.#finder.find('`', this.#at);
    if (end < 0) return this.#fail('unterminated raw quoted string');
    this.#at = end + 1;
    return this.#emit('rawString');
  }

  #number(): boolean {
    const isSound = this.#scanNumber();
    if (!isSound) return this.#badNumber();
    const sign = this.#text[this.#at];
    if (sign !== '+' && sign !== '-') return this.#emit('number');
    if (!this.#scanNumber() || this.#text[this.#at - 1] !== 'i') return this.#badNumber();
    return this.#emit('complex');
  }

  #badNumber(): false {
    return this.#fail(`bad number syntax: ${quoted(this.#text.slice(this.#start, this.#at), '"')}`);
  }

  #scanNumber(): boolean {
    NUMBER.lastIndex = this.#at;
    this.#at += NUMBER.exec(this.#text)?.[0].length ?? 0;
    const next = characterAt(this.#text, this.#at);
    if (next === '' || !isAlphaNumeric(next)) return true;
    this.#at += next.length;
    return false;
  }
}

/** More than Go reads as a number in the end, and as much as its lexer takes. */
const NUMBER =
  /[+-]?(?:0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)?|0[oO][0-7_]*(?:\.[0-7_]*)?|0[bB][01_]*(?:\.[01_]*)?|[0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?[0-9_]*)?)i?/y;

/** Length of a closing mark at an offset, with a white space and a minus before it when they are there; else nought. */
export function rightDelim(text: string, at: number, close: string): number {
  const isTrimmed = isSpace(text.charCodeAt(at)) && text[at + 1] === '-' && text.startsWith(close, at + 2);
  if (isTrimmed) return 2 + close.length;
  return text.startsWith(close, at) ? close.length : 0;
}
