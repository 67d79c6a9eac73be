// What a call costs, what a cache saves, and what a prompt may come to.
import type { WireCost } from './compare';
import type { WireSource } from './place';
import type { WireTokens } from './render';

/**
 * What the provider can keep of a prompt, and what that saves. Tokens, and money in the currency of the price table.
 */
export interface WireEconomics {
  /** The beginning of the request that is the same in the next call; null when the manifest declares no layers. */
  readonly stable: {
    readonly tokens: number;
    /** The slot that ends it, and why; null when nothing changes with a call. */
    readonly end: {
      readonly slot: string;
      readonly lifetime: string;
      /** `{today} changes with every call`. */
      readonly says: string;
      readonly source: WireSource;
    } | null;
  } | null;
  /** Null where nothing is cached: no mark, and a provider that finds no prefix by itself. */
  readonly cache: {
    /** Tokens that the first call writes to the cache. */
    readonly written: number;
    /** Tokens that the next call reads from it. */
    readonly kept: number;
    /** Tokens that a further request of the same call reads; null when that are no more, or no mark is meant for it. */
    readonly keptByStep?: number | null;
    /** The provider finds the prefix itself. */
    readonly automatic: boolean;
    /** Fewest tokens that are cached; null when that is not known. */
    readonly minimum: number | null;
    /** A prefix that the provider finds itself is found in whole steps of so many tokens above the minimum. */
    readonly increment?: number;
    /** The minimum lies in the band of an estimate, so that it cannot be said whether anything is cached. */
    readonly unclear: boolean;
  } | null;
  /** Null when the price of the model is not known. */
  readonly cost: WireCost | null;
  /** What a further request of the same call costs; null like `keptByStep`, or without a price. */
  readonly step?: number | null;
  /** The cost of several calls, the first cold and the others warm. */
  readonly calls: { readonly count: number; readonly cached: number | null; readonly uncached: number } | null;
}

/** What a prompt comes to when every slot that has a limit holds as much as it may. */
export interface WireWorst {
  readonly total: WireTokens;
  readonly layers: readonly { readonly id: string | null; readonly tokens: number }[];
  /** Slots in the text without a limit: with these it may be larger still. */
  readonly unlimited: readonly string[];
}
