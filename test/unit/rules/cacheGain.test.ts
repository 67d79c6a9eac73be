// What a finding about the cache is worth: the tokens and the money that its fix gains.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokens } from '../../../server/src/features/requests/report';
import { applyEdits } from '../../../server/src/text/edit';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

interface Desk {
  readonly template: string;
  readonly model?: string;
  readonly cache?: string;
  readonly slots?: string;
}

const RULES = 'You help at the front desk of a small hotel by the sea. Be brief and kind, and never promise a room.\n';

function filesOf({ template, model = 'house', cache = '', slots = '' }: Desk): Record<string, string> {
  const manifest = `version: 1
models:
  house: { tokenizer: o200k_base, cache: { minimum: 16, breakpoints: 2 }, price: { input: 10, cacheWrite: 12.5, cacheRead: 1 } }
  stepped: { tokenizer: o200k_base, cache: { minimum: 500, breakpoints: 2 }, price: { input: 3, cacheWrite: 3.75, cacheRead: 0.3 } }
  finder: { tokenizer: o200k_base, cache: { minimum: 16, breakpoints: 0 }, price: { input: 10, cacheWrite: 10, cacheRead: 1 } }
  unpriced: { tokenizer: o200k_base, cache: { minimum: 16, breakpoints: 2 } }
systems:
  desk:
    template: desk.prompt
    model: ${model}
    dialect: single-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: house, trust: instructions, lifetime: tenant, slots: [house] }
      - { id: who, trust: facts, lifetime: user, slots: [tools] }
      - { id: date, trust: facts, lifetime: day, slots: [date] }
      - { id: now, trust: facts, lifetime: call, slots: [now] }
    slots:
      house: { type: line, sample: Quiet after ten. }
      tools: { type: list, sample: [search, book] }
      date: { type: line, sample: Monday }
      now: { type: line, sample: noon }
${slots}    cache: { ${cache} }
`;
  return { 'strata.yaml': manifest, 'desk.prompt': template };
}

async function messagesOf(code: string, desk: Desk): Promise<readonly string[]> {
  const { service } = await memoryWorkspace(filesOf(desk));
  const snapshot = service.workspace.snapshot();
  return ['desk.prompt', 'strata.yaml']
    .flatMap((path) => snapshot.findings(addressOf(path)))
    .filter((finding) => finding.code === code)
    .map((finding) => finding.message);
}

async function onlyMessage(code: string, desk: Desk): Promise<string> {
  const [message, ...others] = await messagesOf(code, desk);
  assert.deepEqual(others, []);
  assert.ok(message, `no ${code}`);
  return message;
}

const MARK = 'breakpoints: [{ slot: mark }]';

test('cache.volatile: the whole prefix but the slot, and what reading it saves', async () => {
  const template = `Now: {now}\n${RULES}{mark}\nHello.\n`;
  const message = await onlyMessage('cache.volatile', { template, cache: MARK });
  assert.match(
    message,
    /Then each call reads about 27 tokens more from the cache, which saves \$0\.32 for 1,000 calls\.$/,
  );
  assert.match(
    await onlyMessage('cache.volatile', { template, cache: MARK, model: 'unpriced' }),
    /Then each call reads about 27 tokens more from the cache\.$/,
  );
});

test('cache.volatile: what an earlier mark keeps is not gained again', async () => {
  const template = `${RULES}{first}\nNow: {now}\n${RULES}{mark}\nHello.\n`;
  const cache = 'breakpoints: [{ slot: first }, { slot: mark }]';
  assert.match(await onlyMessage('cache.volatile', { template, cache }), /Then each call reads about 27 tokens more/);
});

test('cache.volatile: an earlier mark that is too short keeps nothing', async () => {
  const template = `Be brief.\n{first}\nNow: {now}\n${RULES}{mark}\nHello.\n`;
  const cache = 'breakpoints: [{ slot: first }, { slot: mark }]';
  assert.match(await onlyMessage('cache.volatile', { template, cache }), /Then each call reads about 30 tokens more/);
});

/** What the next call reads of the cache, and what 1,000 calls cost less the first, which is cold. */
async function warm(files: Record<string, string>): Promise<{ readonly kept: number; readonly cost: number }> {
  const { service } = await memoryWorkspace(files);
  const { cache, cost } = tokens(service.workspace.snapshot(), {}).systems[0]?.economics ?? {};
  assert.ok(cache && cost?.warm);
  return { kept: cache.kept, cost: cost.warm * 1000 };
}

test('what a fix is said to gain is what it does gain', async () => {
  const rules = Array.from({ length: 30 }, (_, n) => RULES.replace('kind', `kind (${n})`)).join('');
  const marks = 'breakpoints: [{ slot: first }, { slot: mark }]';
  for (const [model, template] of [
    ['house', `${rules}Now: {now}\n${rules}{mark}\nHello.\n${rules}`],
    ['house', `${rules}{first}\n${rules}\nNow: {now}\n${rules}{mark}\nHello.\n${rules}`],
    ['stepped', `${RULES}{first}\n${RULES}\nNow: {now}\n${rules}{mark}\nHello.\n`],
  ] as const) {
    const files = filesOf({ template, model, cache: template.includes('{first}') ? marks : MARK });
    const { service } = await memoryWorkspace(files);
    const found = service.workspace
      .snapshot()
      .findings(addressOf('desk.prompt'))
      .find(({ code }) => code === 'cache.volatile');
    const [, read, saved] = /reads about ([\d,]+) tokens more from the cache, which saves \$([\d.]+) for 1,000/.exec(
      found?.message ?? '',
    ) ?? ['', '', ''];
    const mended = applyEdits(template, found?.fixes?.[0]?.edits ?? []);
    const [before, after] = [await warm(files), await warm({ ...files, 'desk.prompt': mended })];
    // Of the line that moves only the slot is counted.
    const line = 4;
    const said = Number(read.replace(',', ''));
    assert.ok(Math.abs(after.kept - before.kept - said) <= line, `${after.kept} ${before.kept} ${said}`);
    const real = before.cost - after.cost;
    assert.ok(Math.abs(real - Number(saved)) <= 0.05, `${real} ${saved}`);
  }
});

