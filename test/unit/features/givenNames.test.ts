// Names that a tag gives to the text that it brings in: there they are no slots, whatever the slots are called.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usesOf } from '../../../server/src/features/places/occurrences';
import { Refusal } from '../../../server/src/features/refusal';
import { rename } from '../../../server/src/features/rename';
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

test('Jinja: a name that is called like a slot where an include stands', async () => {
  const uses = async (text: string, more: Readonly<Record<string, string>> = {}) =>
    (await seen('jinja', { 'a.md': text, 'c.j2': '{{ name }}', ...more })).uses;
  const include = "{% include 'c.j2' %}";
  assert.deepEqual(await uses(`{% with name = items %}${include}{% endwith %}`), []);
  assert.deepEqual(await uses(`{% with name = items %}{% endwith %}${include}`), ['c.j2']);
  assert.deepEqual(await uses(`{% set name = items %}${include}`), []);
  assert.deepEqual(await uses(`${include}{% set name = items %}`), ['c.j2']);
  assert.deepEqual(await uses(`{% for name in items %}${include}{% endfor %}{{ name }}`), ['a.md']);
  assert.deepEqual(await uses(`{{ name }}{% include 'c.j2' without context %}`), ['a.md']);
  assert.deepEqual(await uses("{% import 'c.j2' as c %}{% import 'c.j2' as d with context %}"), ['c.j2']);
  assert.deepEqual(await uses("{% extends 'c.j2' %}{% set name = items %}"), []);
  // What a text is given, those see that it includes in turn.
  const through = { 'b.j2': `{{ name }}${include}` };
  assert.deepEqual(await uses("{% with name = items %}{% include 'b.j2' %}{% endwith %}", through), []);
  assert.deepEqual(await uses("{% include 'b.j2' %}", through), ['b.j2', 'c.j2']);
  assert.deepEqual(await uses("{% include 'b.j2' %}", { 'b.j2': `{% include 'b.j2' %}${include}` }), ['c.j2']);
});

test('a rename leaves them alone, or says why not', async () => {
  const files = (text: string) => ({
    'strata.yaml': `version: 1
systems:
  a:
    template: a.md
    dialect: jinja
    slots: { name: { sample: Ada }, items: { sample: [{ x: 1 }] } }
`,
    'a.md': text,
    'c.j2': '{{ name }}',
  });
  const renamed = async (text: string, path = 'a.md') => {
    const { service } = await memoryWorkspace(files(text));
    const snapshot = service.workspace.snapshot();
    const uri = addressOf(path);
    const offset = (snapshot.file(uri)?.text ?? '').indexOf('{{ name') + 3;
    try {
      const edit = rename(snapshot, uri, { line: 0, character: offset }, 'person');
      return Object.keys(edit?.changes ?? {})
        .map((at) => pathOf(at))
        .sort();
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      throw error;
    }
  };
  const include = "{% include 'c.j2' %}";
  const inside = `{{ name }}{% with name = items %}${include}{% endwith %}`;
  assert.deepEqual(await renamed(inside), ['a.md', 'strata.yaml']);
  assert.equal(
    await renamed(inside, 'c.j2'),
    'name is no slot here: it is what the text that includes c.j2 gives it under this name.',
  );
  assert.equal(
    await renamed(`${inside}${include}`),
    'c.j2 is included more than once, and name is the slot in one place and what a tag gives it in another. Give it another name there first.',
  );
  assert.deepEqual(await renamed(`{{ name }}${include}`), ['a.md', 'c.j2', 'strata.yaml']);
});

test('Jinja: names of loops, `with` and `set` round an include', async () => {
  const text = "{% set y = 1 %}{% with x = name %}{% for i in items %}{% include 'c.j2' %}{% endfor %}{% endwith %}";
  assert.deepEqual((await seen('jinja', { 'a.md': text, 'c.j2': '{{ x }} {{ y }} {{ i }} {{ typo }}' })).unknown, [
    'typo',
  ]);
});
