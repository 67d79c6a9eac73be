import type { Rendered } from './segment';

/** Tokens with what they are worth: `exact` false is an estimate (`≈`), `pending` means that the exact number follows. */
export interface Tokens {
  readonly tokens: number;
  /** Ends of the band that an estimate may lie in; equal to `tokens` for an exact count. */
  readonly low: number;
  readonly high: number;
  readonly exact: boolean;
  readonly pending: boolean;
}

/** What one rendering costs. Blocks are encoded each on its own; layers and segments add up to the total exactly. */
export interface RenderedTokens {
  readonly rendered: Rendered;
  readonly total: Tokens;
  /** By layer id; `null` is text of no layer. */
  readonly layers: ReadonlyMap<string | null, Tokens>;
  /** By slot: its value with its wrap. */
  readonly slots: ReadonlyMap<string, Tokens>;
  /** Parallel to `rendered.messages[i].blocks[j].segments`; removed segments cost 0. */
  readonly segments: readonly (readonly (readonly number[])[])[];
  /** Tokens up to the last mark; undefined without one. */
  readonly cachedPrefix: Tokens | undefined;
  /** `o200k_base`; `≈ o200k_base × 1.18 (Claude 3 to 4.6)`. */
  readonly tokenizer: string;
  /** Whether the model is unknown or not set, so that `o200k_base` is assumed. */
  readonly assumed: boolean;
  /**
   * By how much the total differs from the sum of the layers when the text of each is counted on its own: where two
   * texts meet, tokens grow together. Counted when it is asked for; undefined for an estimate.
   */
  joins(): number | undefined;
}