test('cache.volatile: what is gained for each user is no gain of each call', async () => {
  const template = `{tools}\n${RULES}{mark}\nHello.\n`;
  assert.match(
    await onlyMessage('cache.volatile', { template, cache: MARK }),
    /Then about 26 tokens need not be written to the cache again for each user \(\$0\.00031 each time\)\.$/,
  );
});

test('cache.volatile: below the minimum there is nothing to gain', async () => {
  const message = await onlyMessage('cache.volatile', {
    template: 'Now: {now}\nBe brief.\n{mark}\nHello.\n',
    cache: MARK,
  });
  assert.doesNotMatch(message, /Then each call/);
  assert.match(
    message,
    /Up to the breakpoint stand \d+ tokens, fewer than the \d+ that the provider caches at least: nothing is cached either way\./,
  );
  assert.doesNotMatch(message, /can be cached/);
});

test('cache.volatile without marks: the text behind the slot', async () => {
  const message = await onlyMessage('cache.volatile', { template: `Now: {now}\n${RULES}`, model: 'finder' });
  assert.match(
    message,
    /3 tokens stand before it, fewer than the 16 that the provider caches at least, so nothing can be found again; ≈ 26 tokens behind it do not change and could be cached as well\. Move it behind that text\. Then each call reads about 29 tokens more from the cache, which saves \$0\.26 for 1,000 calls\.$/,
  );
});

test('cache.daily: the writing that is saved each day', async () => {
  const message = await onlyMessage('cache.daily', { template: `Day: {date}\n${RULES}{mark}\nHello.\n`, cache: MARK });
  assert.match(
    message,
    /Then about 28 tokens need not be written to the cache again each day \(\$0\.00032 each time\)\.$/,
  );
});

test('cache.short: how much is missing, and what a prefix of the least length saves', async () => {
  const message = await onlyMessage('cache.short', { template: `Be brief.\n{mark}\n${RULES}`, cache: MARK });
  assert.match(message, /It lacks 13 tokens; with them, reading it from the cache saves \$0\.14 for 1,000 calls\.$/);
});

test('cache.short: of text that is yet to be written nothing is promised', async () => {
  const message = await onlyMessage('cache.short', { template: 'Be brief.\n{mark}\nHello.\n', cache: MARK });
  assert.match(message, /It lacks 13 tokens\.$/);
});

test('cache.order: what is written anew when the order is another', async () => {
  const message = await onlyMessage('cache.order', {
    template: `{tools}\n${RULES}{mark}\nHello.\n`,
    cache: 'breakpoints: [{ slot: mark, reuse: user }]',
  });
  assert.match(message, /29 tokens are written to the cache again and not read from it \(\$0\.33 for 1,000 calls\)/);
});

test('cache.shared: the line saves nothing, it costs each tenant an entry', async () => {
  const message = await onlyMessage('cache.shared', { template: `{house}\n${RULES}{mark}\nHello.\n`, cache: MARK });
  assert.match(
    message,
    /It costs each tenant an entry of its own of 29 tokens, \$0\.00033 more than reading one that is shared\.$/,
  );
});

test('cache.shared: a prefix that is too short to be cached costs nobody an entry', async () => {
  const message = await onlyMessage('cache.shared', { template: `{house}\nBe brief.\n{mark}\nHello.\n`, cache: MARK });
  assert.match(message, /Add `scope` with a line that names the tenant\.$/);
});

test('cache.blank: what the breakpoint system would cache', async () => {
  const message = await onlyMessage('cache.blank', { template: `${RULES}{mark}\n`, cache: MARK });
  assert.match(message, /Then each call can read 25 tokens from the cache, which saves \$0\.23 for 1,000 calls\.$/);
});

test('cache.breakpoints: the mark that adds least', async () => {
  const template = `${RULES}{first}Be brief.\n{second}${RULES}{mark}\nHello.\n`;
  const cache = 'breakpoints: [{ slot: first }, { slot: second }, { slot: mark }]';
  const message = await onlyMessage('cache.breakpoints', { template, cache });
  assert.match(message, /\{second\} adds least: 3 tokens, \$0\.035 for 1,000 calls\.$/);
});

test('an estimate whose band holds the minimum is information, not a warning', async () => {
  const found = async (sentences: number): Promise<readonly string[]> => {
    const manifest = `version: 1
systems:
  desk:
    template: desk.prompt
    model: gemini-2.5-pro
    dialect: single-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: now, trust: facts, lifetime: call, slots: [now] }
    slots: { now: { type: line, sample: noon } }
`;
    const { service } = await memoryWorkspace({
      'strata.yaml': manifest,
      'desk.prompt': `Now: {now}\n${RULES.repeat(sentences)}`,
    });
    const findings = service.workspace.snapshot().findings(addressOf('desk.prompt'));
    return findings.filter(({ code }) => code === 'cache.volatile').map(({ level }) => level);
  };
  // A sentence has about 28 tokens; the least is 2,048, give or take 15 %.
  assert.deepEqual([await found(60), await found(75), await found(100)], [[], ['info'], ['warning']]);
});
