// A file of YAML that holds several templates: each is shown as its own system reads it, at its place in the file.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeLenses } from '../../../server/src/features/codeLens';
import { definition } from '../../../server/src/features/definition';
import { documentLinks } from '../../../server/src/features/documentLinks';
import { hintsOf } from '../../../server/src/features/inlayHints';
import { addressOf } from '../../support/memoryWorkspace';
import { sceneOf } from './support';

const TWO = `=== strata.yaml
version: 1
systems:
  chat: { template: "prompts.yaml#chat", dialect: jinja, includes: parts, slots: { desk: { sample: D } } }
  judge:
    template: prompts.yaml#judge
    dialect: jinja
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: form, trust: instructions, lifetime: static, starts: "## Form" }
=== prompts.yaml
chat: >-
  You help at
  the {{ desk }}.

  {% include "rules.j2" %}
judge: "Rate it.\\n\\n## Form\\nA number."
=== parts/rules.j2
Be brief.
`;

test('hints stand in each text of the file', async () => {
  const { snapshot, text, count } = await sceneOf(TWO);
  const uri = addressOf('prompts.yaml');
  const hints = hintsOf(snapshot, uri, count).map(({ offset, label }) => [
    label.replace(/ · .*/, ''),
    text('prompts.yaml').slice(offset, offset + 8),
  ]);
  assert.deepEqual(hints, [
    ['prompt', 'You help'],
    ['base', 'Rate it.'],
    ['form', '## Form\\'],
  ]);
});

test('a lens stands over each text, for its own system', async () => {
  const { snapshot } = await sceneOf(TWO);
  const lenses = codeLenses(snapshot, addressOf('prompts.yaml'));
  assert.deepEqual(
    lenses
      .filter(({ command }) => command?.title === 'Preview')
      .map(({ range, command }) => [range.start.line, command?.arguments]),
    [
      [0, [addressOf('prompts.yaml'), `${addressOf('strata.yaml')}#chat`]],
      [5, [addressOf('prompts.yaml'), `${addressOf('strata.yaml')}#judge`]],
    ],
  );
});

test('an include in a string leads to its file', async () => {
  const { snapshot, at, lines, text } = await sceneOf(TWO);
  const uri = addressOf('prompts.yaml');
  assert.deepEqual(
    documentLinks(snapshot, uri).map(({ range, target }) => [at(uri, range), target]),
    [['prompts.yaml: rules.j2', addressOf('parts/rules.j2')]],
  );
  const position = lines('prompts.yaml').placeAt(text('prompts.yaml').indexOf('rules.j2') + 2);
  const links = definition(snapshot, uri, position);
  assert.deepEqual(
    links.map(({ targetUri, originSelectionRange }) => [
      targetUri,
      originSelectionRange && at(uri, originSelectionRange),
    ]),
    [[addressOf('parts/rules.j2'), 'prompts.yaml: rules.j2']],
  );
});
