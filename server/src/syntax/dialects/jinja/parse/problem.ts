import type { Span } from '../../../../text/span';

/**
 * - `tag`: what stands in a tag cannot be read.
 * - `unclosed-tag`, `unclosed-comment`, `unclosed-raw`: the closing mark is missing.
 * - `unclosed-block`: a block without its end tag; `span` is the opening tag.
 * - `unknown-tag`: no statement of Jinja has this name.
 * - `stray-tag`: an `else` or an end tag that no open block waits for.
 * - `refused`: well written, and yet Jinja does not compile it (a block defined twice).
 * - `unknown`: a filter or test that Jinja does not bring along.
 * - `internal`: reads what Python keeps for itself (`.__class__`).
 * - `limit`: Jinja may read it; we do not, because it nests too deeply.
 */
export type ProblemKind =
  | 'tag'
  | 'unclosed-tag'
  | 'unclosed-comment'
  | 'unclosed-raw'
  | 'unclosed-block'
  | 'unknown-tag'
  | 'stray-tag'
  | 'refused'
  | 'unknown'
  | 'internal'
  | 'limit';

/**
 * Behind so many tags that cannot be read, the rest of a text is taken as it is: it is no template of Jinja, no author
 * reads so many faults, and each costs more than a sound tag.
 */
export const MOST_PROBLEMS = 1000;

/** Why a text or a part of it cannot be read. */
export interface Problem {
  readonly kind: ProblemKind;
  /** What Jinja says, or for a limit what we say. */
  readonly message: string;
  readonly span: Span;
  /** The tag that holds the span; the span itself, when it is a whole tag. */
  readonly tag: Span;
  /** Offset of a character that no token begins with: Jinja's message counts it. */
  readonly character?: number;
  /** The statement or block that is spoken of. */
  readonly keyword?: string;
  /** The tag that an unclosed block ran into. */
  readonly met?: Span;
  /** What was probably meant by the span. */
  readonly meant?: string;
}

/** Thrown where reading cannot go on, and caught by the reader of blocks, which keeps what can be kept. */
export class SyntaxFailure {
  readonly problem: Problem;
  /** The end of the tag was taken before, so that Jinja has looked at what follows it. */
  readonly isBehindTag: boolean;

  constructor(problem: Problem, isBehindTag = false) {
    this.problem = problem;
    this.isBehindTag = isBehindTag;
  }
}
