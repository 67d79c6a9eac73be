import assert from 'node:assert/strict';
import { test } from 'node:test';
import { globBase, isGlob, matchesGlob } from '../../server/src/text/glob';

const cases: readonly (readonly [string, string, boolean])[] = [
  ['prompts/*.md', 'prompts/a.md', true],
  ['prompts/*.md', 'prompts/sub/a.md', false],
  ['**/*.md', 'a.md', true],
  ['**/*.md', 'x/y/a.md', true],
  ['x/**/z/*.md', 'x/z/a.md', true],
  ['x/**/z/*.md', 'x/q/r/z/a.md', true],
  ['chat-?.txt', 'chat-😀.txt', true],
  ['chat-?.txt', 'chat-10.txt', false],
  ['{ask,run}/s.txt', 'run/s.txt', true],
  ['{ask,run}/s.txt', 'other/s.txt', false],
  ['a*b*c', 'aXbYbZc', true],
  ['a*b*c', 'aXbYbZ', false],
];

for (const [pattern, path, expected] of cases) {
  test(`${pattern} ${expected ? 'matches' : 'does not match'} ${path}`, () =>
    assert.equal(matchesGlob(pattern, path), expected));
}

test('a pattern is told from a path, and its search begins before the first pattern', () => {
  assert.deepEqual(['a/b.txt', 'a/*.txt', '{x}.txt', '{x,y}.txt'].map(isGlob), [false, true, false, true]);
  assert.deepEqual(['a/b/*.txt', '*.txt', 'a/**/c.txt'].map(globBase), ['a/b', '', 'a']);
});

test('a hostile pattern is matched in a moment', () => {
  assert.equal(matchesGlob(`${'*a'.repeat(2000)}b`, 'a'.repeat(4000)), false);
  assert.equal(matchesGlob('{a,b}'.repeat(40), 'a'.repeat(40)), true);
});
