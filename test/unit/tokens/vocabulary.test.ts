import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_TOKEN, pack, Vocabulary } from '../../../server/src/tokens/vocabulary';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const packed = pack([bytes('a'), bytes('b'), bytes('ab'), new Uint8Array(0), bytes('abab')]);

test('a packed vocabulary answers with the ranks it was made of', () => {
  const vocabulary = new Vocabulary(packed);
  assert.equal(vocabulary.size, 5);
  assert.equal(vocabulary.rank(bytes('xabab'), 1, 5), 4);
  assert.equal(vocabulary.rank(bytes('ab'), 0, 2), 2);
  assert.equal(vocabulary.rank(bytes('aba'), 0, 3), NO_TOKEN);
  assert.equal(vocabulary.rank(bytes(''), 0, 0), NO_TOKEN);
  assert.equal(vocabulary.pair(0x61, 0x62), 2);
  assert.equal(vocabulary.pair(0x62, 0x61), NO_TOKEN);
});

test('what is no packed vocabulary, or half of one, is refused', () => {
  assert.throws(() => new Vocabulary(bytes('hello, this is text')), /not a packed vocabulary/);
  assert.throws(() => new Vocabulary(new Uint8Array(0)), /not a packed vocabulary/);
  assert.throws(() => new Vocabulary(packed.slice(0, -1)), /damaged/);
  assert.throws(() => new Vocabulary(packed.slice(0, 10)), /damaged/);
});
