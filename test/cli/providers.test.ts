// Files of other tools on the command line: no manifest is needed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strataIn } from '../support/commandLine';
import { foldersHere } from '../support/processes';

const folder = foldersHere();

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

const project = (): string => folder({ 'a.prompty': PROMPTY, 'deep/p.yaml': YAML });

test('check finds a .prompty file in a folder, and a YAML file that is named', async () => {
  const cwd = project();
  const all = await strataIn(['check', '--format', 'json'], cwd);
  const codes = (text: string): readonly string[] =>
    JSON.parse(text).findings.map(({ file, code }: { file: string; code: string }) => `${file} ${code}`);
  assert.deepEqual(codes(all.out), ['a.prompty slot.unused', 'a.prompty slot.unknown']);
  const named = await strataIn(['check', 'deep/p.yaml', '--format', 'json'], cwd);
  assert.deepEqual(codes(named.out), ['deep/p.yaml syntax.unclosed']);
  assert.equal(named.code, 1);
});

test('render and tokens', async () => {
  const cwd = project();
  const rendered = await strataIn(['render', 'a.prompty', '--format', 'openai'], cwd);
  assert.deepEqual(
    JSON.parse(rendered.out).messages.map(({ role, content }: { role: string; content: string }) => [role, content]),
    [
      ['system', 'Be short.'],
      ['user', 'Where? {{ other }}'],
    ],
  );
  const tokens = await strataIn(['tokens', 'a.prompty', '--format', 'json'], cwd);
  assert.equal(JSON.parse(tokens.out).systems[0].system, 'a.prompty');
});
