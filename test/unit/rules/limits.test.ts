import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding } from '../../../server/src/rules/run';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

async function findings(files: Record<string, string>, path: string): Promise<readonly Finding[]> {
  const { service, log } = await memoryWorkspace(files);
  const found = service.workspace.snapshot().findings(addressOf(path));
  assert.deepEqual(log, []);
  return found;
}

const repeat = (n: number, line: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => line(i)).join('');

const manifest = (...lines: string[]): string =>
  ['version: 1', 'systems:', '  a:', '    template: a.prompt', '    dialect: single-brace', ...lines, ''].join('\n');

test('a rule says a thousand times what is wrong, and then that there is more', async () => {
  const found = await findings(
    {
      'strata.yaml': manifest(
        '    slots: { a: {}, b: {} }',
        '    rules: { slot.unknown: { slots: [off], why: test } }',
      ),
      'a.prompt': `{off}{off}${repeat(1500, (i) => `{u${i}}\n`)}{a}{b}`,
    },
    'a.prompt',
  );
  assert.equal(found.length, 1000);
  assert.match(found[0]?.message ?? '', /^`u0` is not a slot of a/);
  assert.match(found[998]?.message ?? '', /correct the name\.$/);
  assert.match(found[999]?.message ?? '', /There are more of these; only the first 1000 are told\.$/);
  const enough = await findings(
    { 'strata.yaml': manifest('    slots: { a: {} }'), 'a.prompt': repeat(1000, (i) => `{u${i}}`) },
    'a.prompt',
  );
  assert.equal(enough.length, 1000);
  assert.ok(enough.every(({ message }) => !message.includes('There are more')));
});

test('a label is near every slot of a long run of slots, or near none', async () => {
  const entry = manifest(
    '    layers:',
    '      - { id: rules, trust: instructions, lifetime: static }',
    '      - { id: page, trust: data, lifetime: call, slots: [page] }',
    '    slots: { page: { sample: x } }',
  );
  const unlabelled = async (text: string): Promise<readonly number[]> =>
    (await findings({ 'strata.yaml': entry, 'a.prompt': text }, 'a.prompt'))
      .filter(({ code }) => code === 'trust.unlabelled')
      .map(({ span }) => span.start);
  const slots = '{page}\n'.repeat(40);
  assert.equal((await unlabelled(`Read this:\n${slots}`)).length, 40);
  // Lines that are nothing but values count as one, so the label stays near.
  assert.deepEqual(await unlabelled(`What follows is data:\n${slots}`), []);
  const words = 'one {page} two\n'.repeat(4);
  const data = 'What follows is data.\n';
  // Three lines behind the label it is near no more; behind the next label it is again.
  assert.deepEqual(await unlabelled(`${data}${words}${data}${words}`), [
    data.length + words.length * 0.75 + 4,
    data.length * 2 + words.length * 1.75 + 4,
  ]);
});

test('a large prompt with many selections is checked in as many as there is time for', async () => {
  const found = await findings(
    {
      'strata.yaml': manifest(
        '    axes:',
        `      kind: [${repeat(50, (i) => `k${i}, `)}]`,
        '    slots:',
        '      a: { sample: x, when: { kind: k1 } }',
      ),
      'a.prompt': `{a}${'Be kind to everybody who asks. '.repeat(10_000)}`,
    },
    'strata.yaml',
  );
  assert.deepEqual(
    found.map(({ code, level, message }) => [code, level, message.slice(0, 47)]),
    [
      ['manifest.selections', 'info', 'Only the first 13 selections of a are checked, '],
      ['manifest.reference', 'hint', 'Nothing tells `k2` from `k0`: no `when` asks fo'],
    ],
  );
  assert.match(found[1]?.message ?? '', /The same holds for 47 more of its values\.$/);
});
