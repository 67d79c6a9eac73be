// What a call costs and what the cache keeps of it, asked as an editor asks: with `strata/tokens`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inlayHints } from '../../../server/src/features/inlayHints';
import { render } from '../../../server/src/features/requests/render';
import { status, tokens } from '../../../server/src/features/requests/report';
import type { TokensResult } from '../../../server/src/protocol';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

interface Parts {
  readonly model?: string;
  readonly cache?: string;
  readonly slots?: string;
  readonly template: string;
  readonly budget?: string;
  readonly scenarios?: string;
}

const manifest = ({ model = 'house', cache = '', slots = '{}', scenarios = '' }: Parts): string => `version: 1
models:
  house: { tokenizer: o200k_base, window: 8000, cache: { minimum: 16, breakpoints: 4 }, price: { input: 10, cacheWrite: 12.5, cacheRead: 1 } }
  finder: { tokenizer: o200k_base, cache: { minimum: 16, breakpoints: 0 }, price: { input: 10, cacheWrite: 10, cacheRead: 1 } }
  plain: { tokenizer: o200k_base, price: { input: 10 } }
systems:
  desk:
    template: desk.prompt
    model: ${model}
    dialect: single-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static, budget: { max: 500 } }
      - { id: who, trust: facts, lifetime: user, slots: [who] }
      - { id: now, trust: facts, lifetime: call, slots: [now] }
      - { id: page, trust: data, lifetime: call, slots: [page, note] }
    slots: ${slots}
${cache}${scenarios}`;

async function countedOf(parts: Parts): Promise<TokensResult['systems'][number]> {
  const { service } = await memoryWorkspace({ 'strata.yaml': manifest(parts), 'desk.prompt': parts.template });
  const [system] = tokens(service.workspace.snapshot(), {}).systems;
  assert.ok(system);
  return system;
}

const RULES = 'You help at the front desk of a small hotel by the sea. Be brief and kind, and never promise a room.\n';
const SAMPLES = '{ who: { sample: Ada }, now: { sample: "10:42" }, page: { sample: Booking 8841 } }';
const MARK = '    cache: { breakpoints: [{ slot: mark }] }\n';

test('with a mark: what is written, what the next call reads, what ends the stable prefix, and the money', async () => {
  const { total, cachedPrefix, economics } = await countedOf({
    cache: MARK,
    slots: SAMPLES,
    template: `${RULES}Guest: {who}\n{mark}Time: {now}\n<page>{page}</page>\n`,
  });
  assert.deepEqual([total, cachedPrefix], [46, 29]);
  const { stable, cache, cost, calls } = economics;
  assert.deepEqual(
    [stable?.tokens, stable?.end?.slot, stable?.end?.says],
    [32, 'now', '{now} changes with every call'],
  );
  assert.deepEqual(stable?.end?.source.range.start, { line: 2, character: 12 });
  assert.deepEqual(cache, { written: 29, kept: 29, keptByStep: null, automatic: false, minimum: 16, unclear: false });
  assert.deepEqual(cost, {
    cold: 0.0005325,
    warm: 0.000199,
    uncached: 0.00046,
  });
  // 17 tokens at $10 and 29 at $12.50, or at $1, for a million.
  assert.equal(calls?.count, 1000);
  assert.equal(calls?.cached, 0.1993335);
});

test('a slot of the call before the mark: the next call reads nothing, a further request of the call all of it', async () => {
  const template = `${RULES}Time: {now}\n{mark}<page>{page}</page>\n`;
  const broken = (await countedOf({ cache: MARK, slots: SAMPLES, template })).economics;
  assert.equal(broken.stable?.tokens, 28);
  assert.deepEqual([broken.cache?.kept, broken.cache?.keptByStep, broken.step], [0, null, null]);
  assert.equal(broken.cost?.warm, broken.cost?.cold);
  const within = (await countedOf({ cache: MARK.replace('mark }', 'mark, reuse: call }'), slots: SAMPLES, template }))
    .economics;
  assert.deepEqual([within.cache?.kept, within.cache?.keptByStep], [0, 32]);
  assert.ok(typeof within.step === 'number' && within.cost?.warm && within.step < within.cost.warm);
});

