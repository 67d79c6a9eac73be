import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Counter } from '../../../server/src/tokens/counter';
import { encodings } from '../../../server/src/tokens/encodings/index.generated';
import type { Tokenizer } from '../../../server/src/tokens/tokenizer';
import { howMany } from '../../support/effort';
import { vocabularyOf } from '../../support/vocabularies';
import { encodingOf, hostile, ordinary, random, tokenizerOf } from './support';

const newCounter = (): Counter =>
  new Counter({ vocabulary: vocabularyOf, changed: () => assert.fail('nothing waits') });

/** Tokens per stretch from a full tokenization. */
function naive(tokenizer: Tokenizer, text: string, bounds: readonly number[]): number[] {
  const tokens = new Array<number>(bounds.length + 1).fill(0);
  let stretch = 0;
  for (const start of tokenizer.starts(text)) {
    while (stretch < bounds.length && (bounds[stretch] ?? 0) <= start) stretch++;
    tokens[stretch] = (tokens[stretch] ?? 0) + 1;
  }
  return tokens;
}

/** Types, deletes, pastes, repeats and goes back at random; calls `check` after each of `edits` changes. */
function editAtRandom(
  seed: number,
  edits: number,
  size: number,
  check: (text: string, bounds: number[], key: string) => void,
): void {
  const next = random(seed);
  const int = (below: number): number => Math.floor(next() * below);
  const { bit, piece, text: make } = hostile(next);
  let text = '';
  const earlier: string[] = [];
  for (let n = 0; n < edits; n++) {
    if (n % 250 === 0) text = make(int(size));
    const kind = next();
    const at = int(text.length + 1);
    const before = text;
    if (kind < 0.4) text = text.slice(0, at) + bit() + text.slice(at);
    else if (kind < 0.6) text = text.slice(0, at) + text.slice(at + 1);
    else if (kind < 0.75) text = text.slice(0, at) + piece() + text.slice(at + int(12));
    else if (kind < 0.83) text = text.slice(0, at) + text.slice(at + int(text.length / 4 + 2));
    else if (kind < 0.9) text = text.slice(0, at) + piece() + piece() + text.slice(at);
    else if (kind < 0.93) text = text.slice(0, at) + text.slice(int(text.length + 1)).slice(0, 300) + text.slice(at);
    else if (kind < 0.95) text += bit();
    else text = earlier.pop() ?? piece();
    earlier.push(before);
    if (earlier.length > 10) earlier.shift();
    const bounds = Array.from({ length: int(7) }, () => int(text.length + 1)).sort((a, b) => a - b);
    check(text, bounds, n % 3 === 0 ? `chat/${int(3)}` : 'chat/main');
  }
}

for (const encoding of encodings) {
  const tokenizer = tokenizerOf(encoding);
  const check = (counter: Counter) => (text: string, bounds: number[], key: string) => {
    const count = counter.count(encoding.id, key, text, bounds);
    const tokens = naive(tokenizer, text, bounds);
    assert.deepEqual(count.tokens, tokens, JSON.stringify({ text, bounds }));
    assert.equal(count.total, tokenizer.count(text));
    assert.equal(count.pending, false);
  };

  test(`${encoding.id}: after ${howMany(10_000)} edits of small hostile texts every stretch is what a full count gives`, () => {
    editAtRandom(1, howMany(10_000), 50, check(newCounter()));
  });

  test(`${encoding.id}: so it is in texts of many chunks`, () => {
    editAtRandom(2, howMany(500), 2500, check(newCounter()));
  });
}

test('an edit at the seam of two chunks is seen by both', () => {
  const counter = newCounter();
  const tokenizer = tokenizerOf(encodingOf('o200k_base'));
  const text = 'word\n'.repeat(2000);
  // Chunks are about 4,096 characters long; the first seam of this text stands before a line break.
  for (let at = 4090; at < 4110; at++) {
    for (const typed of [' ', '\n', '\n ', '7', "'s", 'a', '/', '\u0301', '👍']) {
      counter.count('o200k_base', 'k', text, []);
      const edited = text.slice(0, at) + typed + text.slice(at);
      assert.equal(
        counter.count('o200k_base', 'k', edited, []).total,
        tokenizer.count(edited),
        JSON.stringify([at, typed]),
      );
    }
  }
});

test('a token belongs to the stretch of its first byte, also in the middle of a character', () => {
  const counter = newCounter();
  // Two tokens in each emoji, one in the joiner between them, one in the exclamation mark.
  const text = '👩\u200d💻!';
  assert.deepEqual(counter.count('o200k_base', 'k', text, [2, 3, 5]).tokens, [2, 1, 2, 1]);
  // A bound inside a surrogate pair leaves all of the character before it.
  assert.deepEqual(counter.count('o200k_base', 'k', text, [1, 4]).tokens, [2, 3, 1]);
});

test('bounds at one place leave nothing between them, and bounds at the ends leave nothing outside', () => {
  const text = 'You are a careful assistant.';
  const count = newCounter().count('o200k_base', 'k', text, [0, 7, 7, text.length]);
  assert.deepEqual(count.tokens, [0, 2, 0, 4, 0]);
  assert.deepEqual(newCounter().count('o200k_base', 'k', '', []), { tokens: [0], total: 0, pending: false });
});

test('without anywhere to send it, a text of any length is counted at once', () => {
  const text = ordinary.prose.repeat(1000) + 'a'.repeat(100_000) + ordinary.code.repeat(1000);
  const count = newCounter().count('o200k_base', 'k', text, [1000, 400_000]);
  assert.deepEqual(count.tokens, naive(tokenizerOf(encodingOf('o200k_base')), text, [1000, 400_000]));
});

test('encodings and keys are apart', () => {
  const counter = newCounter();
  assert.equal(counter.count('o200k_base', 'k', '日日', []).total, 1);
  assert.equal(counter.count('cl100k_base', 'k', '日日', []).total, 2);
  counter.forget('k');
  assert.equal(counter.count('o200k_base', 'k', 'Hello, world!', []).total, 4);
});
