// The grammar of one action, word by word as the parser of text/template has it, so that the first error is the same.

import type { Span } from '../../../../text/span';
import { constantOf } from '../numbers';
import { quoted, unquote } from '../quote';
import type { Variables } from './frames';
import type { Command, Field, Operand, Pipeline, Variable } from './nodes';
import { type ProblemKind, TagFailure } from './problem';
import { inWords, type Token, type TokenKind } from './tokens';

/** Parentheses in parentheses. */
const DEEPEST = 100;

/** Reads the tokens of one action, from left to right. */
export class ActionReader {
  readonly #tokens: readonly Token[];
  readonly #variables: Variables;
  /** Line on which the action begins, when an error of the lexer on another line is to say it. */
  readonly #startedAt: (offset: number) => string;
  #at = 0;
  /** The furthest token that was looked at: Go says its line. */
  #furthest = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], variables: Variables, startedAt: (offset: number) => string) {
    this.#tokens = tokens;
    this.#variables = variables;
    this.#startedAt = startedAt;
  }

  /** Offset that the next error is told of. */
  get place(): number {
    return this.#token(this.#furthest).start;
  }

  next(): Token {
    while (this.peek().kind === 'space') this.#at++;
    const token = this.peek();
    this.#at++;
    return token;
  }

  back(): void {
    this.#at--;
  }

  /** The next token, spaces too. */
  peek(): Token {
    this.#furthest = Math.max(this.#furthest, Math.min(this.#at, this.#tokens.length - 1));
    return this.#token(this.#at);
  }

  peekWord(): Token {
    const token = this.next();
    this.back();
    return token;
  }

  #token(at: number): Token {
    return this.#tokens[Math.min(at, this.#tokens.length - 1)] ?? NOTHING;
  }

  expect(kind: TokenKind, context: string): Token {
    const token = this.next();
    return token.kind === kind ? token : this.unexpected(token, context);
  }

  unexpected(token: Token, context: string): never {
    if (token.kind !== 'error') return this.fail(`unexpected ${inWords(token)} in ${context}`, 'tag', token);
    const started = this.#startedAt(token.start);
    const message = token.text + (token.text.endsWith(' action') ? started.replace(/^ in action/, '') : started);
    return this.fail(message, 'tag', token);
  }

  fail(message: string, kind: ProblemKind = 'tag', { start, end }: Span = this.#token(this.#furthest)): never {
    throw new TagFailure({ kind, message, span: { start, end }, at: this.place });
  }

  /** A text in quotes: the name of a template. */
  templateName(context: string): { readonly name: string; readonly token: Token } {
    const token = this.next();
    if (token.kind !== 'string' && token.kind !== 'rawString') return this.unexpected(token, context);
    return { name: this.#unquoted(token), token };
  }

  #unquoted(token: Token): string {
    return unquote(token.text) ?? this.fail('invalid syntax', 'tag', token);
  }

  pipeline(context: string, end: TokenKind = 'rightDelim'): Pipeline {
    const first = this.peekWord();
    const { variables, assigns } = this.#declarations(context);
    const commands: Command[] = [];
    for (;;) {
      const token = this.next();
      if (token.kind === end) break;
      if (!OPERANDS.has(token.kind)) this.unexpected(token, context);
      this.back();
      commands.push(this.#command());
    }
    this.#check(commands, context);
    const last = commands.at(-1)?.end ?? first.end;
    return { kind: 'pipeline', variables, assigns, commands, start: first.start, end: last };
  }

  /** `$x :=`, `$x =`, and in a loop `$i, $x :=`. */
  #declarations(context: string): { readonly variables: readonly Variable[]; readonly assigns: boolean } {
    const variables: Variable[] = [];
    for (;;) {
      const token = this.peekWord();
      if (token.kind !== 'variable') return { variables, assigns: false };
      const before = this.#at;
      this.next();
      const next = this.peekWord();
      const declares = next.kind === 'declare' || next.kind === 'assign';
      if (!declares && !(next.kind === 'char' && next.text === ',')) {
        this.#at = before;
        return { variables, assigns: false };
      }
      this.next();
      variables.push({ name: token.text, start: token.start, end: token.end });
      this.#variables.add(token.text);
      if (declares) return { variables, assigns: next.kind === 'assign' };
      if (context !== 'range' || variables.length > 1) this.fail(`too many declarations in ${context}`);
      const { kind } = this.peekWord();
      if (kind !== 'variable' && kind !== 'rightDelim' && kind !== 'rightParen') {
        this.fail('range can only initialize variables');
      }
    }
  }

  #check(commands: readonly Command[], context: string): void {
    if (commands.length === 0) this.fail(`missing value for ${context}`);
    for (const [index, { args }] of commands.entries()) {
      if (index > 0 && VALUES.has(args[0].kind)) {
        this.fail(`non executable command in pipeline stage ${index + 1}`, 'tag', args[0]);
      }
    }
  }

  #command(): Command {
    const { start } = this.peekWord();
    const args: Operand[] = [];
    let end = start;
    for (;;) {
      this.peekWord();
      const operand = this.#operand();
      if (operand) {
        args.push(operand);
        // Behind its last token: what stands in parentheses ends before the closing one.
        end = this.#token(this.#at - 1).end;
      }
      const token = this.peek();
      this.#at++;
      if (token.kind === 'space') continue;
      if (token.kind === 'rightDelim' || token.kind === 'rightParen') this.back();
      else if (token.kind !== 'pipe') this.unexpected(token, 'operand');
      break;
    }
    const [first, ...others] = args;
    if (!first) return this.fail('empty command');
    return { args: [first, ...others], start, end };
  }

  #operand(): Operand | undefined {
    const term = this.#term();
    if (!term || this.peek().kind !== 'field') return term;
    const path: Field[] = [];
    for (let token = this.peek(); token.kind === 'field'; token = this.peek()) {
      path.push(fieldOf(token));
      this.#at++;
    }
    const end = path.at(-1)?.end ?? term.end;
    switch (term.kind) {
      case 'field':
      case 'variable':
        return { ...term, path: [...term.path, ...path], end };
      case 'bool':
      case 'string':
      case 'number':
      case 'nil':
      case 'dot': {
        const written = this.#tokens.find(({ start }) => start === term.start)?.text ?? '';
        return this.fail(`unexpected . after term ${quoted(written, '"')}`);
      }
      default:
        return { kind: 'chain', of: term, path, start: term.start, end };
    }
  }

  #term(): Operand | undefined {
    const token = this.next();
    const { kind, text, start, end } = token;
    switch (kind) {
      case 'identifier':
        return { kind: 'function', name: text, start, end };
      case 'dot':
      case 'nil':
        return { kind, start, end };
      case 'variable':
        if (!this.#variables.has(text)) this.fail(`undefined variable ${quoted(text, '"')}`, 'variable', token);
        return { kind, name: text, path: [], start, end };
      case 'field':
        return { kind, path: [fieldOf(token)], start, end };
      case 'bool':
        return { kind, value: text === 'true', start, end };
      case 'number':
      case 'character':
      case 'complex': {
        const constant = constantOf(text, kind);
        return typeof constant === 'string'
          ? this.fail(constant, 'tag', token)
          : { kind: 'number', constant, start, end };
      }
      case 'string':
      case 'rawString':
        return { kind: 'string', value: this.#unquoted(token), start, end };
      case 'leftParen':
        return this.#parenthesized(token);
      default:
        this.back();
        return undefined;
    }
  }

  #parenthesized(open: Token): Pipeline {
    if (this.#depth >= DEEPEST) this.fail('parentheses that stand so deep in each other', 'limit', open);
    this.#depth++;
    const pipe = this.pipeline('parenthesized pipeline', 'rightParen');
    this.#depth--;
    return pipe;
  }
}

const NOTHING: Token = { kind: 'eof', text: '', start: 0, end: 0 };

/** Tokens that a command can begin with. */
const OPERANDS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'bool',
  'character',
  'complex',
  'dot',
  'field',
  'identifier',
  'number',
  'nil',
  'rawString',
  'string',
  'variable',
  'leftParen',
]);

/** What is a value and no function can only be the first in a pipeline. */
const VALUES: ReadonlySet<Operand['kind']> = new Set<Operand['kind']>(['bool', 'dot', 'nil', 'number', 'string']);

const fieldOf = ({ text, start, end }: Token): Field => ({ name: text.slice(1), start: start + 1, end });
