import { type Characters, LETTER, MARK, NUMBER, OTHER, PAIR, SPACE } from '../characters';
import type { Encoding } from '../encoding';
import { contractionEnd, numberEnd, punctuationEnd, spaceEnd } from '../split';

const contraction = "'(?:[sdmtSDMT]|[lL][lL]|[vV][eE]|[rR][eE]|\\u017F)";

export const encoding: Encoding = {
  id: 'cl100k_base',
  title: 'cl100k_base: GPT-4, GPT-3.5 and the text embeddings',
  pattern: [
    contraction,
    '[^\\r\\n\\p{L}\\p{N}]?\\p{L}+',
    '\\p{N}{1,3}',
    ' ?[^\\p{White_Space}\\p{L}\\p{N}]+[\\r\\n]*',
    '\\p{White_Space}*[\\r\\n]+',
    '\\p{White_Space}+(?!\\P{White_Space})',
    '\\p{White_Space}+',
  ].join('|'),
  pieceEnd,
  cutsBehindBreaks: true,
  asset: 'cl100k_base.bin',
  sha256: '223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7',
  examples: [
    { text: 'Hello, world!', tokens: 4 },
    { text: 'You are a careful assistant.', tokens: 6 },
    { text: '<|endoftext|>', tokens: 7 },
  ],
};

function pieceEnd(text: string, start: number, characters: Characters): number {
  const kind = characters.at(text, start);
  if (kind & LETTER) return characters.runEnd(text, start, LETTER);
  if (kind & NUMBER) return numberEnd(text, start, characters);
  const contracted = contractionEnd(text, start);
  if (contracted >= 0) return contracted;
  if (kind & (SPACE | MARK | OTHER)) {
    // One character that is neither a letter, a number nor a line break goes with the word behind it.
    const word = start + (kind & PAIR ? 2 : 1);
    const end = characters.runEnd(text, word, LETTER);
    if (end > word) return end;
  }
  const end = punctuationEnd(text, start, characters, false);
  return end >= 0 ? end : spaceEnd(text, start, characters);
}
