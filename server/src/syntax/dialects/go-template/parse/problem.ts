import type { Span } from '../../../../text/span';

/**
 * - `tag`: what stands in a tag cannot be read.
 * - `unclosed-tag`, `unclosed-comment`: the closing mark is missing.
 * - `unclosed-block`: a block without its `{{end}}`; `span` is the opening tag.
 * - `stray`: an `{{else}}` or `{{end}}` that no open block waits for.
 * - `variable`: a variable that is not known there.
 * - `refused`: well written, and yet refused.
 * - `limit`: Go reads it; we do not, because it nests too deeply.
 */
export type ProblemKind =
  | 'tag'
  | 'unclosed-tag'
  | 'unclosed-comment'
  | 'unclosed-block'
  | 'stray'
  | 'variable'
  | 'refused'
  | 'limit';

export interface Problem {
  readonly kind: ProblemKind;
  /** What Go says, or for a limit what we say. */
  readonly message: string;
  readonly span: Span;
  /** The tag that holds the span; the span itself when it is a whole tag. */
  readonly tag: Span;
  /** Offset of the token at which Go gives up: its message names the line of it. */
  readonly at: number;
  /** The word of the block that is spoken of. */
  readonly keyword?: string;
}

/** Thrown where a tag cannot be read on, and caught by what reads the whole text. */
export class TagFailure {
  readonly problem: Omit<Problem, 'tag'>;

  constructor(problem: Omit<Problem, 'tag'>) {
    this.problem = problem;
  }
}
