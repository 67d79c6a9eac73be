import type { WireRange, WireSource } from './place';

/** A prompt that was really sent, to be found again in a system. */
export interface LocateParams {
  /** A file that belongs to the system, when no system is named. */
  readonly uri?: string;
  readonly system?: string;
  readonly text: string;
}

/** A piece of such a prompt. White space between two pieces belongs to none. */
export interface WirePiece {
  /** `text`: the author wrote it; `value`: it stands where a slot stands (without a slot: the conversation); `unknown`: the system has nothing like it there. */
  readonly kind: 'text' | 'value' | 'unknown';
  readonly text: string;
  /** In the prompt. */
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
  readonly pieces: readonly WirePiece[];
}
