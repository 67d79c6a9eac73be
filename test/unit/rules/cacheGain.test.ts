// What a finding about the cache is worth: the tokens and the money that its fix gains.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

interface Desk {
  readonly template: string;
  readonly model?: string;
  readonly cache?: string;
  readonly slots?: string;
}

const RULES = 'You help at the front desk of a small hotel by the sea. Be brief and kind, and never promise a room.\n';

async function messagesOf(
  code: string,
  { template, model = 'house', cache = '', slots = '' }: Desk,
): Promise<readonly string[]> {
  const manifest = `version: 1
models:
  house: { tokenizer: o200k_base, cache: { minimum: 16, breakpoints: 2 }, price: { input: 10, cacheWrite: 12.5, cacheRead: 1 } }
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
  const { service } = await memoryWorkspace({ 'strata.yaml': manifest, 'desk.prompt': template });
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
    /Then each call reads about 27 tokens more from the cache, which saves \$0\.24 for 1,000 calls\.$/,
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
    /Then each call reads about 26 tokens more from the cache, which saves \$0\.23 for 1,000 calls\.$/,
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
  const message = await onlyMessage('cache.short', { template: 'Be brief.\n{mark}\nHello.\n', cache: MARK });
  assert.match(message, /It lacks 13 tokens; with them, reading it from the cache saves \$0\.14 for 1,000 calls\.$/);
});

test('cache.order: what is read anew when the order is another', async () => {
  const message = await onlyMessage('cache.order', {
    template: `{tools}\n${RULES}{mark}\nHello.\n`,
    cache: 'breakpoints: [{ slot: mark, reuse: user }]',
  });
  assert.match(message, /29 tokens are not read from the cache \(\$0\.26 for 1,000 calls\)/);
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
  assert.match(message, /\{second\} adds least: 3 tokens, \$0\.027 for 1,000 calls\.$/);
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
