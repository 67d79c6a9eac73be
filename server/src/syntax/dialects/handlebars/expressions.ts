// What stands inside of a tag: paths, literals, calls, pairs.
import type { Span } from '../../../text/span';
import type { Arguments, BlockParam, Call, Expression, Literal, Pair, Path } from './ast';
import type { Lexer } from './lexer';
import { Failure } from './problem';
import { isBeforeEquals } from './tag-lexer';
import type { Token, TokenType } from './token';

/** Calls that may stand in each other: `(a (b (c …)))`. */
const MOST_CALLS = 300;

/** Reads expressions from the tokens of a lexer, one token ahead. */
export class ExpressionReader {
  readonly lexer: Lexer;
  /** The token that is looked at. */
  token: Token;
  /** Where the last token ends that was taken. */
  seen = 0;
  #calls = 0;

  constructor(lexer: Lexer) {
    this.lexer = lexer;
    this.token = lexer.next();
  }

  take(): Token {
    const { token } = this;
    this.seen = token.end;
    this.token = this.lexer.next();
    return token;
  }

  /** Goes on at an offset between tags. */
  resume(at: number): void {
    this.lexer.resume(at);
    this.token = this.lexer.next();
  }

  need(type: TokenType): Token {
    if (this.token.type !== type) this.fail();
    return this.take();
  }

  fail(): never {
    const { token } = this;
    if (token.type === 'LEXICAL_ERROR') throw new Failure({ kind: 'lexical', token });
    throw new Failure({ kind: 'unexpected', token, seen: this.seen });
  }

  /** A path or a literal: what may be called. */
  callee(): Path | Literal {
    const { token } = this;
    const { type, text, start, end } = token;
    if (type === 'ID') return this.#path(false, start);
    if (type === 'DATA') {
      this.take();
      return this.#path(true, start);
    }
    const literal = LITERALS.get(type);
    if (!literal) this.fail();
    this.take();
    return { kind: 'literal', span: { start, end }, value: literal(text) };
  }

  calleeOrCall(): Expression {
    return this.token.type === 'OPEN_SEXPR' ? this.#call() : this.callee();
  }

  arguments(): Arguments {
    const params: Expression[] = [];
    while (this.#beginsParam()) params.push(this.calleeOrCall());
    const hash: Pair[] = [];
    // Behind the first pair only pairs may follow.
    while (this.#beginsPair() || (hash.length > 0 && this.#isAt('ID'))) {
      const key = unbracketed(this.take().text);
      this.need('EQUALS');
      hash.push({ key, value: this.calleeOrCall() });
    }
    return hash.length > 0 ? { params, hash } : { params };
  }

  /** `as |a b|`. */
  blockParams(): readonly BlockParam[] {
    if (this.token.type !== 'OPEN_BLOCK_PARAMS') return [];
    this.take();
    const params: BlockParam[] = [];
    do {
      const { text, start, end } = this.need('ID');
      params.push({ name: unbracketed(text), span: { start, end } });
    } while (this.#isAt('ID'));
    this.need('CLOSE_BLOCK_PARAMS');
    return params;
  }

  #isAt(type: TokenType): boolean {
    return this.token.type === type;
  }

  #beginsParam(): boolean {
    const { type, end } = this.token;
    if (type === 'ID') return !isBeforeEquals(this.lexer.text, end);
    return type === 'DATA' || type === 'OPEN_SEXPR' || LITERALS.has(type);
  }

  #beginsPair(): boolean {
    return this.token.type === 'ID' && isBeforeEquals(this.lexer.text, this.token.end);
  }

  #call(): Call {
    const { start, end } = this.need('OPEN_SEXPR');
    if (this.#calls >= MOST_CALLS) throw new Failure({ kind: 'depth', span: { start, end } });
    this.#calls++;
    try {
      const callee = this.callee();
      const given = this.arguments();
      return { kind: 'call', span: { start, end: this.need('CLOSE_SEXPR').end }, callee, ...given };
    } finally {
      this.#calls--;
    }
  }

  #path(isData: boolean, start: number): Path {
    const parts: string[] = [];
    const partSpans: Span[] = [];
    let original = isData ? '@' : '';
    let wrong: string | undefined;
    let depth = 0;
    for (let separator = ''; ; separator = this.take().text) {
      const { text, ...token } = this.need('ID');
      const part = unbracketed(text);
      const isBracketed = part !== text;
      original += separator + part;
      if (isBracketed || (part !== '..' && part !== '.' && part !== 'this')) {
        parts.push(part);
        const inset = isBracketed ? 1 : 0;
        partSpans.push({ start: token.start + inset, end: token.end - inset });
      } else if (parts.length > 0) wrong ??= original;
      else if (part === '..') depth++;
      if (!this.#isAt('SEP')) break;
    }
    const span = { start, end: this.seen };
    // The library looks at the whole path, when it has seen what follows it.
    if (wrong !== undefined && !BEHIND_PATH.has(this.token.type)) this.fail();
    if (wrong !== undefined) throw new Failure({ kind: 'path', span, original: wrong });
    return { kind: 'path', span, isData, depth, parts, partSpans, original };
  }
}

const BEHIND_PATH: ReadonlySet<TokenType> = new Set<TokenType>([
  'CLOSE',
  'CLOSE_UNESCAPED',
  'CLOSE_RAW_BLOCK',
  'CLOSE_SEXPR',
  'OPEN_SEXPR',
  'OPEN_BLOCK_PARAMS',
  'DATA',
  'ID',
  'STRING',
  'NUMBER',
  'BOOLEAN',
  'UNDEFINED',
  'NULL',
]);

const LITERALS: ReadonlyMap<TokenType, (text: string) => Literal['value']> = new Map<
  TokenType,
  (text: string) => Literal['value']
>([
  ['STRING', (text: string) => text],
  ['NUMBER', Number],
  ['BOOLEAN', (text: string) => text === 'true'],
  ['UNDEFINED', () => undefined],
  ['NULL', () => null],
]);

const unbracketed = (text: string): string => (/^\[.*\]$/.test(text) ? text.slice(1, -1) : text);
