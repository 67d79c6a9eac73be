import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areSameItems, isSameMark, isSameRun, looksOf } from '../../../client/src/preview/page/alike';
import { type Item, itemsOf } from '../../../client/src/preview/page/items';
import { type Run, rowsOf } from '../../../client/src/preview/page/rows';
import type { WireSegment } from '../../../server/src/protocol';
import { at, block, message, TEMPLATE, Writer } from '../../page/models/builder';
import { gateway } from '../../page/models/gateway';

function segments(): readonly WireSegment[] {
  const w = new Writer();
  return [w.text('base', 'Say '), w.value('who', 'name', 'Ida'), w.text('base', ' is here.\n')];
}

const runOf = (all: readonly WireSegment[]): Run => {
  const [run] = rowsOf([message('system', [block(all)])])
    .flat()
    .filter((row) => row.kind === 'run');
  return run ?? assert.fail();
};

/** The segments with one of them made otherwise. */
const otherwise = (index: number, change: Partial<WireSegment>): readonly WireSegment[] =>
  segments().map((segment, i) => (i === index ? { ...segment, ...change } : segment));

const areAlike = (all: readonly WireSegment[]): readonly boolean[] => {
  const [before, now] = [runOf(segments()), runOf(all)];
  return [isSameRun(before, now), areSameItems(itemsOf(before), itemsOf(now))];
};

test('what has the same text and moved in its file is drawn as it was', () => {
  assert.deepEqual(areAlike(segments()), [true, true]);
  assert.deepEqual(areAlike(otherwise(0, { source: at(TEMPLATE, 9), tokens: 99 })), [true, true]);
});

test('another text, slot, kind, limit or reason is drawn otherwise', () => {
  const others: readonly (readonly [number, Partial<WireSegment>])[] = [
    [0, { text: 'Tell ' }],
    [1, { text: 'Ada' }],
    [1, { slot: 'other' }],
    [1, { within: 'list' }],
    [1, { kind: 'hole', text: '{name}' }],
    [1, { removed: 'cut' }],
    [1, { limit: '3 characters' }],
    [1, { sentAt: at(TEMPLATE, 3) }],
    [1, { layer: 'base' }],
  ];
  for (const [index, change] of others) assert.deepEqual(areAlike(otherwise(index, change)), [false, false]);
});

test('more or less, and what stands elsewhere in the prompt, is drawn otherwise', () => {
  assert.deepEqual(areAlike(segments().slice(0, 2)), [false, false]);
  const items = (first: WireSegment): readonly Item[] => itemsOf(runOf([first, ...segments()]));
  const w = new Writer();
  assert.equal(areSameItems(items(w.text('base', 'a ')), items(w.text('base', 'b '))), false);
});

test('a mark is the same when it marks the same', () => {
  const mark = { paths: ['0.0.1'], from: 3, to: 5 };
  assert.equal(isSameMark(mark, { paths: ['0.0.1'], from: 3, to: 5 }), true);
  assert.equal(isSameMark(undefined, undefined), true);
  for (const other of [undefined, { ...mark, from: 2 }, { ...mark, to: 6 }, { ...mark, paths: ['0.0.2'] }])
    assert.equal(isSameMark(mark, other), false);
});

test('figures do not change how texts look; names, trust and the scenario do', () => {
  const prompt = gateway();
  const [first, ...others] = prompt.slots;
  const [layer, ...layers] = prompt.layers;
  assert.ok(first && layer);
  const looks = looksOf(prompt);
  assert.equal(looksOf({ ...prompt, slots: [{ ...first, tokens: 7 }, ...others] }), looks);
  assert.equal(looksOf({ ...prompt, layers: [{ ...layer, tokens: 7 }, ...layers], holes: ['x'] }), looks);
  assert.notEqual(looksOf({ ...prompt, slots: [{ ...first, written: '<x>' }, ...others] }), looks);
  assert.notEqual(looksOf({ ...prompt, slots: [{ ...first, trust: 'data' }, ...others] }), looks);
  assert.notEqual(looksOf({ ...prompt, layers: [{ ...layer, trust: 'data' }, ...layers] }), looks);
  assert.notEqual(looksOf({ ...prompt, scenario: 'another' }), looks);
});