test('without marks the same from order alone, when the provider finds the prefix itself', async () => {
  const template = `${RULES}Guest: {who}\nTime: {now}\n<page>{page}</page>\n`;
  const { economics, total } = await countedOf({ model: 'finder', slots: SAMPLES, template });
  assert.deepEqual(economics.cache, {
    written: total,
    kept: 32,
    keptByStep: null,
    automatic: true,
    minimum: 16,
    unclear: false,
  });
  const moved = await countedOf({
    model: 'finder',
    slots: SAMPLES,
    template: `Time: {now}\n${RULES}Guest: {who}\n{page}\n`,
  });
  assert.deepEqual([moved.economics.stable?.tokens, moved.economics.cache?.kept], [3, 0]);
  assert.equal((await countedOf({ model: 'plain', slots: SAMPLES, template })).economics.cache, null);
});

test('below the minimum nothing is cached, and a call costs what it costs', async () => {
  const { economics, cachedPrefix } = await countedOf({
    cache: MARK,
    slots: SAMPLES,
    template: 'Be brief.\n{mark}{page}\n',
  });
  assert.equal(cachedPrefix, 3);
  assert.deepEqual([economics.cache?.written, economics.cache?.kept], [0, 0]);
  assert.equal(economics.cost?.cold, economics.cost?.uncached);
});

test('an estimate with the minimum in its band says that it is unclear', async () => {
  const { economics, exact } = await countedOf({
    model: 'claude-opus-5',
    cache: MARK,
    slots: SAMPLES,
    template: `${RULES.repeat(14)}{mark}{page}\n`,
  });
  assert.equal(exact, false);
  assert.deepEqual([economics.cache?.minimum, economics.cache?.unclear], [512, true]);
});

test('the worst case: a limit in tokens is what it says, one in characters goes by the value, a slot without one is named', async () => {
  const template = `${RULES}{who}\n{now}\n{page}\n{page}\n{note}\n`;
  const slots =
    '{ who: { sample: Ada, max: { tokens: 40 } }, now: { sample: "10:42", type: line }, page: { sample: one two three four, max: { chars: 180 } }, note: { sample: x } }';
  const { worst, total, layers } = await countedOf({ slots, template });
  // Ada is one token; a page has 18 characters and 4 tokens.
  assert.equal(worst?.total.tokens, total + 39 + 2 * 36);
  assert.equal(worst?.total.exact, false);
  assert.deepEqual(worst?.unlimited, ['note']);
  const now = (id: string): number => layers.find((layer) => layer.id === id)?.tokens ?? 0;
  assert.equal(worst?.layers.find(({ id }) => id === 'who')?.tokens, now('who') + 39);
  assert.equal(worst?.layers.find(({ id }) => id === 'page')?.tokens, now('page') + 72);
});

test('the worst case is exact when every limit is in tokens, and the same when every value is at its limit', async () => {
  const template = `${RULES}{who}\n`;
  const exact = await countedOf({ slots: '{ who: { sample: Ada, max: { tokens: 40 } } }', template });
  assert.deepEqual([exact.worst?.total.tokens, exact.worst?.total.exact], [exact.total + 39, true]);
  const cut = await countedOf({ slots: `{ who: { sample: ${'Ada '.repeat(30)}, max: { tokens: 5 } } }`, template });
  assert.equal(cut.worst?.total.tokens, cut.total);
  assert.equal((await countedOf({ slots: '{ who: { sample: Ada } }', template })).worst, null);
});

