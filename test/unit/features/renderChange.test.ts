// What goes over the wire when a prompt changes, and that the client makes the new prompt of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changed } from '../../../client/src/preview/change';
import { renderChange } from '../../../server/src/features/requests/renderChange';
import type { RenderResult, WireSegment } from '../../../server/src/protocol';
import { block, message, result, Writer } from '../../page/models/builder';
import { gateway } from '../../page/models/gateway';
import { random } from '../tokens/support';

const prompt = (...texts: readonly string[]): RenderResult => {
  const w = new Writer();
  return result({
    system: 's',
    layers: [{ id: 'base', trust: 'instructions' }],
    messages: [message('system', [block(texts.map((text) => w.text('base', text)))])],
  });
};

/** The changes of the only block. */
const segmentsOf = (before: RenderResult, after: RenderResult): unknown =>
  renderChange(before, after).messages[0]?.blocks[0]?.segments;

test('nothing has changed: nothing is told', () => {
  const { others, gone, messages } = renderChange(gateway(), gateway());
  assert.deepEqual({ others, gone, messages }, { others: {}, gone: [], messages: [null, null] });
});

test('a character in a long text is told as a character', () => {
  const long = 'word '.repeat(200_000);
  const after = prompt('First.\n', `${long.slice(0, 600_000)}x${long.slice(600_000)}`, 'Last.');
  const before = prompt('First.\n', long, 'Last.');
  const change = renderChange(before, after);
  assert.ok(JSON.stringify(change).length < 2500, JSON.stringify(change));
  assert.deepEqual(changed(before, change), after);
});

test('a line more moves what is below it, and that is told once', () => {
  const texts = Array.from({ length: 500 }, (_, i) => `line ${i}\n`);
  const before = prompt(...texts);
  const after = prompt(...texts.slice(0, 100), 'line 100\nmore\n', ...texts.slice(101));
  assert.deepEqual(
    (segmentsOf(before, after) as object[]).map((one) => Object.keys(one).join()),
    ['keep', 'now,at,cut,by', 'keep,down'],
  );
  assert.deepEqual(changed(before, renderChange(before, after)), after);
});

test('segments that come and go are told as they are', () => {
  const before = prompt('a', 'b', 'c');
  const added = prompt('a', 'b', 'c', 'd');
  assert.deepEqual(
    (segmentsOf(before, added) as object[]).map((one) => Object.keys(one).join()),
    ['keep', 'add'],
  );
  assert.deepEqual(segmentsOf(before, prompt('a', 'b')), [{ keep: 2 }, { drop: 1 }]);
});

test('a member that is gone is told, and goes', () => {
  const before = { ...gateway(), tried: ['context'] };
  const change = renderChange(before, gateway());
  assert.deepEqual(change.gone, ['tried']);
  assert.deepEqual(changed(before, change), gateway());
});

test('what is as it was stays the same object', () => {
  const before = gateway();
  const after = changed(before, renderChange(before, gateway({ context: 'Another page' })));
  const segments = (one: RenderResult | undefined): WireSegment[] =>
    one?.messages.flatMap(({ blocks }) => blocks.flatMap((own) => own.segments)) ?? [];
  const was = new Set(segments(before));
  assert.deepEqual(
    segments(after).flatMap((one) => (was.has(one) ? [] : [one.slot ?? one.text])),
    ['context'],
  );
});

test('a change of another prompt is refused', () => {
  const change = renderChange(prompt('a', 'b', 'c'), prompt('a', 'x', 'c'));
  for (const other of [prompt('a', 'b'), prompt('a', 'b', 'c', 'd')]) assert.equal(changed(other, change), undefined);
});

test('whatever has changed, the prompt is made of the one before', () => {
  const next = random(7);
  const word = (): string => ['a\n', 'bb ', '\r\n', 'é😀', ''][Math.floor(next() * 5)] ?? '';
  const texts = Array.from({ length: 12 }, word);
  let before = prompt(...texts);
  for (let round = 0; round < 300; round++) {
    const at = Math.floor(next() * texts.length);
    const many = Math.floor(next() * 3);
    texts.splice(at, many, ...Array.from({ length: Math.floor(next() * 3) + (texts.length < 4 ? 3 : 0) }, word));
    const after = prompt(...texts);
    assert.deepEqual(changed(before, JSON.parse(JSON.stringify(renderChange(before, after)))), after);
    before = after;
  }
});
