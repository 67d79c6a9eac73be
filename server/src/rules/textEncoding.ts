import type { Rule } from './rule';

export const rule: Rule = {
  code: 'text.encoding',
  level: 'error',
  title: 'Text that is not UTF-8',
  why: `The file holds bytes that are no UTF-8. A program that reads it stops, or sends a replacement character, or guesses another encoding and sends wrong letters. A replacement character that is saved in the file is what such a guess leaves behind.`,
  howToFix: `Open the file in the encoding in which it was written and save it as UTF-8. Where the sign \u{fffd} stands in the text, the letter is lost: write it again.`,
  examples: [
    {
      title: 'A letter that an earlier conversion has lost',
      bad: `Recommend a caf\u27e6text.encoding\u27e7\u{fffd}\u27e6/\u27e7 near the harbour.\n`,
      good: `Recommend a caf\u00e9 near the harbour, and say \u201cgood\u201d only when it is.\n`,
    },
  ],
  *text({ file, bodyStart }) {
    const { uri, text, invalidByte } = file;
    if (invalidByte !== undefined) {
      const start = offsetOfByte(text, invalidByte);
      yield {
        uri,
        span: { start, end: Math.min(text.length, start + 1) },
        message: `The byte at offset ${invalidByte} of this file is no UTF-8, so nobody can say which letter the model will read. Save the file as UTF-8.`,
      };
      return;
    }
    const lost = text.indexOf('\u{fffd}', bodyStart);
    if (lost < 0) return;
    const count = text.slice(bodyStart).split('\u{fffd}').length - 1;
    const more = count > 1 ? ` (and in ${count - 1} more places)` : '';
    yield {
      uri,
      span: { start: lost, end: lost + 1 },
      level: 'warning',
      message: `A replacement character stands here${more}: a letter was lost when the text was read in the wrong encoding. Write the letter again.`,
    };
  },
};

/** Characters before a byte of the file, whose text was well encoded up to there. */
function offsetOfByte(text: string, byte: number): number {
  let bytes = 0;
  let at = 0;
  while (at < text.length && bytes < byte) {
    const c = text.codePointAt(at) ?? 0;
    bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    at += c > 0xffff ? 2 : 1;
  }
  return Math.min(at, text.length);
}
