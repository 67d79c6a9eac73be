import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { alignLines } from '../../server/src/text/align';

const pairs = (a: string, b: string): string => {
  const left = a.split(' ');
  const partners = alignLines(left, b.split(' '));
  return left.map((line, i) => `${line}${partners[i] === -1 ? '-' : partners[i]}`).join(' ');
};

describe('lines that two texts share', () => {
  test('the same line, wherever other lines were put in, taken out or changed', () => {
    assert.equal(pairs('a b c', 'a b c'), 'a0 b1 c2');
    assert.equal(pairs('a b c', 'x a c y'), 'a1 b- c2');
    assert.equal(pairs('a b c', 'x y'), 'a- b- c-');
  });
  test('a line that stands in both only once is the same line, although others are repeated', () => {
    assert.equal(pairs('_ a _ b _', '_ b _ a _ c _'), '_0 a- _- b1 _6');
    assert.equal(pairs('{ x } { y }', '{ x } { new } { y }'), '{0 x1 }2 {3 y7 }8');
  });
  test('where no line stands alone, as many as possible are paired', () => {
    assert.equal(pairs('p q p q', 'q p q p'), 'p- q0 p1 q2');
  });
  test('partners are equal lines and never go back, and equal ends always pair', () => {
    const line = fc.constantFrom('a', 'b', 'c', 'd', '');
    const lines = fc.array(line, { maxLength: 40 });
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        let last = -1;
        for (const [i, partner] of alignLines(a, b).entries()) {
          if (partner === -1) continue;
          assert.ok(partner > last);
          assert.equal(a[i], b[partner]);
          last = partner;
        }
        if (a.length > 0 && a[0] === b[0]) assert.equal(alignLines(a, b)[0], 0);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
  test('a long stretch in which every line is repeated is taken as changed', () => {
    const a = Array.from({ length: 1000 }, (_, i) => `a${i % 7}`);
    const b = Array.from({ length: 1000 }, (_, i) => `a${(i * 3 + 1) % 7}`);
    assert.deepEqual(new Set(alignLines(a, b)), new Set([-1]));
  });
});