test('layers add up to the total; counting each alone gives another number where texts meet', async () => {
  const { layers, total, joins } = await countedOf({ slots: SAMPLES, template: `${RULES}Dear {who}, hello\n` });
  assert.equal(
    layers.reduce((sum, layer) => sum + layer.tokens, 0),
    total,
  );
  // `Dear ` alone has a token for its blank, which is part of ` Ada` in the whole.
  assert.equal(joins, -1);
  assert.equal((await countedOf({ model: 'claude-opus-5', slots: SAMPLES, template: RULES })).joins, null);
});

async function hintsFor(parts: Parts): Promise<readonly { label: unknown; line: number; tooltip: string }[]> {
  const { service } = await memoryWorkspace({ 'strata.yaml': manifest(parts), 'desk.prompt': parts.template });
  const whole = { start: { line: 0, character: 0 }, end: { line: 9999, character: 0 } };
  return inlayHints(service.workspace.snapshot(), addressOf('desk.prompt'), whole, service.count).map(
    ({ label, position, tooltip }) => ({
      label,
      line: position.line,
      tooltip: typeof tooltip === 'object' ? tooltip.value : '',
    }),
  );
}

test('hints: where the cache ends, by a mark or from order alone, with what it keeps and costs', async () => {
  const template = `${RULES}Guest: {who}\nTime: {now}\n<page>{page}</page>\n`;
  const found = await hintsFor({ model: 'finder', slots: SAMPLES, template });
  const ends = found.find(({ label }) => label === 'cache ends: 32 tok');
  assert.equal(ends?.line, 2);
  assert.match(ends?.tooltip ?? '', /It reads 32 tok from the cache\./);
  assert.match(
    ends?.tooltip ?? '',
    /costs \$0\.00046 with a cold cache, \$0\.00017 with a warm one\. 1,000 calls cost \$0\.17 instead of \$0\.46 without a cache\./,
  );
  const short = await hintsFor({ model: 'finder', slots: SAMPLES, template: 'Be brief.\n{now}\n' });
  assert.ok(!short.some(({ label }) => String(label).startsWith('cache')));
});

test('hints: an estimate tells its band, and the factor with its date and source; prices of the table tell theirs', async () => {
  const found = await hintsFor({
    model: 'claude-opus-4-6',
    cache: MARK,
    slots: SAMPLES,
    template: `${RULES.repeat(200)}{mark}{page}\n`,
  });
  const [rules, ends] = found;
  assert.match(
    rules?.tooltip ?? '',
    /An estimate, between [\d,]+ and [\d,]+: `≈ o200k_base × 1\.18 \(Claude 3 to 4\.6\)`\. Factor of 2026-08-11, from .*sammcj/,
  );
  assert.ok(ends);
  assert.match(found.map(({ tooltip }) => tooltip).join('\n'), /\(prices of 2026-09-30\)\./);
});

test('hints and hovers of a layer tell its worst case beside the count', async () => {
  const slots = '{ who: { sample: Ada, max: { tokens: 40 } } }';
  const [, who] = await hintsFor({ slots, template: `${RULES}{who}\n` });
  assert.equal(who?.label, 'who · 1 tok');
  assert.match(who?.tooltip ?? '', /With every slot at its limit: 40 tok\.$/);
});

test('the preview and the status item have the same numbers', async () => {
  const parts = { cache: MARK, slots: SAMPLES, template: `${RULES}Guest: {who}\n{mark}{page}\n` };
  const { service } = await memoryWorkspace({ 'strata.yaml': manifest(parts), 'desk.prompt': parts.template });
  const snapshot = service.workspace.snapshot();
  const [counted] = tokens(snapshot, {}).systems;
  const rendered = render(snapshot, { uri: addressOf('desk.prompt') });
  assert.ok('messages' in rendered);
  assert.deepEqual(rendered.economics, counted?.economics);
  assert.deepEqual(rendered.worst, counted?.worst);
  assert.deepEqual(status(snapshot, { uri: addressOf('desk.prompt') }).economics, counted?.economics);
});
