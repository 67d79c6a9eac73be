import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardsOf } from '../../../client/src/preview/page/cards';
import { type Group, groupsOf } from '../../../client/src/preview/page/groups';
import { type Item, itemsOf } from '../../../client/src/preview/page/items';
import { block, message, Writer } from '../../page/models/builder';

/** A run of many lines, a slot in each: some values of several lines, some lines without a break before the value. */
function runOf(lines: number): readonly Item[] {
  const w = new Writer();
  const segments = Array.from({ length: lines }, (_, i) => [
    w.text('rules', `Line ${i}: `),
    w.value('data', `s${i % 7}`, i % 5 === 0 ? `two\nlines ${i}` : `value ${i}`),
    w.text('rules', i % 11 === 0 ? ' and ' : ', and so on.\n'),
  ]).flat();
  const [card] = cardsOf({ messages: [message('system', [block(segments)])] });
  return (card?.rows ?? []).flatMap((row) => (row.kind === 'run' ? itemsOf(row.run) : []));
}

const textOf = (items: readonly Item[]): string =>
  items
    .map((item) => {
      if (item.kind === 'breaks') return item.text;
      return item.kind === 'nest' ? item.parts.map(({ text }) => text).join('') : item.placed.text;
    })
    .join('');

test('a short run is one group, and stays what it is', () => {
  const items = runOf(20);
  const [only, ...more] = groupsOf(items);
  assert.equal(only?.items, items);
  assert.deepEqual(more, []);
});

test('the groups of a long run hold its text, in whole lines, and none is much longer than the others', () => {
  const items = runOf(3000);
  const groups = groupsOf(items);
  assert.equal(groups.map((group: Group) => textOf(group.items)).join(''), textOf(items));
  assert.ok(groups.length > 50);
  for (const { items: own, lines } of groups.slice(0, -1)) {
    assert.ok(textOf(own).endsWith('\n'));
    assert.ok(lines >= 40 && lines < 60, String(lines));
  }
});
