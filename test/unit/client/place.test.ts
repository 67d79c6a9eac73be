import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunksOf } from '../../../client/src/preview/page/chunks';
import { lineAt, markedAt, nameOf, sourceAt } from '../../../client/src/preview/page/place';
import { promptText } from '../../../client/src/preview/text';
import type { WirePosition } from '../../../server/src/protocol';
import { at, block, message, result, TEMPLATE, turn, Writer } from '../../page/models/builder';

const w = new Writer();
const segments = [w.text('base', 'One\nTwo '), w.value('who', 'name', 'Ida'), w.text('base', ' three\nFour')];
const prompt = result({
  system: 'x',
  layers: [{ id: 'base', trust: 'instructions' }],
  messages: [message('system', [block(segments)])],
});

test('a place in literal text is exact, one in a value is its tag', () => {
  const [first, value, last] = segments;
  assert.ok(first && value && last);
  assert.deepEqual(sourceAt(first, 6).range, { start: { line: 1, character: 2 }, end: { line: 1, character: 2 } });
  assert.deepEqual(sourceAt(value, 1).range, { start: { line: 1, character: 4 }, end: { line: 1, character: 10 } });
  assert.deepEqual(sourceAt(last, 1).range.start, { line: 1, character: 11 });
  assert.deepEqual(sourceAt(last, 9).range.start, { line: 2, character: 2 });
});

test('a place never lies behind the source, as in an escape that is shorter than it is written', () => {
  const segment = { kind: 'literal' as const, text: 'abc', layer: null, source: at(TEMPLATE, 3, 1, 2), tokens: 1 };
  assert.deepEqual(sourceAt(segment, 3).range.start, { line: 3, character: 3 });
});

test('line breaks of every kind count as one', () => {
  const segment = {
    kind: 'literal' as const,
    text: 'a\r\nb',
    layer: null,
    source: { file: TEMPLATE, range: { start: { line: 0, character: 0 }, end: { line: 1, character: 1 } } },
    tokens: 1,
  };
  assert.deepEqual(sourceAt(segment, 3).range.start, { line: 1, character: 1 });
});

const whole = Number.MAX_SAFE_INTEGER;
const cursor = (position: WirePosition, file = TEMPLATE) => ({ file, position, selected: false });

test('the cursor marks the line of the text it stands in, or the whole value', () => {
  assert.deepEqual(markedAt(prompt, cursor({ line: 0, character: 1 })), { paths: ['0.0.0'], from: 0, to: 3 });
  assert.deepEqual(markedAt(prompt, cursor({ line: 1, character: 2 })), { paths: ['0.0.0'], from: 4, to: 8 });
  assert.deepEqual(markedAt(prompt, cursor({ line: 1, character: 6 })), { paths: ['0.0.1'], from: 0, to: whole });
  assert.deepEqual(markedAt(prompt, cursor({ line: 2, character: 4 })), { paths: ['0.0.2'], from: 7, to: 11 });
  assert.equal(markedAt(prompt, cursor({ line: 9, character: 0 })), undefined);
  assert.equal(markedAt(prompt, cursor({ line: 0, character: 1 }, 'file:///other')), undefined);
});

test('between two tags the cursor stands in the second, behind the last one in that', () => {
  const v = new Writer();
  const values = [v.value('a', 'context', 'x'), v.value('a', 'kb', 'y'), v.value('a', 'kb', 'z')];
  const [, second] = values;
  assert.ok(second);
  // Two pieces that one tag has made, as an assembled value has them.
  const made = values.map((segment, i) => (i === 2 ? { ...segment, source: second.source } : segment));
  const two = result({ system: 'x', layers: [], messages: [message('system', [block(made)])] });
  assert.deepEqual(markedAt(two, cursor({ line: 0, character: 0 }))?.paths, ['0.0.0']);
  assert.deepEqual(markedAt(two, cursor({ line: 0, character: 9 }))?.paths, ['0.0.1', '0.0.2']);
  assert.deepEqual(markedAt(two, cursor({ line: 0, character: 13 }))?.paths, ['0.0.1', '0.0.2']);
});

