import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lineDifference } from '../../server/src/text/lineDifference';

/** As `diff -u` prints it, one hunk behind the other. */
const shown = (a: string, b: string, context: number): string =>
  lineDifference(a, b, context)
    .map(({ before, after, lines }) => {
      const signs = { same: ' ', removed: '-', added: '+' };
      return [`@${before},${after}`, ...lines.map(({ kind, text }) => signs[kind] + text)].join('\n');
    })
    .join('\n');

test('what is removed comes before what is added, with equal lines round both', () => {
  assert.equal(shown('a\nb\nc\nd\n', 'a\nB\nc\nd\ne\n', 1), '@0,0\n a\n-b\n+B\n c\n d\n+e');
  assert.equal(shown('a\nb\nc', 'a\nB\nc', 0), '@1,1\n-b\n+B');
  assert.equal(shown('same\n', 'same\n', 2), '');
  assert.equal(shown('', 'new\n', 2), '@0,0\n+new\n+');
  assert.equal(shown('a\n', 'a', 0), '@1,1\n-');
});

test('differences that share their context are one hunk', () => {
  assert.equal(shown('1\n2\n3\n4\n5', '1x\n2\n3\n4\n5x', 2), '@0,0\n-1\n+1x\n 2\n 3\n 4\n-5\n+5x');
  assert.equal(
    shown('1\n2\n3\n4\n5\n6\n7', '1x\n2\n3\n4\n5\n6\n7x', 2),
    '@0,0\n-1\n+1x\n 2\n 3\n@4,4\n 5\n 6\n-7\n+7x',
  );
});

test('the lines of the hunks, put into the first text, give the second', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 25 });
  fc.assert(
    fc.property(lines, lines, fc.nat({ max: 3 }), (a, b, context) => {
      const before = a.join('\n') === '' ? [] : a;
      const out: string[] = [];
      let at = 0;
      for (const hunk of lineDifference(a.join('\n'), b.join('\n'), context)) {
        out.push(...before.slice(at, hunk.before));
        assert.equal(out.length, hunk.after);
        out.push(...hunk.lines.filter(({ kind }) => kind !== 'removed').map(({ text }) => text));
        at = hunk.before + hunk.lines.filter(({ kind }) => kind !== 'added').length;
      }
      assert.equal([...out, ...before.slice(at)].join('\n'), b.join('\n'));
    }),
    { seed: 5, numRuns: 500 },
  );
});
