import type { WireRange, WireSource } from './place';

/** A prompt that was really sent, to be found again in a system. */
export interface LocateParams {
  /** A file that belongs to the system, when no system is named. */
  readonly uri?: string;
  readonly system?: string;
  readonly text: string;
  /** Which of several requests in it, from 0; without it the first one. */
  readonly request?: number;
}

/** A request in what was captured, beside others. */
export interface WireCapturedRequest {
  /** The line that its first text begins in, from 0. */
  readonly line: number;
  readonly messages: number;
  /** How the last of its texts begins. */
  readonly says: string;
}

/**
 * How a prompt stood in what was captured, when not by itself. `request`: in the messages of a request as JSON, of which
 * `left` names the members that are no text of a prompt; `escapes`: with its line breaks written as `\n`.
 */
export type WireReadAs =
  | { readonly kind: 'request'; readonly messages: number; readonly left: readonly string[] }
  | { readonly kind: 'escapes' };

/** A piece of such a prompt. White space between two pieces belongs to none. */
export interface WirePiece {
  /** `text`: the author wrote it; `value`: it stands where a slot stands (without a slot: the conversation); `unknown`: the system has nothing like it there. */
  readonly kind: 'text' | 'value' | 'unknown';
  readonly text: string;
  /** In what was captured. */
  readonly range: WireRange;
  readonly layer: string | null;
  readonly slot?: string;
  /** For what is unknown: slots of which it may be the values. */
  readonly slots?: readonly string[];
  /** The template text, or the tag of the slot. */
  readonly source?: WireSource;
}

export interface LocateResult {
  readonly version: 1;
  readonly key: string;
  readonly system: string;
  /** The selection that is most like the prompt. */
  readonly scenario: string | null;
  readonly label: string;
  readonly select: Readonly<Record<string, string>>;
  /** The text of the pieces is what it means; their ranges are where it is written. */
  readonly read?: WireReadAs;
  /** When there is more than one request in it: which of them the pieces are of, how many there are, and the first of these. */
  readonly requests?: { readonly shown: number; readonly count: number; readonly all: readonly WireCapturedRequest[] };
  readonly pieces: readonly WirePiece[];
}