test('a tag in a longer one is marked alone, also where both end together', () => {
  const v = new Writer();
  const [outer, inner] = [v.value('a', 'context', 'x'), v.value('a', 'kb', 'y')];
  const both = [
    { ...outer, source: at(TEMPLATE, 0, 0, 10) },
    { ...inner, source: at(TEMPLATE, 0, 5, 5) },
  ];
  const one = result({ system: 'x', layers: [], messages: [message('system', [block(both)])] });
  assert.deepEqual(markedAt(one, cursor({ line: 0, character: 7 }))?.paths, ['0.0.1']);
});

test('what is selected begins where it begins, although another tag ends there', () => {
  const v = new Writer();
  const values = [v.value('a', 'context', 'x')];
  const one = result({ system: 'x', layers: [], messages: [message('system', [block(values)])] });
  const end = cursor({ line: 0, character: 9 });
  assert.deepEqual(markedAt(one, end)?.paths, ['0.0.0']);
  assert.equal(markedAt(one, { ...end, selected: true }), undefined);
});

test('a file is named by the last part of its address', () => {
  assert.equal(nameOf('file:///a/b%20c.prompt'), 'b c.prompt');
  assert.equal(nameOf('file:///a/50%.md'), '50%.md');
  assert.equal(nameOf('vscode-vfs://host/x.md?ref=1'), 'x.md');
});

test('one message is copied as it is sent, several with their roles', () => {
  assert.equal(promptText(prompt), 'One\nTwo Ida three\nFour');
  const two = { ...prompt, messages: [...prompt.messages, turn('user', 'Hi')] };
  assert.equal(promptText(two), '[system]\nOne\nTwo Ida three\nFour\n\n[user]\nHi');
});

test('what was cut or stripped is not copied', () => {
  const [first] = segments;
  assert.ok(first);
  const messages = [message('system', [block([first, { ...first, removed: 'strip' }])])];
  assert.equal(promptText({ ...prompt, messages }), 'One\nTwo ');
});

test('short text is one chunk; long text is divided at lines, a long line at a space', () => {
  assert.deepEqual(chunksOf('a\nb'), [{ text: 'a\nb', at: 0, lines: 1 }]);
  const lines = chunksOf('line\n'.repeat(100));
  assert.deepEqual(
    lines.map((chunk) => [chunk.at, chunk.lines]),
    [
      [0, 40],
      [200, 40],
      [400, 20],
    ],
  );
  const words = chunksOf('word '.repeat(2000));
  assert.equal(words.length, 3);
  assert.ok(words.slice(0, -1).every((chunk) => chunk.text.endsWith(' ')));
});

test('chunks joined are the text, and no character is divided', () => {
  for (const text of ['😀'.repeat(5000), `${'x'.repeat(9001)}\n\n${'y\n'.repeat(200)}z`, '\n'.repeat(500)]) {
    const chunks = chunksOf(text);
    assert.equal(chunks.map((chunk) => chunk.text).join(''), text);
    assert.ok(chunks.every((chunk, i) => chunk.at === chunks.slice(0, i).reduce((n, c) => n + c.text.length, 0)));
    assert.ok(chunks.every((chunk) => !/^[\udc00-\udfff]/.test(chunk.text)));
  }
});

test('a line of a file is found in the text: where it begins, in its value, or in what comes next', () => {
  assert.deepEqual(lineAt(prompt, TEMPLATE, 0), { path: '0.0.0', offset: 0 });
  assert.deepEqual(lineAt(prompt, TEMPLATE, 1), { path: '0.0.0', offset: 4 });
  assert.deepEqual(lineAt(prompt, TEMPLATE, 2), { path: '0.0.2', offset: 7 });
  assert.equal(lineAt(prompt, TEMPLATE, 3), undefined);
  assert.equal(lineAt(prompt, 'file:///other', 0), undefined);
});
