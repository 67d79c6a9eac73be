// What a layer may have at most, in every place that names it: hint, hover, `strata/tokens` and `strata/render`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hover } from '../../../server/src/features/hover';
import { inlayHints } from '../../../server/src/features/inlayHints';
import { render } from '../../../server/src/features/requests/render';
import { tokens } from '../../../server/src/features/requests/report';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

const MANIFEST = `version: 1
systems:
  desk:
    template: desk.prompt
    model: gpt-4o
    dialect: single-brace
    layers:
      - { id: policy, trust: instructions, lifetime: static, starts: "# Policy", budget: { strategy: fixed, max: 40 } }
      - { id: tone, trust: instructions, lifetime: static, starts: "# Tone", budget: { strategy: negligible } }
      - { id: rest, trust: instructions, lifetime: static, starts: "# Rest", budget: { strategy: elastic } }
      - { id: notes, trust: data, lifetime: call, slots: [notes], budget: { strategy: proportional, perItem: 5 } }
    slots:
      notes: { type: list, sample: [one, two, three] }
    scenarios:
      three: {}
      one: { values: { notes: [one] } }
      none: { values: { notes: [] } }
`;
const TEMPLATE = '# Policy\nBe brief.\n# Tone\nBe kind.\n# Rest\nData:\n{notes}\n';
const LIMITS = [40, 500, null];

test('a limit by strategy is the same wherever it is named, and a proportional one goes by the items', async () => {
  const { service } = await memoryWorkspace({ 'strata.yaml': MANIFEST, 'desk.prompt': TEMPLATE });
  const snapshot = service.workspace.snapshot();
  const uri = addressOf('desk.prompt');
  for (const [scenario, notes] of [
    ['three', 15],
    ['one', 5],
    ['none', null],
  ] as const) {
    const counted = tokens(snapshot, { uri, scenario }).systems[0]?.layers.map(({ max }) => max);
    assert.deepEqual(counted, [...LIMITS, notes], scenario);
    const drawn = render(snapshot, { uri, scenario });
    assert.ok('layers' in drawn);
    assert.deepEqual(
      drawn.layers.map(({ max }) => max ?? null),
      [...LIMITS, notes],
      scenario,
    );
  }
  const hints = inlayHints(
    snapshot,
    uri,
    { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } },
    service.count,
  ).map(({ label }) => label);
  assert.deepEqual(hints, ['policy · 6 / 40 tok', 'tone · 6 / 500 tok', 'rest · 6 tok', 'notes · 5 / 15 tok']);
  assert.match(JSON.stringify(hover(snapshot, uri, { line: 2, character: 3 })), /6 tok of at most 500/);
});

test('of an estimate a layer is over its limit only with its whole band', async () => {
  const manifest = MANIFEST.replace('gpt-4o', 'gemini-2.5-pro').replace('max: 40', 'max: LIMIT');
  const over = async (limit: number) => {
    const files = { 'strata.yaml': manifest.replace('LIMIT', String(limit)), 'desk.prompt': TEMPLATE };
    const { service } = await memoryWorkspace(files);
    const drawn = render(service.workspace.snapshot(), { uri: addressOf('desk.prompt'), scenario: 'three' });
    assert.ok('layers' in drawn);
    const [policy] = drawn.layers;
    return [policy?.tokens, policy?.over];
  };
  assert.deepEqual(await over(6), [7, undefined]);
  assert.deepEqual(await over(4), [7, true]);
});
