// What opens a tag: the rules of the engine's lexer at `{{`, in its order.
import type { Finder } from '../javascript/finder';
import type { Token, TokenType } from './token';

const INVERSE = /(?:\^|\s*else)\s*(~)?\}\}/y;
const ELSE = /\s*else\b/y;
const MAY_BE_INVERSE = /[\^\se]/;

/** The token at the `{{` at `at`; undefined when a comment with dashes begins there, which is read in another mode. */
export function readOpening(text: string, at: number, finder: Finder): Token | undefined {
  if (text.startsWith('{{{{', at)) return token(text, 'OPEN_RAW_BLOCK', at, at + 4);
  const stripLeft = text[at + 2] === '~';
  const from = stripLeft ? at + 3 : at + 2;
  const make = (type: TokenType, end: number, extra: Partial<Token> = {}): Token =>
    token(text, type, at, end, { ...(stripLeft ? { stripLeft } : {}), ...extra });
  const sigil = text[from] ?? '';
  const isDecorator = text[from + 1] === '*';
  if (sigil === '>') return make('OPEN_PARTIAL', from + 1);
  if (sigil === '#') {
    if (text[from + 1] === '>') return make('OPEN_PARTIAL_BLOCK', from + 2);
    return make('OPEN_BLOCK', isDecorator ? from + 2 : from + 1, isDecorator ? { isDecorator } : {});
  }
  if (sigil === '/') return make('OPEN_ENDBLOCK', from + 1);
  const inverse = readInverse(text, from, make);
  if (inverse) return inverse;
  if (sigil === '{') return make('OPEN_UNESCAPED', from + 1);
  if (sigil === '&') return make('OPEN', from + 1);
  if (text.startsWith('!--', from)) return undefined;
  const end = sigil === '!' ? finder.find('}}', from + 1) : -1;
  if (end >= 0) return make('COMMENT', end + 2, text[end - 1] === '~' ? { stripRight: true } : {});
  return sigil === '*' ? make('OPEN', from + 1, { isDecorator: true }) : make('OPEN', from);
}

/** `{{else}}`, `{{^}}`, `{{else if …`, `{{^…`. */
function readInverse(
  text: string,
  from: number,
  make: (type: TokenType, end: number, extra?: Partial<Token>) => Token,
): Token | undefined {
  if (!MAY_BE_INVERSE.test(text[from] ?? '')) return undefined;
  INVERSE.lastIndex = from;
  const inverse = INVERSE.exec(text);
  if (inverse) return make('INVERSE', INVERSE.lastIndex, inverse[1] ? { stripRight: true } : {});
  if (text[from] === '^') return make('OPEN_INVERSE', from + 1);
  ELSE.lastIndex = from;
  return ELSE.test(text) ? make('OPEN_INVERSE_CHAIN', ELSE.lastIndex) : undefined;
}

const token = (source: string, type: TokenType, start: number, end: number, extra: Partial<Token> = {}): Token => ({
  type,
  start,
  end,
  text: source.slice(start, end),
  ...extra,
});
