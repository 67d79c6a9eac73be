import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ModelOverride, modelFacts } from '../../../server/src/tokens/models';
import {
  callCost,
  costOfCalls,
  costUncached,
  money,
  savedByMoving,
  savedByNotWriting,
  savedByReading,
} from '../../../server/src/tokens/price';

const priced = (price: ModelOverride['price']) => modelFacts('mine', { mine: { tokenizer: 'o200k_base', price } });
const full = priced({ input: 10, cacheWrite: 12.5, cacheRead: 1 });

test('a cold call writes the prefix, a warm one reads of it what is kept and writes the rest', () => {
  assert.deepEqual(callCost(full, { total: 100_000, written: 80_000, kept: 60_000 }), {
    cold: 1.2,
    warm: 0.51,
    uncached: 1,
  });
});

test('with nothing cached every call costs the same, whatever is known of the cache', () => {
  const nothing = { total: 100_000, written: 0, kept: 0 };
  assert.deepEqual(callCost(full, nothing), { cold: 1, warm: 1, uncached: 1 });
  assert.deepEqual(callCost(priced({ input: 10 }), nothing), { cold: 1, warm: 1, uncached: 1 });
});

test('a price that nobody knows is not made up', () => {
  const tokens = { total: 100_000, written: 80_000, kept: 80_000 };
  assert.equal(callCost(undefined, tokens), undefined);
  assert.equal(callCost(priced(undefined), tokens), undefined);
  assert.equal(callCost(priced({ cacheRead: 1 }), tokens), undefined);
  assert.deepEqual(callCost(priced({ input: 10, cacheWrite: 10 }), tokens), { cold: 1, warm: undefined, uncached: 1 });
  assert.deepEqual(callCost(priced({ input: 10, cacheRead: 1 }), tokens), { cold: undefined, warm: 0.28, uncached: 1 });
  assert.equal(savedByReading(priced({ input: 10 }), 1000, 1000), undefined);
  assert.equal(savedByNotWriting(priced({ input: 10, cacheRead: 1 }), 1000, 1000), undefined);
});

test('many calls: the first is cold, the others are warm', () => {
  assert.equal(costOfCalls({ cold: 5, warm: 1, uncached: 4 }, 1), 5);
  assert.equal(costOfCalls({ cold: 5, warm: 1, uncached: 4 }, 1000), 1004);
  assert.equal(costOfCalls({ cold: 5, warm: undefined, uncached: 4 }, 2), undefined);
});

test('above a step every token of the request costs more, those from the cache too', () => {
  const haiku = modelFacts('claude-haiku-5-5');
  const at = (total: number) => callCost(haiku, { total, written: 100_000, kept: 100_000 });
  assert.deepEqual([at(100_000)?.uncached, at(100_001)?.uncached], [0.01, 0.0500005]);
  assert.deepEqual([at(100_000)?.warm, at(200_000)?.warm], [0.001, 0.055]);
  assert.equal(savedByReading(haiku, 100_000, 100_000), 0.009);
  assert.equal(savedByReading(haiku, 100_000, 200_000), 0.045);
});

test('money has two digits that count, and cents above a dollar', () => {
  const written = [0, 0.000_042, 0.0031, 0.0999, 0.5, 1, 12.345, 1234.5, 1_234_567, -0.25].map(money);
  assert.deepEqual(written, [
    '$0',
    '$0.000042',
    '$0.0031',
    '$0.100',
    '$0.50',
    '$1.00',
    '$12.35',
    '$1,234.50',
    '$1,234,567.00',
    '−$0.25',
  ]);
});

test('many calls without a cache cost as much as many calls of which nothing is kept', () => {
  const each = { cold: 0.005075, warm: 0.005075, uncached: 0.005075 };
  assert.equal(costUncached(each, 1000), 5.075);
  assert.equal(costOfCalls(each, 1000), costUncached(each, 1000));
});

test('what moving a slot behind the mark saves: reading what was written, and no longer writing the slot', () => {
  const prices = priced({ input: 10, cacheWrite: 12.5, cacheRead: 1 });
  const before = callCost(prices, { total: 3000, written: 2000, kept: 500 })?.warm ?? 0;
  const after = callCost(prices, { total: 3000, written: 1990, kept: 1990 })?.warm ?? 0;
  assert.equal(savedByMoving(prices, { gained: 1490, moved: 10 }, 3000), Number((before - after).toFixed(10)));
  assert.equal(savedByMoving(priced({ input: 10, cacheRead: 1 }), { gained: 1, moved: 1 }, 3000), undefined);
});

test('half of the last digit is rounded up, however it is written in binary', () => {
  assert.deepEqual([money(5.075), money(0.0225), money(0.0000225)], ['$5.08', '$0.023', '$0.000023']);
});
