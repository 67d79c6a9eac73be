import type { Span } from '../../../text/span';
import type { Token } from './token';

/** What the parser met that the engine refuses. The first one in the order of noticing is what the engine throws. */
export type Problem =
  | {
      readonly kind: 'unexpected';
      readonly token: Token;
      /** The opening of the tag in which it was met, or of the block that is still open. */
      readonly tag?: Token;
      /** Where the token before it ends: the engine counts lines only so far. */
      readonly seen: number;
      /** The block that should be closed here, by its opening tag. */
      readonly block?: OpenBlock;
    }
  | { readonly kind: 'lexical'; readonly token: Token; readonly tag?: Token; readonly block?: OpenBlock }
  | Mismatch
  | { readonly kind: 'path'; readonly span: Span; readonly original: string }
  | { readonly kind: 'inverse-decorator'; readonly span: Span }
  | { readonly kind: 'arguments'; readonly span: Span; readonly count: number }
  | { readonly kind: 'no-block'; readonly span: Span; readonly nameSpan: Span }
  | { readonly kind: 'dash'; readonly span: Span }
  /** A helper whose name is nearly that of one of the library's own. */
  | { readonly kind: 'slip'; readonly span: Span; readonly meant: string }
  | { readonly kind: 'depth'; readonly span: Span };

export interface Mismatch {
  readonly kind: 'mismatch';
  readonly block: OpenBlock;
  readonly close: ClosingName;
  /**
   * What the tag belongs to: a block further `out`, so that this one lacks its own; `nothing`, since this one has its own
   * further on. Absent when it may be this one's, with a wrong name.
   */
  closes?: 'out' | 'nothing';
}

export interface OpenBlock {
  /** The opening tag. */
  readonly span: Span;
  /** Its first word, as the engine compares it: `if` of `{{#if x}}`. Absent when it cannot be read. */
  readonly name: string | number | boolean | null | undefined;
  readonly nameSpan: Span;
}

export interface ClosingName {
  readonly span: Span;
  readonly name: string | number | boolean | null | undefined;
  readonly nameSpan: Span;
}

/** Thrown and caught inside the parser only: the tag cannot be read, and reading goes on behind it. No `Error`: nobody reads its stack. */
export class Failure {
  readonly problem: Problem;

  constructor(problem: Problem) {
    this.problem = problem;
  }
}
