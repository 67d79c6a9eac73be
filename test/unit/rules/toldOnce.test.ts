// What is told once, where it is, and with the scenario or selection that shows it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

test('a value file that cannot be parsed is told once, in the file', async () => {
  const text = `version: 1
systems:
  a:
    template: a.prompt
    dialect: double-brace
    slots: { tools: { type: list } }
    scenarios: { s: { values: { tools: { file: bad.json } } } }
`;
  const { service } = await memoryWorkspace({ 'strata.yaml': text, 'a.prompt': '{{tools}}', 'bad.json': '[1, }' });
  const snapshot = service.workspace.snapshot();
  const codes = (path: string) => snapshot.findings(addressOf(path)).map(({ code, slot }) => [code, slot]);
  assert.deepEqual(codes('bad.json'), [['manifest.schema', 'tools']]);
  assert.deepEqual(codes('a.prompt'), []);
  assert.deepEqual(codes('strata.yaml'), []);
});

test('a name that nobody declares is told with the first selection that sends it', async () => {
  const text = `version: 1
systems:
  a:
    dialect: double-brace
    axes: { kind: [long, short] }
    parts: [{ text: "Hi {{name}} {{nmae}}." }, { file: a.prompt, when: { kind: short } }]
    slots: { name: { sample: N } }
`;
  const { service } = await memoryWorkspace({ 'strata.yaml': text, 'a.prompt': 'For {{other}}.' });
  const snapshot = service.workspace.snapshot();
  const of = (path: string): string[] =>
    snapshot
      .findings(addressOf(path))
      .filter(({ code }) => code === 'slot.unknown')
      .map(({ message }) => message);
  assert.deepEqual(of('a.prompt'), [
    '`other` is not a slot of a, so the program does not fill it. Declare it in the manifest, or correct the name. Seen with kind = short.',
  ]);
  assert.deepEqual(of('strata.yaml'), [
    '`nmae` is not a slot of a, so the program does not fill it. Did you mean `name`?',
  ]);
});
