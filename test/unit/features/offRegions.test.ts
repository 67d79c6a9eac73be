// A region in a branch that is not taken is shown as off, whatever engine the branch is of.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { hover } from '../../../server/src/features/hover';
import { hintsOf } from '../../../server/src/features/inlayHints';
import { select } from '../../../server/src/model/selection';
import { addressOf, loadVocabularies } from '../../support/memoryWorkspace';
import { sceneOf } from './support';

before(loadVocabularies);

const BRANCHES: Readonly<Record<string, readonly [open: string, close: string]>> = {
  jinja: ['{% if long %}', '{% endif %}'],
  liquid: ['{% if long %}', '{% endif %}'],
  handlebars: ['{{#if long}}', '{{/if}}'],
  mustache: ['{{#long}}', '{{/long}}'],
  'go-template': ['{{ if .long }}', '{{ end }}'],
};

for (const [dialect, [open, close]] of Object.entries(BRANCHES)) {
  test(dialect, async () => {
    const scene = await sceneOf(`=== strata.yaml
version: 1
systems:
  a:
    template: a.md
    dialect: ${dialect}
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: tools, trust: instructions, lifetime: static, starts: "## Tools" }
      - { id: form, trust: instructions, lifetime: static, starts: "## Form" }
    slots: { long: { type: boolean, sample: false } }
    scenarios: { short: {}, long: { values: { long: true } } }
=== a.md
Be brief.
${open}
## Tools
Use them.
${close}
## Form
Short.
`);
    const { snapshot, text, lines, count } = scene;
    const uri = addressOf('a.md');
    const shown = (): readonly string[] =>
      hintsOf(snapshot, uri, count).map(({ label, offset }) => `${label} @ ${text('a.md').slice(offset, offset + 8)}`);
    const hovered = hover(snapshot, uri, lines('a.md').placeAt(text('a.md').indexOf('Tools')));
    const words = typeof hovered?.contents === 'object' && 'value' in hovered.contents ? hovered.contents.value : '';
    assert.deepEqual(
      shown().filter((hint) => hint.includes('Tools')),
      ['tools · off @ ## Tools'],
    );
    assert.match(words, /Off in scenario "short": it stands in a branch that is not taken, so nothing of it is sent\./);
    const [system] = snapshot.systems;
    assert.ok(system);
    assert.ok(snapshot.rendered(system, select(system, 'long')).regions.some(({ layer }) => layer === 'tools'));
    assert.ok(!shown().some((hint) => hint.startsWith('form · off') || hint.startsWith('base · off')));
  });
}
