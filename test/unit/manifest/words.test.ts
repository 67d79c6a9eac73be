import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyEdits } from '../../../server/src/text/edit';
import { OffsetMap } from '../../../server/src/text/offsets';
import { closest } from '../../../server/src/text/similar';

test('the nearest candidate', () => {
  const keys = ['title', 'trust', 'trigger', 'description', 'current-turn', 'setBy', 'tail', 'at'];
  const cases: Readonly<Record<string, string | undefined>> = {
    tilte: 'title',
    trsut: 'trust',
    rust: 'trust',
    desc: 'description',
    current_turn: 'current-turn',
    SETBY: 'setBy',
    tial: 'tail',
    quux: undefined,
    a: undefined,
    ta: 'at',
    '': undefined,
    tr: undefined,
    '---': undefined,
  };
  for (const [word, meant] of Object.entries(cases)) assert.equal(closest(word, keys), meant, word);
});

test('a word is not meant to be itself, and what is too long is not compared', () => {
  assert.equal(closest('trust', ['trust', 'trusts']), 'trusts');
  assert.equal(closest('trust', ['trust']), undefined);
  assert.equal(closest('x'.repeat(65), ['x'.repeat(64)]), undefined);
});

test('a beginning counts when it begins one candidate only, or nothing is nearer', () => {
  assert.equal(closest('desc', ['description', 'descent']), undefined);
  assert.equal(closest('descr', ['description', 'descry']), 'descry');
});

test('offsets come back from a text with edits', () => {
  const text = 'abcdefgh';
  const edits = [
    { span: { start: 6, end: 6 }, text: '!!' },
    { span: { start: 2, end: 4 }, text: '<cd>' },
  ];
  assert.equal(applyEdits(text, edits), 'ab<cd>ef!!gh');
  const map = new OffsetMap(edits);
  const before = Array.from({ length: 13 }, (_, offset) => map.before(offset));
  assert.deepEqual(before, [0, 1, 2, 2, 2, 4, 4, 5, 6, 6, 6, 7, 8]);
});
