// A template text that stands in YAML as an alias (`*text`) is written where its anchor is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { definition } from '../../../server/src/features/definition';
import { rename } from '../../../server/src/features/rename';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

const PROMPTS = `shared: &shared |
  Hello {{ name }}.
  Go on {% if name %}
own: *shared
list:
  - *shared
`;

const manifest = (template: string): string => `version: 1
systems:
  a:
    template: ${template}
    dialect: jinja
    slots: { name: { sample: Ada } }
`;

test('its findings stand at the text, once', async () => {
  const files = { 'strata.yaml': manifest('prompts.yaml#own'), 'prompts.yaml': PROMPTS };
  const { service } = await memoryWorkspace(files);
  const found = service.workspace.snapshot().findings(addressOf('prompts.yaml'));
  assert.deepEqual(
    found.map(({ code, span }) => [code, PROMPTS.slice(span.start, span.end)]),
    [['syntax.unclosed', '{% if name %}']],
  );
});

test('two systems that read it by different names tell it once', async () => {
  const two = `${manifest('prompts.yaml#own')}${manifest('prompts.yaml#/list/0').split('\n').slice(2).join('\n').replace('  a:', '  b:')}`;
  const { service } = await memoryWorkspace({ 'strata.yaml': two, 'prompts.yaml': PROMPTS });
  const found = service.workspace.snapshot().findings(addressOf('prompts.yaml'));
  assert.deepEqual(
    found.map(({ code, span }) => [code, PROMPTS.slice(span.start, span.end)]),
    [['syntax.unclosed', '{% if name %}']],
  );
});

test('a rename changes it there, and goes to it', async () => {
  const files = { 'strata.yaml': manifest('prompts.yaml#own'), 'prompts.yaml': PROMPTS.replace(' {% if name %}', '') };
  const { service } = await memoryWorkspace(files);
  const snapshot = service.workspace.snapshot();
  const edit = rename(snapshot, addressOf('prompts.yaml'), { line: 1, character: 12 }, 'person');
  const [change] = edit?.changes?.[addressOf('prompts.yaml')] ?? [];
  assert.deepEqual(change?.range, { start: { line: 1, character: 11 }, end: { line: 1, character: 15 } });
  const there = JSON.stringify(definition(snapshot, addressOf('prompts.yaml'), { line: 1, character: 12 }));
  assert.ok(there.includes('strata.yaml'), there);
});

test('so with the text of a part in the manifest itself', async () => {
  const text = `version: 1
systems:
  a:
    dialect: jinja
    slots: { name: { sample: Ada } }
    parts:
      - { text: &hello "Hello {{ name }}, {{ nmae }}.\\n" }
      - { text: *hello, when: { mode: x } }
    axes: { mode: [x, y] }
`;
  const { service } = await memoryWorkspace({ 'strata.yaml': text });
  const found = service.workspace.snapshot().findings(addressOf('strata.yaml'));
  assert.deepEqual(
    found.filter(({ code }) => code === 'slot.unknown').map(({ span }) => text.slice(span.start, span.end)),
    ['{{ nmae }}'],
  );
});
