import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyEdits } from '../../server/src/text/edit';
import { LineIndex } from '../../server/src/text/lines';

test('a line ends with LF, CRLF or a lone CR', () => {
  const lines = new LineIndex('a\r\nb\rc\nd');
  assert.equal(lines.count, 4);
  assert.deepEqual(lines.placeAt(3), { line: 1, character: 0 });
  assert.equal(lines.end(0), 1);
  assert.equal(lines.offsetAt({ line: 2, character: 99 }), 6);
});

test('characters are UTF-16 units, so an astral character counts two', () => {
  const lines = new LineIndex('x\n😀y');
  assert.deepEqual(lines.placeAt(4), { line: 1, character: 2 });
});

test('edits refer to the text before, and an overlapping one is left out', () => {
  const text = applyEdits('abcdef', [
    { span: { start: 4, end: 5 }, text: 'X' },
    { span: { start: 1, end: 3 }, text: '' },
    { span: { start: 2, end: 3 }, text: 'lost' },
  ]);
  assert.equal(text, 'adXf');
});
