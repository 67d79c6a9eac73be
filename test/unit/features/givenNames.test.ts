// Names that a tag gives to the text that it brings in: there they are no slots, whatever the slots are called.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usesOf } from '../../../server/src/features/places/occurrences';
import { addressOf, memoryWorkspace, pathOf } from '../../support/memoryWorkspace';

interface Seen {
  readonly unknown: readonly string[];
  /** Texts in which the slot `name` stands. */
  readonly uses: readonly string[];
}

async function seen(dialect: string, files: Readonly<Record<string, string>>): Promise<Seen> {
  const manifest = `version: 1
systems:
  a:
    template: a.md
    dialect: ${dialect}
    slots: { name: { sample: Ada }, items: { sample: [{ x: 1 }] } }
`;
  const { service } = await memoryWorkspace({ 'strata.yaml': manifest, ...files });
  const snapshot = service.workspace.snapshot();
  const [system] = snapshot.systems;
  assert.ok(system);
  const findings = Object.keys(files).flatMap((path) => snapshot.findings(addressOf(path)));
  return {
    unknown: findings.flatMap(({ code, message }) =>
      code === 'slot.unknown' ? (/`(\w+)`/.exec(message)?.[1] ?? '') : [],
    ),
    uses: usesOf(snapshot, system, 'name').map(({ uri }) => pathOf(uri)),
  };
}

test('Liquid: what `render` and `include` hand on, under the names that they give it', async () => {
  const card = '{{ name }} {{ title }} {{ typo }}';
  assert.deepEqual(await seen('liquid', { 'a.md': "{% render 'c', title: name %}{{ items }}", 'c.liquid': card }), {
    unknown: ['typo'],
    // It sees nothing else, so that this name is empty there and no slot.
    uses: ['a.md'],
  });
  assert.deepEqual(await seen('liquid', { 'a.md': "{% include 'c', title: name %}{{ items }}", 'c.liquid': card }), {
    unknown: ['typo'],
    uses: ['a.md', 'c.liquid'],
  });
  const each = '{{ item.x }} {{ forloop.index }}';
  const loop = await seen('liquid', { 'a.md': "{% render 'c' for items as item %}{{ name }}", 'c.liquid': each });
  assert.deepEqual(loop, { unknown: [], uses: ['a.md'] });
  const called = await seen('liquid', { 'a.md': "{% render 'c' with name %}{{ items }}", 'c.liquid': '{{ c }}' });
  assert.deepEqual(called.unknown, []);
});

test('Handlebars: an argument of a partial that is called like a slot', async () => {
  const files = { 'a.md': '{{> c name=items}}{{{name}}}', 'c.hbs': '{{{name}}}' };
  assert.deepEqual((await seen('handlebars', files)).uses, ['a.md']);
  // Where one tag gives no such name, the slot stands there as well.
  const both = { ...files, 'a.md': '{{> c name=items}}{{> c}}' };
  assert.deepEqual((await seen('handlebars', both)).uses, ['c.hbs']);
});

test('Jinja: names of loops, `with` and `set` round an include', async () => {
  const text = "{% set y = 1 %}{% with x = name %}{% for i in items %}{% include 'c.j2' %}{% endfor %}{% endwith %}";
  assert.deepEqual((await seen('jinja', { 'a.md': text, 'c.j2': '{{ x }} {{ y }} {{ i }} {{ typo }}' })).unknown, [
    'typo',
  ]);
});
