import type { Span } from '../../../../text/span';
import { quoted } from '../../python/repr';
import type { TagChunk } from './chunks';
import { type Problem, SyntaxFailure } from './problem';
import type { Token } from './tokens';

/** Reads the tokens of one tag from left to right, with the words of Jinja's own token stream where one is missing. */
export class Reader {
  readonly tag: TagChunk;
  readonly #end: Token;
  #at = 0;
  /** Links of a chain (`a.b.c`, `1 + 1 + 1`) read so far: a tree of them is as deep as the chain is long. */
  #links = 0;
  #depth = 0;
  /** Something in the tag could not be read, and was told: the rest of it is nobody's business. */
  #failed = false;

  constructor(tag: TagChunk) {
    this.tag = tag;
    this.#end = { type: 'eof', value: '', start: tag.end, end: tag.end };
    if (tag.tokens.length === 0) this.#raise();
  }

  /** The range of the tag. */
  get range(): Span {
    return { start: this.tag.start, end: this.tag.end };
  }

  get current(): Token {
    return this.tag.tokens[this.#at] ?? this.#end;
  }

  get following(): Token {
    if (this.#at + 1 >= this.tag.tokens.length) this.#raise();
    return this.tag.tokens[this.#at + 1] ?? this.#end;
  }

  /** End of the token in front of the current one. */
  get lastEnd(): number {
    return this.tag.tokens[this.#at - 1]?.end ?? this.tag.start;
  }

  /** Takes the current token. What follows it has to be a token as well, as Jinja always holds one in hand. */
  next(): Token {
    const token = this.current;
    if (this.#at < this.tag.tokens.length) this.#at++;
    if (this.#at >= this.tag.tokens.length) this.#raise();
    return token;
  }

  isName(name: string): boolean {
    return this.current.type === 'name' && this.current.value === name;
  }

  isOperator(operator: string): boolean {
    return this.current.type === 'operator' && this.current.value === operator;
  }

  /** Whether the current token is a name and the one behind it is this name. */
  isFollowedByName(name: string): boolean {
    return this.following.type === 'name' && this.following.value === name;
  }

  get isEnd(): boolean {
    return this.current.type === 'end';
  }

  takeName(name: string): boolean {
    const is = this.isName(name);
    if (is) this.next();
    return is;
  }

  takeOperator(operator: string): boolean {
    const is = this.isOperator(operator);
    if (is) this.next();
    return is;
  }

  expectAnyName(): Token & { readonly value: string } {
    const token = this.current;
    if (token.type !== 'name') this.#missing('name');
    this.next();
    return { ...token, value: String(token.value) };
  }

  expectName(name: string): Token {
    if (!this.isName(name)) this.#missing(name);
    return this.next();
  }

  expectOperator(operator: string): Token {
    if (!this.isOperator(operator)) this.#missing(operator);
    return this.next();
  }

  /** Checks that the tag ends here. */
  expectEnd(): void {
    if (!this.isEnd && !this.#failed) this.#missing(endWords(this.tag));
  }

  fail(message: string, span: Span = this.current): never {
    this.#failed = true;
    throw new SyntaxFailure(this.#problem(message, span), this.tag.tokens[this.#at - 1]?.type === 'end');
  }

  unexpected(): never {
    return this.fail(`unexpected ${quoted(describe(this.current, this.tag))}`);
  }

  describe(): string {
    return describe(this.current, this.tag);
  }

  /** Counts a link of a chain. */
  link(): void {
    if (++this.#links > LONGEST_CHAIN) this.#limit('expression of so many links');
  }

  /** Reads something that may hold itself. */
  nested<T>(read: () => T): T {
    if (++this.#depth > DEEPEST) this.#limit('expression that nests so deeply');
    const result = read();
    this.#depth--;
    return result;
  }

  #missing(expected: string): never {
    return this.current.type === 'eof'
      ? this.fail(`unexpected end of template, expected ${quoted(expected)}.`)
      : this.fail(`expected token ${quoted(expected)}, got ${quoted(describe(this.current, this.tag))}`);
  }

  #problem(message: string, span: Span): Problem {
    const { tag } = this;
    if (tag.hasEnd) return { kind: 'tag', message, span: within(span, tag), tag: this.range };
    // The tokens of an unclosed tag go on to the end of the text; what is marked is where it opens.
    return { kind: 'unclosed-tag', message, span: tag.mark, tag: this.range };
  }

  #raise(): void {
    const { problem } = this.tag;
    if (!problem) return;
    this.#failed = true;
    const { character } = problem;
    const found = this.#problem(problem.message, problem.span);
    throw new SyntaxFailure(character === undefined ? found : { ...found, character });
  }

  #limit(what: string): never {
    throw new SyntaxFailure({ kind: 'limit', message: what, span: this.range, tag: this.range });
  }
}

/** A span is never empty and never leaves its tag. */
function within(span: Span, tag: Span): Span {
  const start = Math.min(span.start, tag.end - 1);
  return { start, end: Math.min(Math.max(span.end, start + 1), tag.end) };
}

const LONGEST_CHAIN = 500;
const DEEPEST = 200;

const endWords = (tag: TagChunk): string =>
  tag.kind === 'output' ? 'end of print statement' : 'end of statement block';

function describe(token: Token, tag: TagChunk): string {
  if (token.type === 'name' || token.type === 'operator') return String(token.value);
  if (token.type === 'end') return endWords(tag);
  return token.type === 'eof' ? 'end of template' : token.type;
}
