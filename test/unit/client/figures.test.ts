import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costOf, looseTokens, roomOf, stretchesOf } from '../../../client/src/preview/page/figures';
import { createWords } from '../../../client/src/preview/page/words';
import type { RenderResult } from '../../../server/src/protocol';
import { agent } from '../../page/models/agent';
import { gateway, handbook } from '../../page/models/gateway';

const withTotal = (result: RenderResult, tokens: number): RenderResult => ({
  ...result,
  total: { ...result.total, tokens, low: tokens, high: tokens },
});

test('what is kept for the answer is no room for the prompt', () => {
  assert.deepEqual(roomOf(withTotal(agent(), 200)), {
    window: 200_000,
    reserve: 20_000,
    effective: 180_000,
    over: 0,
    unclear: false,
    trigger: 117_000,
    stop: 90_000,
  });
  assert.equal(roomOf(withTotal(agent(), 181_000))?.over, 1000);
  const { window: _, ...model } = gateway().model;
  assert.equal(roomOf({ ...gateway(), model }), undefined);
});

test('an estimate with the window in its band is not said to be over it', () => {
  const estimated = (low: number, tokens: number, high: number): RenderResult => ({
    ...agent(),
    total: { tokens, low, high, exact: false, pending: false },
  });
  const rooms = [estimated(170_000, 181_000, 190_000), estimated(180_001, 185_000, 190_000)].map(roomOf);
  assert.deepEqual(
    rooms.map((room) => [room?.over, room?.unclear]),
    [
      [1000, true],
      [5000, false],
    ],
  );
});

test('a cold cache is written, a warm one is read, the rest is paid in full', () => {
  const result = { ...withTotal(agent(), 1_000_000), cachedPrefix: 600_000 };
  assert.deepEqual(costOf(result), { cold: 3.45, warm: 1.38, uncached: 3 });
  assert.equal(costOf(gateway()), undefined);
});

test('the bar follows the text: neighbours of one layer are one piece, and the pieces add up', () => {
  const result = gateway();
  const stretches = stretchesOf(result);
  assert.deepEqual(stretches.map((s) => s.layer).slice(0, 6), ['base', 'format', 'addendum', 'skills', 'base', 'who']);
  assert.equal(
    stretches.reduce((n, s) => n + s.tokens, 0),
    result.total.tokens,
  );
});

test('pieces too thin to be seen are one', () => {
  const stretches = stretchesOf(gateway({ kb: handbook(60_000) }));
  assert.ok(stretches.some((s) => s.many !== undefined && s.many.length > 3));
});

test('text of no layer is what the layers leave', () => {
  assert.equal(looseTokens(gateway()), 6);
});

test('numbers say what they are', () => {
  const words = createWords('en', {});
  assert.equal(words.tokens(1240, true), '1,240');
  assert.equal(words.tokens(1240, false), '≈\u202f1,240');
  assert.deepEqual(
    [
      [0, 100],
      [1, 200_000],
      [357, 200_000],
      [66, 100],
      [99_890, 100_000],
      [99_999, 100_000],
      [5, 5],
      [1, 0],
    ].map(([part = 0, of = 0]) => words.share(part, of)),
    ['0 %', '< 0.1 %', '0.2 %', '66 %', '99.9 %', '> 99.9 %', '100 %', '0 %'],
  );
  assert.equal(words.money(2.659), '$2.66');
  assert.equal(words.money(0.0021), '$0.0021');
});

test('words are looked up in the language of the editor, and an unknown language is English', () => {
  const words = createWords('de', { 'Go to {0}': 'Gehe zu {0}' });
  assert.equal(words.t('Go to {0}', 'a.md'), 'Gehe zu a.md');
  assert.equal(words.t('Copied {0} {1}', 1), 'Copied 1 {1}');
  assert.equal(words.number(1240), '1.240');
  assert.equal(createWords('x-none', {}).number(1240), '1,240');
  assert.equal(createWords('', { toString: 'x' }).t('constructor'), 'constructor');
});
