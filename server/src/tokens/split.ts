// What the split patterns have in common. Each function answers for one alternative of the pattern: where the piece
// ends that begins at `start`, or -1 when this alternative does not match there.
import { type Characters, MARK, NEWLINE, NUMBER, OTHER, SPACE } from './characters';

const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const LONG_S = 0x17f;

/** `\p{N}{1,3}` */
export function numberEnd(text: string, start: number, characters: Characters): number {
  let at = start;
  for (let digits = 0; digits < 3; digits++) {
    const kind = characters.at(text, at);
    if ((kind & NUMBER) === 0) break;
    at += kind === NUMBER ? 1 : 2;
  }
  return at > start ? at : -1;
}

/** ` ?[^\s\p{L}\p{N}]+[\r\n]*`, or with `slashes` ` ?[^\s\p{L}\p{N}]+[\r\n/]*` */
export function punctuationEnd(text: string, start: number, characters: Characters, slashes: boolean): number {
  const from = text.charCodeAt(start) === 0x20 ? start + 1 : start;
  let at = characters.runEnd(text, from, OTHER | MARK);
  if (at === from) return -1;
  while (characters.at(text, at) === NEWLINE || (slashes && text.charCodeAt(at) === SLASH)) at++;
  return at;
}

/**
 * `\s*[\r\n]+|\s+(?!\S)|\s+`: up to the last line break of the run; without one, all but the last character, which
 * belongs to the word that follows; at the end of the text, or alone, all of it.
 */
export function spaceEnd(text: string, start: number, characters: Characters): number {
  let end = start;
  let behindBreak = -1;
  for (;;) {
    const kind = characters.at(text, end);
    if ((kind & (SPACE | NEWLINE)) === 0) break;
    end++;
    if (kind === NEWLINE) behindBreak = end;
  }
  if (behindBreak >= 0) return behindBreak;
  return end < text.length && end - start > 1 ? end - 1 : end;
}

/** `'(?:[sdmt]|ll|ve|re)` in any case; Unicode counts the long s (U+017F) as a case of s. */
export function contractionEnd(text: string, start: number): number {
  if (text.charCodeAt(start) !== APOSTROPHE) return -1;
  const unit = text.charCodeAt(start + 1);
  if (unit === LONG_S) return start + 2;
  const first = unit | 0x20;
  if (unit > 0x7f) return -1;
  if (first === 0x73 || first === 0x64 || first === 0x6d || first === 0x74) return start + 2;
  const second = text.charCodeAt(start + 2);
  if (second > 0x7f) return -1;
  if (first === 0x6c) return (second | 0x20) === 0x6c ? start + 3 : -1;
  if (first === 0x76 || first === 0x72) return (second | 0x20) === 0x65 ? start + 3 : -1;
  return -1;
}
