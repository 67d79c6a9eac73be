// Floor "tokens": how many tokens a text costs, and what is known of the models that read it. Invariant: it knows texts
// and nothing of templates; it reads no file, starts no worker and keeps no clock: those are handed in.
import type { Characters } from './characters';

/** Name of an encoding as its publisher writes it: `o200k_base`. */
export type EncodingId = string;

/**
 * A published byte-pair encoding, in one file of `encodings/`. `npm run generate` lists every file of that folder that
 * exports `encoding`.
 *
 * A text is split into pieces, and each piece is merged on its own. The counter also relies on the safe cuts of
 * `cuts.ts`; the tests try them on every encoding of the list.
 */
export interface Encoding {
  readonly id: EncodingId;
  /** What a person calls it, with the models that use it. */
  readonly title: string;
  /** The published split pattern, as a JavaScript expression for the flags `gu`. The tests hold `pieceEnd` against it. */
  readonly pattern: string;
  /**
   * Where the piece ends that begins at `start`. Written by hand because JavaScript's engine gives up with "Maximum
   * call stack size exceeded" on runs of some four million characters, and because it is twice as fast.
   */
  pieceEnd(text: string, start: number, characters: Characters): number;
  /**
   * Whether what stands behind a line break is split like a text of its own. So it is where the pattern takes a line break
   * with all white space before it (`\s*[\r\n]+`). The counter cuts long texts there, and must not where it is not so.
   */
  readonly cutsBehindBreaks: boolean;
  /** File name of the packed vocabulary. */
  readonly asset: string;
  /** SHA-256 of the vocabulary as it is published (`<id>.tiktoken`); checked when it is packed. */
  readonly sha256: string;
  /** Shown in documentation and run as tests. */
  readonly examples: readonly { readonly text: string; readonly tokens: number }[];
}
