// The rules of the engine's lexer inside of a tag, in its order: the first one that matches wins.
import type { Finder } from '../javascript/finder';
import { isWhite, skipWhite } from '../javascript/white';
import type { Token, TokenType } from './token';

export interface TagText {
  readonly text: string;
  readonly finder: Finder;
  /** Strings and `[…]` end before this offset. */
  readonly limit: number;
}

type Extra = Omit<Token, 'type' | 'start' | 'end' | 'text'> & { readonly text?: string };

function token(source: string, type: TokenType, start: number, end: number, extra: Extra = {}): Token {
  return { type, start, end, text: source.slice(start, end), ...extra };
}

/** The token at `at`, which is neither the end of the text nor white space nor `{{`. */
export function readInTag({ text, finder, limit }: TagText, at: number): Token {
  const make = (type: TokenType, end: number, extra?: Extra): Token => token(text, type, at, end, extra);
  const character = text[at] ?? '';
  const next = text[at + 1] ?? '';
  if (character === '(') return make('OPEN_SEXPR', at + 1);
  if (character === ')') return make('CLOSE_SEXPR', at + 1);
  if (character === '}' || character === '~') {
    const closing = readClosing(text, at);
    if (closing) return closing;
  }
  if (character === '=') return make('EQUALS', at + 1);
  if (character === '.' && next === '.') return make('ID', at + 2);
  if (character === '.' && endsName(next)) return make('ID', at + 1);
  if (character === '/' || character === '.') return make('SEP', at + 1);
  if (character === '"' || character === "'") {
    const end = endOfQuoted(text, at, character, finder, limit);
    if (end > 0)
      return make('STRING', end, { text: text.slice(at + 1, end - 1).replaceAll(`\\${character}`, character) });
  }
  if (character === '@') return make('DATA', at + 1);
  if (character === '|') return make('CLOSE_BLOCK_PARAMS', at + 1);
  const word = readWord(text, at);
  if (word) return word;
  if (character === '[') {
    const end = endOfQuoted(text, at, ']', finder, limit);
    if (end > 0) return make('ID', end, { text: text.slice(at, end).replace(/\\([\\\]])/g, '$1') });
  }
  return make('INVALID', at + 1);
}

/** `}}}}`, `}}}`, `}~}}`, `}}`, `~}}`. */
function readClosing(text: string, at: number): Token | undefined {
  const make = (type: TokenType, length: number, stripRight = false): Token =>
    token(text, type, at, at + length, stripRight ? { stripRight } : {});
  if (text.startsWith('}}}}', at)) return make('CLOSE_RAW_BLOCK', 4);
  if (text.startsWith('}}}', at)) return make('CLOSE_UNESCAPED', 3);
  if (text.startsWith('}~}}', at)) return make('CLOSE_UNESCAPED', 4, true);
  if (text.startsWith('}}', at)) return make('CLOSE', 2);
  return text.startsWith('~}}', at) ? make('CLOSE', 3, true) : undefined;
}

const KEYWORDS: readonly (readonly [string, TokenType])[] = [
  ['true', 'BOOLEAN'],
  ['false', 'BOOLEAN'],
  ['undefined', 'UNDEFINED'],
  ['null', 'NULL'],
];

const NUMBER = /-?[0-9]+(?:\.[0-9]+)?(?=[~}\s)])/y;
const BLOCK_PARAMS = /as\s+\|/y;

/** A keyword, a number, `as |`, or a name. */
function readWord(text: string, at: number): Token | undefined {
  for (const [word, type] of KEYWORDS) {
    if (text.startsWith(word, at) && endsLiteral(text[at + word.length] ?? '')) {
      return token(text, type, at, at + word.length);
    }
  }
  const number = endOf(NUMBER, text, at);
  if (number > at) return token(text, 'NUMBER', at, number);
  const params = text[at] === 'a' ? endOf(BLOCK_PARAMS, text, at) : at;
  if (params > at) return token(text, 'OPEN_BLOCK_PARAMS', at, params);
  const end = endOfName(text, at);
  return end > at && endsName(text[end] ?? '') ? token(text, 'ID', at, end) : undefined;
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Whether a name may have an ASCII character; of the others it may have all but white space. */
const NAME_CODES: readonly boolean[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return !/[\s!"#%-,./;->@[-^`{-~]/.test(character);
});

/** Offset behind the characters that a name may have. */
export function endOfName(text: string, at: number): number {
  let end = at;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code < 128 ? !NAME_CODES[code] : isWhite(code)) break;
  }
  return end;
}

/** Whether a character may stand behind a name; the end of the text may not. */
const endsName = (character: string): boolean => character !== '' && /[=~}\s/.)|]/.test(character);
const endsLiteral = (character: string): boolean => character !== '' && /[~}\s)]/.test(character);

/**
 * Offset behind the quote that ends what begins at `at`: the first one without a backslash before it, else the last one
 * at all. -1 when there is none.
 */
function endOfQuoted(text: string, at: number, quote: string, finder: Finder, limit: number): number {
  const first = finder.find(quote, at + 1);
  if (first < 0 || first >= limit) return -1;
  let escaped = -1;
  for (let end = at + 1; end < limit; end++) {
    if (text[end] === '\\' && text[end + 1] === quote) escaped = ++end;
    else if (text[end] === quote) return end + 1;
  }
  return escaped < 0 ? -1 : escaped + 1;
}

/** Whether an `=` stands behind `at`, so that the name before it is a key. */
export const isBeforeEquals = (text: string, at: number): boolean => text[skipWhite(text, at)] === '=';
