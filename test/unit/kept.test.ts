import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kept } from '../../server/src/text/kept';

test('what is kept with an object is found with that object alone', () => {
  const lengths = new Kept<{ text: string }, number>();
  const words = new Kept<{ text: string }, string | undefined>();
  const [one, other] = [{ text: 'one' }, { text: 'one' }];
  lengths.set(one, 3);
  words.set(one, undefined);
  assert.deepEqual([lengths.get(one), lengths.get(other)], [3, undefined]);
  assert.deepEqual([words.has(one), words.has(other), words.get(one)], [true, false, undefined]);
  lengths.set(one, 4);
  assert.equal(lengths.get(one), 4);
});

test('a copy of an object has none of it, and nobody who looks at the object sees it', () => {
  const lengths = new Kept<object, number>();
  const one = { text: 'one' };
  lengths.set(one, 3);
  assert.equal(lengths.has({ ...one }), false);
  assert.equal(lengths.has(structuredClone(one)), false);
  assert.deepEqual([one, Object.keys(one), JSON.stringify(one)], [{ text: 'one' }, ['text'], '{"text":"one"}']);
});
