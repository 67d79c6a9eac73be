import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Characters } from '../../../server/src/tokens/characters';
import { cutAfter, isSafeCut } from '../../../server/src/tokens/cuts';
import type { Encoding } from '../../../server/src/tokens/encoding';
import { encodings } from '../../../server/src/tokens/encodings/index.generated';
import { hostile, random } from './support';

const characters = new Characters();
const judge = { characters, encoding: { cutsBehindBreaks: true } };
/** One of each kind, with letters that may stand in a contraction. */
const alphabet = ['a', 's', 'l', 'B', '日', '\u0301', '1', ' ', '\t', '\n', '/', "'", '!'];

function everyString(longest: number): string[] {
  let level = [''];
  const all: string[] = [];
  for (let length = 1; length <= longest; length++) {
    level = level.flatMap((start) => alphabet.map((character) => start + character));
    all.push(...level);
  }
  return all;
}

const short = everyString(4);
const long = ((): string[] => {
  const { text } = hostile(random(11));
  return Array.from({ length: 4000 }, (_, i) => text(1 + (i % 7)));
})();

function piecesOf(encoding: Encoding, text: string): number[] {
  const ends: number[] = [];
  for (let at = 0; at < text.length; ) {
    at = encoding.pieceEnd(text, at, characters);
    ends.push(at);
  }
  return ends;
}

for (const encoding of encodings) {
  test(`${encoding.id}: pieces end where the published pattern ends them`, () => {
    const pattern = new RegExp(encoding.pattern, 'gu');
    for (const text of [...short, ...long]) {
      const ends = Array.from(text.matchAll(pattern), (match) => match.index + match[0].length);
      assert.deepEqual(piecesOf(encoding, text), ends, JSON.stringify(text));
    }
  });

  test(`${encoding.id}: at a safe cut the parts split as the whole does`, () => {
    for (const text of [...short, ...long]) {
      const whole = piecesOf(encoding, text);
      for (let at = 1; at < text.length; at++) {
        if (!isSafeCut(text, at, { encoding, characters })) continue;
        const right = piecesOf(encoding, text.slice(at)).map((end) => end + at);
        assert.deepEqual([...piecesOf(encoding, text.slice(0, at)), ...right], whole, JSON.stringify([text, at]));
      }
    }
  });
}

test('63 of the 169 pairs of kinds are taken for safe', () => {
  const pairs = alphabet.flatMap((before) => alphabet.map((after) => before + after));
  assert.equal(pairs.filter((pair) => isSafeCut(pair, 1, judge)).length, 63);
});

test('the next cut is the first that is safe', () => {
  for (const text of long) {
    let expected = text.length;
    for (let at = text.length - 1; at > 0; at--) {
      if (isSafeCut(text, at, judge)) expected = at;
      assert.equal(cutAfter(text, at, text.length, judge), expected, JSON.stringify([text, at]));
    }
  }
});

test('a run of one kind has no safe cut, and a limit is kept', () => {
  assert.equal(cutAfter('a'.repeat(50_000), 10, 50_000, judge), 50_000);
  assert.equal(cutAfter('日本'.repeat(50), 10, 60, judge), 60);
  assert.equal(cutAfter('👍'.repeat(50), 11, 100, judge), 100);
});

test('runs that are too long for a regular expression are one piece', () => {
  const text = `日${'あ'.repeat(5_000_000)} x`;
  for (const encoding of encodings) assert.equal(encoding.pieceEnd(text, 0, characters), 5_000_001);
});
