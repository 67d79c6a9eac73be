import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardsOf } from '../../../client/src/preview/page/cards';
import { type Item, itemsOf } from '../../../client/src/preview/page/items';
import { type Row, type Run, rowsOf, sentText } from '../../../client/src/preview/page/rows';
import type { WireSegment } from '../../../server/src/protocol';
import { block, mark, message, turn, Writer } from '../../page/models/builder';
import { gateway } from '../../page/models/gateway';

const runsOf = (...segments: WireSegment[]): Run[] =>
  rowsOf([message('system', [block(segments)])])
    .flat()
    .filter((row) => row.kind === 'run');

const shown = (run: Run): string => `${run.layer}: ${JSON.stringify(run.placed.map((p) => p.text).join(''))}`;

test('a value inside a line of text is a guest there, and does not break the line', () => {
  const w = new Writer();
  const [run, ...others] = runsOf(
    w.text('base', 'Today is '),
    w.value('who', 'today', '2026-11-30'),
    w.text('base', '.\nNext'),
  );
  assert.ok(run);
  assert.deepEqual(others, []);
  assert.equal(shown(run), 'base: "Today is 2026-11-30.\\nNext"');
  assert.deepEqual([...run.guests], [['who', 5]]);
  assert.equal(run.tokens, 4);
});

test('a line that begins with a value still belongs to the text in it', () => {
  const w = new Writer();
  const runs = runsOf(
    w.text('base', 'Rules\n'),
    w.value('who', 'name', 'Ida'),
    w.text('base', ' is here.\nMore rules\n'),
  );
  assert.deepEqual(runs.map(shown), ['base: "Rules\\nIda is here.\\nMore rules\\n"']);
});

test('a line of values only belongs to the first of them', () => {
  const w = new Writer();
  const runs = runsOf(w.text('base', 'Rules\n'), w.value('kb', 'kb', 'one\ntwo'), w.text('base', '\nEnd'));
  assert.deepEqual(runs.map(shown), ['base: "Rules\\n"', 'kb: "one\\ntwo\\n"', 'base: "End"']);
});

test('what follows a value of several lines on its last line does not own the lines before', () => {
  const w = new Writer();
  const runs = runsOf(w.value('kb', 'kb', 'one\ntwo'), w.text('base', ' and so on\nEnd'));
  assert.deepEqual(runs.map(shown), ['kb: "one\\ntwo and so on\\n"', 'base: "End"']);
  assert.deepEqual([...(runs[0]?.guests ?? [])], [['base', 3]]);
  assert.equal(runs[1]?.tokens, 1);
  assert.deepEqual(
    runs.map((run) => run.divided),
    [true, true],
  );
});

test('white space alone never begins a run', () => {
  const w = new Writer();
  const runs = runsOf(w.text('base', '\n'), w.text('rules', 'a\n'), w.text('base', '\n\n'), w.text('rules', 'b\n'));
  assert.deepEqual(runs.map(shown), ['rules: "\\na\\n\\n\\nb\\n"']);
  assert.equal(runs[0]?.divided, false);
});

test('a block of nothing but white space is still drawn', () => {
  assert.deepEqual(runsOf(new Writer().text('base', '\n\n')).map(shown), ['base: "\\n\\n"']);
});

test('stripped lines are a run of their own', () => {
  const w = new Writer();
  const runs = runsOf(
    w.text('base', 'a\n'),
    w.text('base', 'b\n', { removed: 'strip', tokens: 0 }),
    w.text('base', 'c\n'),
  );
  assert.deepEqual(
    runs.map((run) => [shown(run), run.stripped]),
    [
      ['base: "a\\n"', false],
      ['base: "b\\n"', true],
      ['base: "c\\n"', false],
    ],
  );
});

test('every line break is one, however the file writes it', () => {
  const [run] = runsOf(new Writer().text('base', 'a\r\nb\rc'));
  assert.deepEqual(
    run?.placed.map((p) => p.text),
    ['a\nb\nc'],
  );
});

test('tokens of all runs and their guests are the tokens of the message', () => {
  const { messages, total } = gateway();
  const runs = rowsOf(messages)
    .flat()
    .filter((row) => row.kind === 'run');
  const sum = runs.reduce((n, run) => n + run.tokens + [...run.guests.values()].reduce((a, b) => a + b, 0), 0);
  assert.equal(sum, total.tokens);
});

test('marks carry the tokens up to them and their number', () => {
  const { messages } = gateway();
  const marks = rowsOf(messages)
    .flat()
    .filter((row: Row) => row.kind === 'mark');
  assert.deepEqual(marks, [{ kind: 'mark', mark: messages[0]?.blocks[0]?.mark, at: 221, number: 1, of: 1 }]);
});

