// What is the same in the next call, in whole tokens and steps, and what is said of the money. Asked with `strata/tokens`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenTable } from '../../../server/src/cli/formats/tokenTable';
import { eachWords, manyWords } from '../../../server/src/features/costs/economicsWords';
import { comparison } from '../../../server/src/features/requests/comparison';
import { tokens } from '../../../server/src/features/requests/report';
import type { TokensResult } from '../../../server/src/protocol';
import { memoryWorkspace } from '../../support/memoryWorkspace';

const LINE = 'You help at the front desk of a small hotel by the sea. Be brief and kind, and never promise a room.\n';

async function snapshotOf(template: string, more: string, models = '{}') {
  const manifest = `version: 1
models: ${models}
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: now, trust: facts, lifetime: call, slots: [now] }
    slots: { now: { sample: noon } }
${more}`;
  const { service } = await memoryWorkspace({ 'strata.yaml': manifest, 'desk.prompt': template });
  return service.workspace.snapshot();
}

async function countedOf(...args: Parameters<typeof snapshotOf>): Promise<TokensResult['systems'][number]> {
  const [system] = tokens(await snapshotOf(...args), {}).systems;
  assert.ok(system);
  return system;
}

test('a token that reaches into what changes is no part of the beginning that stays', async () => {
  // The last token before the value is " noon", with the blank of the template in it.
  const counted = await countedOf('It is {now}', '    model: gpt-4o\n');
  assert.equal(counted.total, 3);
  assert.equal(counted.economics.stable?.tokens, 2);
  const apart = await countedOf('It is:\n{now}', '    model: gpt-4o\n');
  assert.equal(apart.total, 5);
  assert.equal(apart.economics.stable?.tokens, 3);
});

test('a provider that finds a prefix in steps of 128 tokens finds no more than whole steps', async () => {
  const template = `${LINE.repeat(60)}It is:\n{now}`;
  const { economics } = await countedOf(template, '    model: gpt-4o\n');
  assert.equal(economics.stable?.tokens, 1503);
  assert.deepEqual(economics.cache, {
    written: 1505,
    kept: 1408,
    keptByStep: null,
    automatic: true,
    minimum: 1024,
    increment: 128,
    unclear: false,
  });
  // GPT-5.6 has no such steps.
  assert.equal((await countedOf(template, '    model: gpt-5.6\n')).economics.cache?.kept, 1503);
  const { economics: short } = await countedOf(`${LINE.repeat(40)}It is:\n{now}`, '    model: gpt-4o\n');
  assert.deepEqual([short.stable?.tokens, short.cache?.kept], [1003, 0]);
});

test('a step counts from the minimum on, and the manifest may name another one', async () => {
  const models = '{ gpt-4o: { cache: { minimum: 100 } } }';
  const { economics } = await countedOf(`${LINE.repeat(10)}It is:\n{now}`, '    model: gpt-4o\n', models);
  assert.deepEqual([economics.stable?.tokens, economics.cache?.kept], [253, 228]);
});

const HOUSES =
  '{ house: { tokenizer: o200k_base, cache: { minimum: 16, breakpoints: 4 } }, other: { tokenizer: o200k_base, cache: { minimum: 16, breakpoints: 4 } } }';

test('two calls on different models share no cache', async () => {
  const more = `    model: house
    cache: { breakpoints: [{ slot: mark }] }
    scenarios:
      one: {}
      two: { values: { now: midnight } }
      three: { model: other, values: { now: midnight } }
`;
  const snapshot = await snapshotOf(`${LINE}{mark}It is {now}`, more, HOUSES);
  const compared = (scenario: string) => {
    const system = 'file:///w/strata.yaml#desk';
    const answer = comparison(snapshot, { before: { system, scenario: 'one' }, after: { system, scenario } });
    assert.ok('comparison' in answer);
    return answer.comparison.cache;
  };
  assert.deepEqual(compared('two'), { kept: 25, of: 25 });
  assert.equal(compared('three'), null);
});

