// Files of other tools on the command line: no manifest is needed.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { buildPrograms, folderWith, removePrograms, run } from '../support/processes';

let cli = '';
const folders: string[] = [];

before(async () => {
  cli = (await buildPrograms()).cli;
});
after(() => {
  removePrograms();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const PROMPTY = `---
inputs:
  question: { type: string }
  truth: { type: string }
sample: { question: Where? }
---
system:
Be short.
user:
{{ question }} {{ other }}
`;
const YAML = 'system_prompt: |-\n  You are {{ name }}.\ntask: |-\n  Do {% if x %}it{% endif %}\n  {{ broken\n';

function folder(): string {
  const made = folderWith({ 'a.prompty': PROMPTY, 'deep/p.yaml': YAML });
  folders.push(made);
  return made;
}

test('check finds a .prompty file in a folder, and a YAML file that is named', async () => {
  const cwd = folder();
  const all = await run(cli, ['check', '--format', 'json'], cwd);
  const codes = (text: string): readonly string[] =>
    JSON.parse(text).findings.map(({ file, code }: { file: string; code: string }) => `${file} ${code}`);
  assert.deepEqual(codes(all.out), ['a.prompty slot.unused', 'a.prompty slot.unknown']);
  const named = await run(cli, ['check', 'deep/p.yaml', '--format', 'json'], cwd);
  assert.deepEqual(codes(named.out), ['deep/p.yaml syntax.unclosed']);
  assert.equal(named.code, 1);
});

test('render and tokens', async () => {
  const cwd = folder();
  const rendered = await run(cli, ['render', 'a.prompty', '--format', 'openai'], cwd);
  assert.deepEqual(
    JSON.parse(rendered.out).messages.map(({ role, content }: { role: string; content: string }) => [role, content]),
    [
      ['system', 'Be short.'],
      ['user', 'Where? {{ other }}'],
    ],
  );
  const tokens = await run(cli, ['tokens', 'a.prompty', '--format', 'json'], cwd);
  assert.equal(JSON.parse(tokens.out).systems[0].system, 'a.prompty');
});
