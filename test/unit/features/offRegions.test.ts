// A region in a branch that is not taken is shown as off, whatever engine the branch is of.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hover } from '../../../server/src/features/hover';
import { hintsOf } from '../../../server/src/features/inlayHints';
import { select } from '../../../server/src/model/selection';
import { addressOf } from '../../support/memoryWorkspace';
import { sceneOf } from './support';

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

test('a region that begins in such a branch and goes on behind it is off, and its rest is said to be sent', async () => {
  const { snapshot, lines, text, count } = await sceneOf(`=== strata.yaml
version: 1
systems:
  a:
    template: a.md
    dialect: jinja
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: tools, trust: instructions, lifetime: static, starts: "## Tools" }
      - { id: form, trust: instructions, lifetime: static, starts: "## Form" }
      - { id: end, trust: instructions, lifetime: static, starts: "## End" }
    slots: { long: { type: boolean, sample: false } }
=== a.md
Be brief.
{% if long %}
## Tools
Use them.
## Form
Long.
{% endif %}
Always so.
## End
Done.
`);
  const uri = addressOf('a.md');
  const off = hintsOf(snapshot, uri, count).filter(({ label }) => label.endsWith('off'));
  assert.deepEqual(
    off.map(({ label, offset }) => [label, text('a.md').slice(offset, offset + 7)]),
    [
      ['tools · off', '## Tool'],
      ['form · off', '## Form'],
    ],
  );
  const wordsAt = (heading: string): string => {
    const found = hover(snapshot, uri, lines('a.md').placeAt(text('a.md').indexOf(heading) + 3));
    return typeof found?.contents === 'object' && 'value' in found.contents ? found.contents.value : '';
  };
  assert.match(wordsAt('## Tools'), /so nothing of it is sent\./);
  assert.match(
    wordsAt('## Form'),
    /Off with the values that are shown: it begins in a branch that is not taken\. What stands behind that branch is sent all the same, as text of this layer\./,
  );
  assert.doesNotMatch(wordsAt('## End'), /Off/);
});

test('a region that `strip` takes out is said to be taken out, and not to stand in a branch', async () => {
  const { snapshot, lines, text, count } = await sceneOf(`=== strata.yaml
version: 1
systems:
  a:
    template: a.md
    dialect: single-brace
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: form, trust: instructions, lifetime: static, starts: "FORM:" }
      - { id: end, trust: instructions, lifetime: static, starts: "=== END ===" }
    strip: { from: "FORM:", until: "===" }
=== a.md
Be brief.
FORM:
{x}
=== END ===
Done.
`);
  const uri = addressOf('a.md');
  assert.deepEqual(
    hintsOf(snapshot, uri, count).flatMap(({ label }) => (label.endsWith('off') ? [label] : [])),
    ['form · off'],
  );
  const found = hover(snapshot, uri, lines('a.md').placeAt(text('a.md').indexOf('FORM') + 1));
  const words = typeof found?.contents === 'object' && 'value' in found.contents ? found.contents.value : '';
  assert.match(
    words,
    /Not sent with the values that are shown: the program takes these lines out before it sends the text, as `strip` says\./,
  );
});
