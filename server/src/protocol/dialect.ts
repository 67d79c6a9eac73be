import type { WireEdit } from './place';

/** In which dialect a file is read; with `choose` it is read in that one from now on. */
export interface DialectParams {
  readonly uri: string;
  /** Id of a dialect; null: as it is detected again. */
  readonly choose?: string | null;
}

export interface WireDetected {
  readonly dialect: string;
  readonly title: string;
  /** What speaks for it, as the end of a sentence. */
  readonly reason: string;
}

export interface DialectResult {
  readonly version: 1;
  /** Id and title of the dialect; null when nothing in the text speaks for one, or two remain. */
  readonly dialect: string | null;
  readonly title: string | null;
  /** Who says so: a manifest or head, the file of another tool, a person, or nobody: then it is a guess. */
  readonly by: 'manifest' | 'provider' | 'chosen' | 'detected' | 'nothing';
  /** Why it is guessed. */
  readonly reason: string | null;
  /** What else the text seems to be written in: with any of these it has two dialects. */
  readonly also: readonly WireDetected[];
  /** What can be chosen. */
  readonly dialects: readonly { readonly id: string; readonly title: string }[];
  /** Answer to `choose` where a manifest says the dialect: the edit of it that is to be applied. */
  readonly edit?: WireEdit;
}
