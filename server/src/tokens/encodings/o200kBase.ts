import { CASELESS, type Characters, LETTER, LOWER, MARK, NUMBER, OTHER, PAIR, SPACE, UPPER } from '../characters';
import type { Encoding } from '../encoding';
import { contractionEnd, numberEnd, punctuationEnd, spaceEnd } from '../split';

const upper = '[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]';
const lower = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]';
const contraction = "(?:'(?:[sdmtSDMT]|[lL][lL]|[vV][eE]|[rR][eE]|\\u017F))?";

export const encoding: Encoding = {
  id: 'o200k_base',
  title: 'o200k_base: GPT-4o, GPT-4.1, the o-series, GPT-5 and later',
  pattern: [
    `[^\\r\\n\\p{L}\\p{N}]?${upper}*${lower}+${contraction}`,
    `[^\\r\\n\\p{L}\\p{N}]?${upper}+${lower}*${contraction}`,
    '\\p{N}{1,3}',
    ' ?[^\\p{White_Space}\\p{L}\\p{N}]+[\\r\\n/]*',
    '\\p{White_Space}*[\\r\\n]+',
    '\\p{White_Space}+(?!\\P{White_Space})',
    '\\p{White_Space}+',
  ].join('|'),
  pieceEnd,
  cutsBehindBreaks: true,
  asset: 'o200k_base.bin',
  sha256: '446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d',
  examples: [
    { text: 'Hello, world!', tokens: 4 },
    { text: 'You are a careful assistant.', tokens: 6 },
    { text: '<|endoftext|>', tokens: 7 },
  ],
};

function pieceEnd(text: string, start: number, characters: Characters): number {
  const kind = characters.at(text, start);
  if (kind & NUMBER) return numberEnd(text, start, characters);
  if (kind & (LETTER | MARK | SPACE | OTHER)) {
    // One character that is neither a letter, a number nor a line break goes with the word behind it.
    const prefix = kind & LETTER ? 0 : kind & PAIR ? 2 : 1;
    let end = wordEnd(text, start + prefix, characters);
    if (end < 0 && kind & MARK) end = wordEnd(text, start, characters);
    if (end < 0) end = capitalsEnd(text, start + prefix, characters);
    if (end >= 0) return Math.max(end, contractionEnd(text, end));
  }
  const end = punctuationEnd(text, start, characters, true);
  return end >= 0 ? end : spaceEnd(text, start, characters);
}

/**
 * `upper*lower+`. The two sets share the caseless letters and the marks, so the expression may give back what `upper*`
 * took: with no small letter behind the run, the word ends behind the last character that is in both sets.
 */
function wordEnd(text: string, start: number, characters: Characters): number {
  let at = start;
  let behindShared = -1;
  for (;;) {
    const kind = characters.at(text, at);
    if (kind & LOWER) return characters.runEnd(text, at, LOWER | CASELESS | MARK);
    if ((kind & (UPPER | CASELESS | MARK)) === 0) return behindShared;
    at += kind & PAIR ? 2 : 1;
    if (kind & (CASELESS | MARK)) behindShared = at;
  }
}

/** `upper+lower*` where `upper*lower+` did not match: nothing but capitals. */
function capitalsEnd(text: string, start: number, characters: Characters): number {
  const end = characters.runEnd(text, start, UPPER);
  return end > start ? end : -1;
}
