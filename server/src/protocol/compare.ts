/** What two renderings of a system have in common, as the token counter and the provider's cache see it. */
export interface WireComparison {
  /** Number of the first token that differs, from 1; null when the requests are equal. */
  readonly firstToken: number | null;
  /** Tokens that the cache keeps when the second follows the first; null when nothing is cached. */
  readonly cache: { readonly kept: number; readonly of: number } | null;
  readonly exact: boolean;
}