test('the window, what is left of it, and where compaction begins and ends', async () => {
  const models = '{ house: { tokenizer: o200k_base, window: 8000 } }';
  const budget = (written: string) => countedOf('It is {now}', `    model: house\n    budget: ${written}\n`, models);
  const room = ({ window, effectiveWindow, compaction }: TokensResult['systems'][number]) => ({
    window,
    effectiveWindow,
    compaction,
  });
  assert.deepEqual(room(await budget('{ reserve: 1000, trigger: 0.65, stop: 0.5 }')), {
    window: 8000,
    effectiveWindow: 7000,
    compaction: { begins: 4550, ends: 3500 },
  });
  assert.deepEqual(room(await budget('{ trigger: 0.65 }')), {
    window: 8000,
    effectiveWindow: 8000,
    compaction: { begins: 5200, ends: null },
  });
  assert.deepEqual(room(await countedOf('It is {now}', '    budget: { trigger: 0.65 }\n')), {
    window: null,
    effectiveWindow: null,
    compaction: null,
  });
});

test('money in words: with a cache, without one, and when a cache does not pay for calls of one request', () => {
  const cost = { cold: 0.016, warm: 0.016, uncached: 0.0124 };
  assert.equal(
    eachWords({ cost, step: 0.0014 }),
    '$0.016 with a cold cache, $0.016 with a warm one, $0.0014 for each further request of it',
  );
  assert.equal(
    manyWords({ cost, step: 0.0014, count: 1000 }),
    '1,000 calls of one request each cost $16.00, more than the $12.40 without a cache; it pays for calls of 2 requests or more',
  );
  // Two cost 0.016 + 0.010, and 0.0248 without a cache; three 0.036, and 0.0372 without.
  assert.match(
    manyWords({ cost, step: 0.01, count: 1 }) ?? '',
    /^1 call of one request costs \$0\.016, more than the \$0\.012 without a cache; it pays for calls of 3 requests or more$/,
  );
  const half = { cold: 0.005, warm: 0.001, uncached: 0.004 };
  assert.equal(
    manyWords({ cost: half, step: undefined, count: 2 }),
    '2 calls cost $0.0060 instead of $0.0080 without a cache',
  );
  assert.equal(
    manyWords({ cost: half, step: undefined, count: 1 }),
    '1 call costs $0.0050, more than the $0.0040 without a cache',
  );
  const none = { cold: 0.004, warm: 0.004, uncached: 0.004 };
  assert.equal(manyWords({ cost: none, step: undefined, count: 1000 }), '1,000 calls cost $4.00');
  assert.equal(manyWords({ cost: { ...none, cold: undefined }, step: undefined, count: 3 }), undefined);
});

test('the table tells a call that is made in several requests, the window without the answer, and compaction', async () => {
  const more = `    model: house
    budget: { reserve: 1000, trigger: 0.65, stop: 0.5 }
    cache: { breakpoints: [{ slot: mark, reuse: call }] }
`;
  const models =
    '{ house: { tokenizer: o200k_base, window: 8000, cache: { minimum: 16, breakpoints: 4 }, price: { input: 10, cacheWrite: 12.5, cacheRead: 1 } } }';
  const counted = await countedOf(`It is {now}\n${LINE.repeat(4)}{mark}`, more, models);
  assert.equal(
    tokenTable([counted]),
    `desk · house · o200k_base
  layer                                       tokens    max
  rules                                          104
  now                                              0
  ---------------------------------------------------------
  total                                          104
  layers alone                                   106     −2
  cached prefix                                  104
  read by the next call                            0    0 %
  read by a further request of the same call     104  100 %
  window                                       8,000
  window less the answer                       7,000  1.5 %
  compaction begins at                         4,550  2.3 %
  compaction ends at                           3,500
  the next call begins with the same 2 tokens; then {now} changes with every call
  the input of a call costs $0.0013 with a cold cache, $0.0013 with a warm one, $0.00010 for each further request of it
  1,000 calls of one request each cost $1.30, more than the $1.04 without a cache; it pays for calls of 2 requests or more
`,
  );
});

test('the table tells why fewer tokens are read than are the same', async () => {
  const counted = await countedOf(`${LINE.repeat(60)}It is:\n{now}`, '    model: gpt-4o\n');
  assert.deepEqual(tokenTable([counted]).split('\n').slice(6, -1), [
    '  read by the next call    1,408   94 %',
    '  window                 128,000  1.2 %',
    '  the next call begins with the same 1,503 tokens; then {now} changes with every call',
    '  the provider finds whole steps of 128 tokens in its cache',
    '  the input of a call costs $0.0038 with a cold cache, $0.0020 with a warm one',
    '  1,000 calls cost $2.00 instead of $3.76 without a cache',
  ]);
});
