import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Latest } from '../../../client/src/latest';
import { readFromPage, readToPage, readTrials } from '../../../client/src/preview/messages';
import { INITIAL, next, readKept } from '../../../client/src/preview/page/state';
import { Trials } from '../../../client/src/preview/trials';
import { renderChange } from '../../../server/src/features/requests/renderChange';
import { at, TEMPLATE } from '../../page/models/builder';
import { gateway } from '../../page/models/gateway';

const about = { systems: [], file: TEMPLATE };
const render = { type: 'render' as const, id: 'a', result: gateway(), about };

const change = {
  type: 'change' as const,
  id: 'b',
  since: 'a',
  change: renderChange(gateway(), gateway({ context: 'Another page' })),
  about,
};
const messageWith = (segment: object) => ({
  ...{ role: 'user', conversation: false, tokens: 1 },
  blocks: [{ cached: false, tokens: 1, segments: [segment] }],
});

test('messages of the page are read, and nothing else', () => {
  const good = [
    { type: 'ready' },
    { type: 'system', key: 'k' },
    { type: 'scenario', key: 'k', scenario: 's' },
    { type: 'axis', key: 'k', name: 'kind', value: 'main' },
    { type: 'reveal', source: at(TEMPLATE, 3, 1, 2), open: true },
    { type: 'copy', text: 'x' },
    { type: 'choose', key: 'k', what: 'revision' },
    { type: 'compare', key: 'k', against: { revision: 'HEAD~1' } },
    { type: 'compare', key: 'k', against: { file: { of: TEMPLATE, by: 'file:///b' } } },
    { type: 'again' },
    { type: 'restart' },
    { type: 'log' },
  ];
  for (const message of good) assert.deepEqual(readFromPage(message), message);
  const bad: unknown[] = [
    undefined,
    null,
    'ready',
    [],
    {},
    { type: 'eval', code: '1' },
    { type: 'constructor' },
    { type: 'scenario', key: 'k', scenario: null },
    { type: 'axis', key: 'k', name: 'kind', value: 1 },
    { type: 'reveal', source: { file: 'x' }, open: true },
    { type: 'reveal', source: at(TEMPLATE, Number.NaN), open: true },
    { type: 'copy', text: 1 },
    { type: 'choose', key: 'k', what: 'everything' },
    { type: 'compare', key: 'k', against: { file: { of: TEMPLATE } } },
    { type: 'drawn' },
  ];
  for (const message of bad) assert.equal(readFromPage(message), undefined, JSON.stringify(message));
});

test('messages to the page are read, and nothing else', () => {
  assert.deepEqual(readToPage(render), render);
  assert.deepEqual(readToPage(change), change);
  assert.ok(readToPage({ type: 'failure', failure: { reason: 'server', message: 'm' }, file: '' }));
  assert.ok(readToPage({ type: 'words', locale: 'en', bundle: {} }));
  assert.ok(
    readToPage({ type: 'cursor', file: TEMPLATE, position: { line: 1, character: 2 }, selected: false, reveal: false }),
  );
  for (const bad of [
    { ...render, result: { ...render.result, version: 2 } },
    { ...render, result: { ...render.result, messages: [{ role: 'user' }] } },
    { type: 'failure', failure: { reason: 'other', message: 'm' }, file: '' },
    { type: 'words', locale: 'en', bundle: { a: 1 } },
    { ...render, about: { ...about, trials: { models: {}, values: [{ key: 'k', scenario: 's', slots: { a: 1 } }] } } },
    { ...change, change: { ...change.change, gone: ['layers'] } },
    { ...change, change: { ...change.change, others: { total: 5 } } },
    { ...change, change: { ...change.change, messages: [{ role: 'user' }] } },
    { ...change, change: { ...change.change, messages: [messageWith({ keep: -1 })] } },
    { ...change, change: { ...change.change, messages: [messageWith({ at: 0, cut: 1, by: '' })] } },
    { type: 'against', against: { revision: 1 }, title: 't' },
    { type: 'cursor', file: TEMPLATE, position: {}, selected: false, reveal: false },
    { ...render, about: { ...about, cursor: { file: TEMPLATE } } },
  ]) {
    assert.equal(readToPage(bad), undefined);
  }
});

test('a change is made to the prompt that it is one of; a page that has another asks for all of it', () => {
  const shown = next(INITIAL, render, 5);
  const other = next(shown, change, 6);
  assert.deepEqual(other.shown, { id: 'b', result: gateway({ context: 'Another page' }), systems: [], at: 6 });
  assert.equal(other.shown?.result.messages[1], render.result.messages[1]);
  const lost = next(other, { ...change, id: 'c' }, 7);
  assert.equal(lost.lost, 'c');
  assert.equal(lost.shown, other.shown);
  assert.equal(next(lost, { ...render, id: 'd' }, 8).lost, undefined);
});

test('the words and the numbers of the page are those of the language that was told last', () => {
  const { locale, bundle } = next(INITIAL, { type: 'words', locale: 'nb', bundle: { Find: 'Finn' } }, 1);
  assert.deepEqual([locale, bundle], ['nb', { Find: 'Finn' }]);
});

