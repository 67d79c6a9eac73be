import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkedSelections, checksAllSelections, select } from '../../../server/src/model/selection';
import type { PromptSystem } from '../../../server/src/model/system';
import { memoryWorkspace } from '../../support/memoryWorkspace';

async function systemOf(...lines: string[]): Promise<PromptSystem> {
  const entry = lines.map((line) => `    ${line}`).join('\n');
  const { service } = await memoryWorkspace({
    'strata.yaml': `version: 1\nsystems:\n  a:\n    parts: [{ text: x }]\n    dialect: single-brace\n${entry}\n`,
  });
  const [system] = service.workspace.snapshot().systems;
  assert.ok(system);
  return system;
}

const labels = (system: PromptSystem): readonly string[] => checkedSelections(system).map(({ label }) => label);

const count = (n: number, line: (i: number) => string): string[] => Array.from({ length: n }, (_, i) => line(i));

test('only axes that a condition asks about, or that choose a default for one, make selections', async () => {
  const system = await systemOf(
    'axes:',
    '  kind: [main, sub]',
    '  tone: { values: [plain, warm], default: { by: kind, map: { main: plain, sub: warm } } }',
    '  unused: [one, two, three]',
    'slots:',
    '  when: { sample: a slot of this name is no condition }',
    '  greeting: { sample: Hello., variants: [{ when: { tone: warm }, item: x }] }',
    'scenarios: { ask: {} }',
  );
  assert.deepEqual(labels(system), ['scenario "ask"', 'the defaults', 'kind = sub', 'tone = warm']);
  assert.equal(checksAllSelections(system), true);
});

test('scenarios are told apart even where no axis is', async () => {
  assert.deepEqual(labels(await systemOf('scenarios: { a: {}, b: {} }')), [
    'scenario "a"',
    'scenario "b"',
    'the defaults',
  ]);
});

test('what is too much to check is cut, and known to be', async () => {
  const system = await systemOf('scenarios:', ...count(300, (i) => `  s${i}: {}`));
  assert.equal(labels(system).length, 200);
  assert.equal(labels(system).at(-1), 'scenario "s199"');
  assert.equal(checksAllSelections(system), false);
});

test('defaults follow one another over any distance, and a circle ends', async () => {
  const chain = await systemOf(
    'axes:',
    ...count(5000, (i) => `  a${i}: { values: [x, y], default: { by: a${i + 1}, map: { x: y, y: x } } }`),
    '  a5000: [x, y]',
  );
  const { axes } = select(chain);
  assert.deepEqual([axes.a0, axes.a1, axes.a4999, axes.a5000], ['x', 'y', 'y', 'x']);
  const circle = await systemOf(
    'axes:',
    '  a: { values: [x, y], default: { by: b, map: { x: y, y: x } } }',
    '  b: { values: [x, y], default: { by: a, map: { x: y, y: x } } }',
  );
  assert.deepEqual({ ...select(circle).axes }, { a: 'y', b: 'x' });
  assert.deepEqual({ ...select(circle, null, { b: 'y' }).axes }, { a: 'x', b: 'y' });
});
