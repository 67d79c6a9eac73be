import { type Characters, isInsidePair, LETTER, NEWLINE, NUMBER, OTHER, PAIR, SPACE } from './characters';
import type { Encoding } from './encoding';

const APOSTROPHE = 0x27;
const SLASH = 0x2f;

/** By what a cut is judged. */
export interface Judge {
  readonly characters: Characters;
  readonly encoding: Pick<Encoding, 'cutsBehindBreaks'>;
}

/**
 * Whether the text may be cut at `at` so that, whatever stands on both sides, the tokens of the two parts are the tokens
 * of the whole. Then a change on one side of the cut cannot move a token on the other.
 *
 * Two characters decide. The rule was found by trying every string of one character per kind, and is valid for the
 * patterns of OpenAI's encodings. There is no safe cut inside a run of one kind (letters, spaces, punctuation).
 */
export function isSafeCut(text: string, at: number, judge: Judge): boolean {
  if (isInsidePair(text, at)) return false;
  const { characters } = judge;
  return isSafe(characters.before(text, at), characters.at(text, at), text.charCodeAt(at), judge);
}

/** The first safe cut in [from, limit), else `limit`. */
export function cutAfter(text: string, from: number, limit: number, judge: Judge): number {
  const { characters } = judge;
  let at = isInsidePair(text, from) ? from + 1 : from;
  let before = characters.before(text, at);
  for (;;) {
    // Between two of one kind there is none.
    at = characters.sameEnd(text, at, before, limit);
    if (at >= limit) return limit;
    const kind = characters.at(text, at);
    if (isSafe(before, kind, text.charCodeAt(at), judge)) return at;
    before = kind;
    at += kind & PAIR ? 2 : 1;
  }
}

/** The last safe cut in (limit, from], else `limit`. */
export function cutBefore(text: string, from: number, limit: number, judge: Judge): number {
  for (let at = from; at > limit; at--) if (isSafeCut(text, at, judge)) return at;
  return limit;
}

/** `before` and `after` are kinds; `unit` is the first UTF-16 unit of the character after the cut. */
function isSafe(before: number, after: number, unit: number, { encoding }: Judge): boolean {
  if (before & SPACE) return false;
  // A line break takes all white space before it, and in o200k_base slashes behind it.
  if (before & NEWLINE) return encoding.cutsBehindBreaks && (after & (NEWLINE | SPACE)) === 0 && unit !== SLASH;
  if (after & SPACE) return true;
  // An apostrophe behind a letter may begin a contraction ('s, 'll).
  if (before & LETTER) return (after & (NUMBER | NEWLINE)) !== 0 || ((after & OTHER) !== 0 && unit !== APOSTROPHE);
  if (before & NUMBER) return (after & NUMBER) === 0;
  return (after & NUMBER) !== 0;
}
