// `slot.missing`: several slots that one text lacks, in the order in which they would stand in it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

/** The slots that the text lacks, in the order of the findings. */
async function missing(slots: readonly string[], scenarios: readonly string[]): Promise<readonly string[]> {
  const { service } = await memoryWorkspace({
    'strata.yaml': `version: 1
systems:
  a:
    template: a.prompt
    dialect: double-brace
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: tone, trust: instructions, lifetime: profile, slots: [tone, style] }
      - { id: page, trust: data, lifetime: call, slots: [page, name, title] }
    slots:
${slots.map((slot) => `      ${slot}\n`).join('')}    scenarios:
${scenarios.map((scenario) => `      ${scenario}\n`).join('')}`,
    'a.prompt': 'You help.\n',
  });
  return service.workspace
    .snapshot()
    .findings(addressOf('a.prompt'))
    .flatMap(({ code, slot }) => (code === 'slot.missing' && slot !== undefined ? [slot] : []));
}

test('what is missing is told in the order of the layers, however it is declared and given', async () => {
  const slots = ['zeta: { required: true }', 'title: { required: true }', 'style: {}', 'tone: { required: true }'];
  const scenarios = ['b: { values: { page: P, zeta: Z } }', 'a: { values: { name: N, style: S, tone: T, alpha: A } }'];
  const order = ['tone', 'style', 'page', 'name', 'title', 'zeta', 'alpha'];
  const all = [...slots, 'alpha: {}'];
  assert.deepEqual(await missing(all, scenarios), order);
  assert.deepEqual(await missing(all, [...scenarios].reverse()), order);
  const backward = [...order.slice(0, 5), 'alpha', 'zeta'];
  assert.deepEqual(await missing([...all].reverse(), scenarios), backward);
});
