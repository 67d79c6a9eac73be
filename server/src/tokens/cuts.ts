import { type Characters, isInsidePair, LETTER, NEWLINE, NUMBER, OTHER, PAIR, SPACE } from './characters';

const APOSTROPHE = 0x27;
const SLASH = 0x2f;

/**
 * Whether the text may be cut at `at` so that, whatever stands on both sides, the tokens of the two parts are the tokens
 * of the whole. Then a change on one side of the cut cannot move a token on the other.
 *
 * Two characters decide. The rule was found by trying every string of one character per kind, and is valid for the
 * patterns of cl100k_base and o200k_base. There is no safe cut inside a run of one kind (letters, spaces, punctuation).
 */
export function isSafeCut(text: string, at: number, characters: Characters): boolean {
  if (isInsidePair(text, at)) return false;
  return isSafe(characters.before(text, at), characters.at(text, at), text.charCodeAt(at));
}

/** The first safe cut in [from, limit), else `limit`. */
export function cutAfter(text: string, from: number, limit: number, characters: Characters): number {
  let at = isInsidePair(text, from) ? from + 1 : from;
  let before = characters.before(text, at);
  while (at < limit) {
    const kind = characters.at(text, at);
    if (isSafe(before, kind, text.charCodeAt(at))) return at;
    before = kind;
    at += kind & PAIR ? 2 : 1;
  }
  return limit;
}

/** The last safe cut in (limit, from], else `limit`. */
export function cutBefore(text: string, from: number, limit: number, characters: Characters): number {
  for (let at = from; at > limit; at--) if (isSafeCut(text, at, characters)) return at;
  return limit;
}

/** `before` and `after` are kinds; `unit` is the first UTF-16 unit of the character after the cut. */
function isSafe(before: number, after: number, unit: number): boolean {
  if (before & SPACE) return false;
  // A line break takes all white space before it, and in o200k_base slashes behind it.
  if (before & NEWLINE) return (after & (NEWLINE | SPACE)) === 0 && unit !== SLASH;
  if (after & SPACE) return true;
  // An apostrophe behind a letter may begin a contraction ('s, 'll).
  if (before & LETTER) return (after & (NUMBER | NEWLINE)) !== 0 || ((after & OTHER) !== 0 && unit !== APOSTROPHE);
  if (before & NUMBER) return (after & NUMBER) === 0;
  return (after & NUMBER) !== 0;
}
