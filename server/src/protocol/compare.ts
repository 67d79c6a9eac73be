/** What two renderings of a system have in common, as the token counter and the provider's cache see it. */
export interface WireComparison {
  /** Number of the first token that differs, from 1; null when the requests are equal. */
  readonly firstToken: number | null;
  /** Tokens that the cache keeps when the second follows the first; null when nothing is cached. */
  readonly cache: { readonly kept: number; readonly of: number } | null;
  readonly exact: boolean;
  /** What the second request costs; null when nothing is cached or no price is known. */
  readonly cost?: WireCost | null;
}

/** What the input of one call costs, in the currency of the prices (built-in: US dollars). */
export interface WireCost {
  /** With nothing in the cache yet; null when the price of writing to it is not known. */
  readonly cold: number | null;
  /** When what the provider keeps is in the cache; null when the price of reading is not known. */
  readonly warm: number | null;
  /** The same without any cache. */
  readonly uncached: number;
}

/** Asks with what commits a system can be compared. */
export interface RevisionsParams {
  readonly key: string;
}

export interface WireRevision {
  /** As git knows it: the first digits of a commit, the name of a branch or tag. */
  readonly name: string;
  readonly kind: 'commit' | 'branch' | 'tag';
  /** First line of the message. */
  readonly subject: string;
  readonly author: string;
  /** Day of the commit: `2026-11-30`. */
  readonly date: string;
}

export interface RevisionsResult {
  readonly version: 1;
  /** Branches and tags, then the commits that changed a file of the system, the newest first. Empty where there is no git. */
  readonly revisions: readonly WireRevision[];
}
