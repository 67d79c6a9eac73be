import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grouped } from '../../server/src/text/grouped';

test('thousands are set apart as the engine does it in English', () => {
  for (const n of [0, 1, 12, 999, 1000, 12_345, 100_000, 999_999, 1_000_000, -1, -999, -1000, -123_456]) {
    assert.equal(grouped(n), n.toLocaleString('en-US'));
  }
  assert.equal(grouped(1_234_567), '1,234,567');
});

test('a number that is not whole is shown as the nearest one that is', () => {
  assert.equal(grouped(999.6), '1,000');
  assert.equal(grouped(0.4), '0');
});
