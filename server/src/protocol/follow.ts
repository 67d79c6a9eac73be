// A rendered prompt that a client shows and follows: after the first answer only what has changed goes over the wire.
import type { RenderParams, RenderResult, WireBlock, WireMessage, WireSegment } from './render';

export interface FollowParams extends RenderParams {
  /** A name for the answer, given by the client; no two of its answers have the same. */
  readonly id: string;
  /** The answer that the client still has. The server remembers a few. */
  readonly since?: string;
}

/** The whole prompt (`result`), or how it differs from the answer `since` (`change`). */
export interface FollowResult {
  readonly version: 1;
  readonly id: string;
  readonly result?: RenderResult;
  readonly since?: string;
  readonly change?: RenderChange;
}

export interface RenderChange {
  /** The members that are others now. */
  readonly others: Partial<Omit<RenderResult, 'messages'>>;
  /** Names of the members that are there no more. */
  readonly gone: readonly string[];
  /** As many as there are messages now; null where a message is as it was at this place. */
  readonly messages: readonly (WireMessageChange | null)[];
}

export interface WireMessageChange extends Omit<WireMessage, 'blocks'> {
  /** As many as there are blocks now; null where a block is as it was at this place. */
  readonly blocks: readonly (WireBlockChange | null)[];
}

export interface WireBlockChange extends Omit<WireBlock, 'segments'> {
  /** From the segments of the block before to those of now, one after the other. */
  readonly segments: readonly WireSegmentChange[];
}

export type WireSegmentChange = WireKept | WireDropped | WireAdded | WireChanged;

/** So many segments stay; what they were made from stands so many lines further down in its file. */
export interface WireKept {
  readonly keep: number;
  readonly down?: number;
}

/** So many segments are gone. */
export interface WireDropped {
  readonly drop: number;
}

export interface WireAdded {
  readonly add: readonly WireSegment[];
}

/** One segment is now this one; of its text the `cut` characters from `at` on are replaced by `by`. */
export interface WireChanged {
  readonly now: Omit<WireSegment, 'text'>;
  readonly at: number;
  readonly cut: number;
  readonly by: string;
}