test('a block after one without a mark is announced, one after a mark is not', () => {
  const w = new Writer();
  const rows = rowsOf([
    message('user', [block([w.text('a', 'x')]), block([w.text('a', 'y z')], mark('tail')), block([w.text('a', 'w')])]),
  ]);
  assert.deepEqual(
    rows.flat().map((row) => (row.kind === 'block' ? [row.number, row.tokens] : row.kind)),
    ['run', [2, 2], 'run', 'mark', 'run'],
  );
});

test('in a conversation the layer is named once', () => {
  const cards = cardsOf({
    messages: [turn('user', 'a', 'talk'), turn('assistant', 'b', 'talk'), turn('user', 'c', 'other')],
  });
  const heads = cards.map(({ rows }) =>
    rows.map((row) => (row.kind === 'run' ? [row.merged, row.bare, row.again] : row.kind)),
  );
  assert.deepEqual(heads, [[[true, false, false]], [[true, true, true]], [[true, false, false]]]);
});

test('a mark at the end of a message stands between the cards', () => {
  const [card] = cardsOf({ messages: [message('system', [block([new Writer().text('a', 'x')], mark('system'))])] });
  assert.equal(card?.after?.mark.name, 'system');
  assert.deepEqual(
    card?.rows.map((row) => row.kind),
    ['run'],
  );
});

const itemsIn = (...segments: WireSegment[]): (string | boolean)[][] =>
  runsOf(...segments)
    .flatMap((run) => itemsOf(run))
    .map((item: Item) => {
      if (item.kind === 'breaks') return ['breaks', item.text];
      if (item.kind === 'nest') return ['nest', item.parts.map((part) => part.text).join('|'), item.block];
      return [item.kind, item.placed.text, ...(item.kind === 'value' ? [item.block] : [])];
    });

test('a value on lines of its own is a block, and the breaks beside it take no room', () => {
  const w = new Writer();
  assert.deepEqual(itemsIn(w.text('a', 'Before:\n'), w.value('a', 'x', 'one\ntwo'), w.text('a', '\nafter\n')), [
    ['text', 'Before:'],
    ['breaks', '\n'],
    ['value', 'one\ntwo', true],
    ['breaks', '\n'],
    ['text', 'after'],
    ['breaks', '\n'],
  ]);
});

test('a value in a line stays in it', () => {
  const w = new Writer();
  assert.deepEqual(itemsIn(w.text('a', 'Dear '), w.value('a', 'x', 'Ida'), w.text('a', ',')), [
    ['text', 'Dear '],
    ['value', 'Ida', false],
    ['text', ','],
  ]);
});

test('a value with holes in it is one nest, and an assembled value without words of its own is its parts', () => {
  const w = new Writer();
  assert.deepEqual(
    itemsIn(
      w.value('a', 'rules', 'You know '),
      w.hole('a', 'name', { within: 'rules' }),
      w.value('a', 'rules', ' well.'),
    ),
    [['nest', 'You know |{name}| well.', true]],
  );
  assert.deepEqual(
    itemsIn(
      w.value('m', 'facts', 'Ida', { within: 'memory' }),
      { ...w.wrap('m', 'memory', '\n'), kind: 'join' },
      w.value('m', 'notes', 'window', { within: 'memory' }),
    ),
    [
      ['value', 'Ida', true],
      ['breaks', '\n'],
      ['value', 'window', true],
    ],
  );
});

test('text that is not sent does not change where lines begin', () => {
  const w = new Writer();
  assert.deepEqual(
    itemsIn(
      w.text('a', 'D\n'),
      w.value('a', 'd', 'kept'),
      w.value('a', 'd', ' gone', { removed: 'cut' }),
      w.text('a', '\nE'),
    ),
    [
      ['text', 'D'],
      ['breaks', '\n'],
      ['value', 'kept', true],
      ['cut', ' gone'],
      ['breaks', '\n'],
      ['text', 'E'],
    ],
  );
});

test('what is copied of a run has the line breaks that are sent', () => {
  const w = new Writer();
  const texts = ['One\r\nand two\r\n', 'three\rfour\n', 'five\r\n'];
  const runs = runsOf(...texts.map((text, i) => w.text(i === 1 ? 'b' : 'a', text)), w.value('a', 'x', 'v\r\nw'));
  assert.equal(runs.flatMap(({ placed }) => placed.map(sentText)).join(''), `${texts.join('')}v\r\nw`);
  const cut = { ...w.text('a', 'gone\r\n'), removed: 'cut' as const };
  assert.deepEqual(
    runsOf(cut).flatMap(({ placed }) => placed.map(sentText)),
    [''],
  );
});
