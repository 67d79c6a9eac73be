import type { Span } from '../../../../text/span';
import type { FilterUse } from './expressions';

/**
 * - `unclosed-tag`, `unclosed-output`, `unclosed-raw`: the closing mark is missing
 * - `unclosed-string`: a quotation mark without a second one hides the end of the tag
 * - `nameless`: a tag without a word
 * - `tag`: what stands in a tag cannot be read
 * - `unclosed-block`: a block without its end tag; `span` is the opening tag
 * - `unknown-tag`: no statement of Liquid has this name
 * - `stray-tag`: an `else` or an end tag that no open block waits for
 * - `misplaced`: an `else` or `elsif` where the block takes none any more, or with words behind it
 * - `filter`: no filter of Liquid has the name, and one is nearly called so
 * - `strict-filter`: there is no such filter, and the program wants to be told
 * - `limit`: Liquid may read it; we do not, because it nests too deeply
 */
export type ProblemKind =
  | 'unclosed-tag'
  | 'unclosed-output'
  | 'unclosed-raw'
  | 'unclosed-string'
  | 'nameless'
  | 'tag'
  | 'unclosed-block'
  | 'unknown-tag'
  | 'stray-tag'
  | 'misplaced'
  | 'filter'
  | 'strict-filter'
  | 'limit';

/**
 * Behind so many tags that cannot be read, the rest of a text is taken as it is: it is no template of Liquid, no author
 * reads so many faults, and each costs more than a sound tag.
 */
export const MOST_PROBLEMS = 1000;

/** Why a text or a part of it cannot be read. */
export interface Problem {
  readonly kind: ProblemKind;
  /** The engine cuts a whole text into tags before it reads any of them, and so notices these first. */
  readonly stage: 'tokens' | 'parsing';
  /** The kind of the exception; one of JavaScript's own has no place in its message. */
  readonly error: 'TokenizationError' | 'ParseError' | 'TypeError';
  /** The engine's words, without the place. */
  readonly message: string;
  /** The place that the engine names. */
  readonly offset: number;
  /** The text that the offset counts in, when it is the name of a file with tags in it. */
  readonly within?: string;
  readonly span: Span;
  /** The tag that holds the span; the span itself, when it is a whole tag. */
  readonly tag: Span;
  /** The statement that is spoken of. */
  readonly keyword?: string;
  /** The tag that an unclosed block or tag ran into. */
  readonly met?: Span;
  /** What was probably meant by the span. */
  readonly meant?: string;
}

/** Thrown where reading a tag cannot go on. Without an offset the engine names the tag that it is reading. */
export class Failure {
  readonly message: string;
  readonly offset: number | undefined;
  /** The text that the offset counts in. */
  readonly text: string;
  readonly error: Problem['error'];
  readonly isLimit: boolean;
  /** The filter that there is not, where that is an error. */
  readonly filter: FilterUse | undefined;

  constructor(
    message: string,
    text: string,
    offset?: number,
    more: Partial<Pick<Failure, 'error' | 'isLimit' | 'filter'>> = {},
  ) {
    this.message = message;
    this.text = text;
    this.offset = offset;
    this.error = more.error ?? (offset === undefined ? 'ParseError' : 'TokenizationError');
    this.isLimit = more.isLimit === true;
    this.filter = more.filter;
  }
}

export const tooDeep = (text: string, offset: number): Failure =>
  new Failure('it nests too deeply', text, offset, { isLimit: true });

/** The end of the engine's messages: where it stands, lines and columns counted from one. */
export function place(text: string, offset: number): string {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    start = at + 1;
  }
  return `, line:${line}, col:${offset - start + 1}`;
}