test('after a failure the last prompt stays, and the next prompt ends the failure', () => {
  const shown = next(INITIAL, render, 5);
  assert.equal(shown.busy, false);
  const failed = next(shown, { type: 'failure', failure: { reason: 'broken', message: 'm' }, file: TEMPLATE }, 6);
  assert.equal(failed.shown?.at, 5);
  assert.equal(failed.failure?.reason, 'broken');
  const again = next(failed, render, 7);
  assert.equal(again.failure, undefined);
  assert.equal(again.shown?.at, 7);
});

test('the cursor comes and goes', () => {
  const here = next(
    INITIAL,
    { type: 'cursor', file: 'f', position: { line: 1, character: 0 }, selected: false, reveal: true },
    0,
  );
  assert.deepEqual(here.cursor, { file: 'f', position: { line: 1, character: 0 }, selected: false, reveal: true });
  assert.equal(next(here, { type: 'cursorGone' }, 0).cursor, undefined);
});

test('a prompt brings the cursor of its text along', () => {
  const cursor = { file: TEMPLATE, position: { line: 1, character: 0 }, selected: false, reveal: true };
  const withCursor = (place: typeof cursor | null) => ({ ...render, about: { ...render.about, cursor: place } });
  const here = next(INITIAL, withCursor(cursor), 5);
  assert.deepEqual(here.cursor, cursor);
  // One that says nothing of it leaves it where it is.
  assert.equal(next(here, render, 6).cursor, here.cursor);
  assert.equal(next(here, withCursor(null), 6).cursor, undefined);
  const still = next(here, withCursor({ ...cursor, reveal: false }), 6);
  assert.equal(next(still, withCursor({ ...cursor, reveal: false }), 7).cursor, still.cursor);
});

test('what an older page has kept is read as far as it is understood', () => {
  assert.deepEqual(readKept({ file: 'f', key: 'k', table: true, scroll: 12, other: 1 }), {
    file: 'f',
    key: 'k',
    table: true,
    scroll: 12,
  });
  assert.deepEqual(readKept({ file: 1, scroll: '2' }), { file: '' });
  assert.deepEqual(readKept(undefined), { file: '' });
});

test('while one run goes on, any number of requests become one further run', async () => {
  const waits: (() => void)[] = [];
  const runs: string[] = [];
  const stale: boolean[] = [];
  let finish: () => void = () => undefined;
  const latest = new Latest(
    async (isStale) => {
      runs.push('run');
      await new Promise<void>((done) => {
        finish = done;
      });
      stale.push(isStale());
    },
    1,
    () => new Promise((done) => waits.push(done)),
  );
  const settle = (): Promise<void> => new Promise((done) => setImmediate(done));
  latest.ask();
  latest.ask();
  assert.deepEqual(runs, []);
  waits.shift()?.();
  await settle();
  assert.deepEqual(runs, ['run']);
  latest.ask();
  latest.ask();
  finish();
  await settle();
  waits.shift()?.();
  await settle();
  assert.deepEqual(runs, ['run', 'run']);
  finish();
  await settle();
  assert.deepEqual(stale, [true, false]);
  assert.deepEqual(waits, []);
});

test('after its end nothing runs any more', async () => {
  const waits: (() => void)[] = [];
  let runs = 0;
  const latest = new Latest(
    async () => {
      runs++;
    },
    1,
    () => new Promise((done) => waits.push(done)),
  );
  latest.ask();
  latest.dispose();
  waits.shift()?.();
  await new Promise((done) => setImmediate(done));
  assert.equal(runs, 0);
});

test('a first run does not pause when it is asked for now, and the next one does', async () => {
  let runs = 0;
  const waits: (() => void)[] = [];
  const latest = new Latest(
    async () => {
      runs++;
    },
    1,
    () => new Promise((done) => waits.push(done)),
  );
  latest.ask(true);
  latest.ask();
  assert.equal(runs, 1);
  await new Promise((done) => setImmediate(done));
  assert.deepEqual([runs, waits.length], [1, 1]);
  waits.shift()?.();
  await new Promise((done) => setImmediate(done));
  assert.equal(runs, 2);
});

test('what is tried is kept by system and scenario, and comes back as it was', () => {
  const trials = new Trials(undefined);
  assert.equal(trials.kept, undefined);
  trials.setModel('k', 'gpt-4o');
  trials.setValue('k', 'ask', 'page', 'One.');
  trials.setValue('k', null, 'page', 'Two.');
  const kept = JSON.parse(JSON.stringify(trials.kept));
  assert.deepEqual(kept, {
    models: { k: 'gpt-4o' },
    values: [
      { key: 'k', scenario: 'ask', slots: { page: 'One.' } },
      { key: 'k', scenario: null, slots: { page: 'Two.' } },
    ],
  });
  const again = new Trials(readTrials(kept));
  assert.deepEqual(again.of('k', 'ask'), { model: 'gpt-4o', values: { page: 'One.' } });
  assert.deepEqual(again.kept, kept);
  assert.deepEqual(readKept({ file: TEMPLATE, trials: kept }).trials, kept);
  assert.equal(readKept({ file: TEMPLATE, trials: { models: 1 } }).trials, undefined);
});

test('what was chosen to compare with stands first in a list, once', () => {
  const pick = (revision: string) => ({ type: 'against' as const, against: { revision }, title: revision });
  const state = ['a', 'b', 'a'].reduce((before, name) => next(before, pick(name), 0), INITIAL);
  assert.deepEqual(state.against, { revision: 'a' });
  assert.deepEqual(
    state.picked.map(({ title }) => title),
    ['a', 'b'],
  );
});
