// Opening and closing tags, and what is noted about those that the engine refuses.
import type { Span } from '../../../text/span';
import type { Arguments, Expression, Program, Strip } from './ast';
import { ExpressionReader } from './expressions';
import { type ClosingName, Failure, type OpenBlock, type Problem } from './problem';
import { type Salvaged, salvage } from './salvage';
import type { Token, TokenType } from './token';

/** More problems than this are not looked for: no author reads so many. */
export const MOST_PROBLEMS = 1000;

/** What stands in a tag. */
export interface Head extends Arguments {
  readonly span: Span;
  readonly callee: Expression;
  readonly blockParams: Program['blockParams'];
  readonly strip: Strip;
  /** The engine refuses the tag; what could be read of it is in the other fields. */
  readonly broken?: Salvaged;
}

export interface Closing extends ClosingName {
  readonly strip: Strip;
}

interface HeadOptions {
  /** It names a partial, perhaps by a call. */
  readonly isPartial?: boolean;
  /** It may end with `as |a b|`. */
  readonly isBlock?: boolean;
}

export class TagReader extends ExpressionReader {
  /** In the order in which the engine would notice them, if it went on behind the first. */
  readonly problems: Problem[] = [];

  /** The rest of a tag whose opening mark was taken. Behind a broken one, reading goes on where it ends. */
  head(open: Token, closing: TokenType, { isPartial = false, isBlock = false }: HeadOptions = {}): Head {
    try {
      const callee = isPartial ? this.calleeOrCall() : this.callee();
      const given = this.arguments();
      const blockParams = isBlock ? this.blockParams() : [];
      const close = this.need(closing);
      const span = { start: open.start, end: close.end };
      return { span, callee, ...given, blockParams, strip: stripOf(open, close) };
    } catch (error) {
      const broken = this.#break(error, open);
      const [callee, ...params] = broken.paths;
      const span = { start: open.start, end: broken.end };
      const nothing = { kind: 'literal', span: { start: open.end, end: open.end }, value: undefined } as const;
      return { span, callee: callee ?? nothing, params, blockParams: [], strip: stripOf(open), broken };
    }
  }

  /** `{{/name}}`, whose opening mark is the next token. */
  closingTag(): Closing {
    const open = this.take();
    try {
      const callee = this.callee();
      const close = this.need('CLOSE');
      const span = { start: open.start, end: close.end };
      return { span, name: nameOf(callee), nameSpan: callee.span, strip: stripOf(open, close) };
    } catch (error) {
      const { end, paths } = this.#break(error, open);
      const span = { start: open.start, end };
      const [path] = paths;
      return {
        span,
        name: path?.original,
        nameSpan: path?.span ?? { start: open.end, end: open.end },
        strip: stripOf(open),
      };
    }
  }

  /** Notes that the next token cannot stand here, and goes on behind its tag. */
  unexpected(): void {
    const { token } = this;
    this.problems.push(this.met());
    if (this.#isHopeless) this.resume(this.lexer.text.length);
    else if (token.type === 'OPEN_ENDBLOCK' || token.type === 'OPEN_INVERSE_CHAIN') {
      this.resume(salvage(this.lexer, token).end);
    } else if (token.type === 'LEXICAL_ERROR' && this.lexer.text.startsWith('{{', token.start)) {
      // A comment that does not end: only its opening is lost.
      this.resume(salvage(this.lexer, { ...token, end: token.start + 2 }).end);
    } else this.take();
  }

  /** The problem that the next token is. */
  met(block?: OpenBlock): Problem {
    const { token, seen } = this;
    const open = block ? { block } : {};
    if (token.type === 'LEXICAL_ERROR') return { kind: 'lexical', token, ...open };
    return { kind: 'unexpected', token, seen, ...open };
  }

  #break(error: unknown, open: Token): Salvaged {
    if (!(error instanceof Failure)) throw error;
    const { problem } = error;
    this.problems.push(
      problem.kind === 'unexpected' || problem.kind === 'lexical' ? { ...problem, tag: open } : problem,
    );
    const broken = salvage(this.lexer, open);
    this.resume(this.#isHopeless ? this.lexer.text.length : broken.end);
    return broken;
  }

  /** So much is wrong that the text is written in something else: the rest of it is not read. */
  get #isHopeless(): boolean {
    return this.problems.length >= MOST_PROBLEMS;
  }
}

/** A name as the engine compares it; a call has none. */
export const nameOf = (callee: Expression): OpenBlock['name'] => {
  if (callee.kind === 'call') return undefined;
  return callee.kind === 'path' ? callee.original : callee.value;
};

export const stripOf = (open: Token, close: Token = open): Strip => ({
  left: open.stripLeft === true,
  right: close.stripRight === true,
});
