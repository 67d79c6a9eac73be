// Texts of Jinja that include, extend and import each other: links, findings, and where every piece comes from.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { definition } from '../../../server/src/features/definition';
import { documentLinks } from '../../../server/src/features/documentLinks';
import { cursorIn, type Scene, sceneOf } from './support';

const manifest = (more = ''): string =>
  `=== strata.yaml\nversion: 1\nsystems:\n  a:\n    template: p/a.j2\n    dialect: jinja\n    includes: shared\n${more}`;

const FAMILY = `${manifest('    slots: { who: { sample: Ada }, extra: { sample: 1 } }\n')}=== p/a.j2
{% extends 'base.j2' %}{% from 'macros.j2' import card %}{% import 'macros.j2' as m %}
{% block body %}Hi {{ card(who) }} {% include 'deep/b.j2' %}{{ m.card('q') }}{% endblock %}
=== p/base.j2
BASE {% block body %}{% endblock %} END
=== shared/macros.j2
{% macro card(n) %}[{{ n }}]{% endmacro %}
=== p/deep/b.j2
B {{ extra }}{% include ['lost', 'c.j2'] %}{% include 'gone' ignore missing %}
=== p/deep/c.j2
C`;

const found = (scene: Scene, code?: string): readonly string[] =>
  scene.files.flatMap(({ path }) =>
    scene.snapshot
      .findings(`file:///w/${path}`)
      .filter((finding) => code === undefined || finding.code === code)
      .map(({ span, message }) => `${path} ${scene.text(path).slice(span.start, span.end)}: ${message}`),
  );

const segmentsOf = (scene: Scene): readonly (readonly [text: string, place: string])[] => {
  const [system] = scene.snapshot.systems;
  assert.ok(system);
  const rendered = scene.snapshot.rendered(system, scene.snapshot.shown(system));
  return rendered.messages.flatMap((message) =>
    message.blocks.flatMap((block) =>
      block.segments.map(({ text, source }) => [
        text,
        `${source.uri.slice('file:///w/'.length)}: ${scene.text(source.uri.slice('file:///w/'.length)).slice(source.span.start, source.span.end)}`,
      ]),
    ),
  );
};

describe('a text that extends, imports and includes', () => {
  test('every piece is known in the file that it stands in', async () => {
    const scene = await sceneOf(FAMILY);
    assert.deepEqual(segmentsOf(scene), [
      ['BASE ', 'p/base.j2: BASE '],
      ['Hi ', 'p/a.j2: Hi '],
      ['[', 'shared/macros.j2: ['],
      ['Ada', 'shared/macros.j2: {{ n }}'],
      [']', 'shared/macros.j2: ]'],
      [' ', 'p/a.j2:  '],
      ['B ', 'p/deep/b.j2: B '],
      ['1', 'p/deep/b.j2: {{ extra }}'],
      ['C', 'p/deep/c.j2: C'],
      ['[', 'shared/macros.j2: ['],
      ['q', 'shared/macros.j2: {{ n }}'],
      [']', 'shared/macros.j2: ]'],
      [' END', 'p/base.j2:  END'],
    ]);
    assert.deepEqual(found(scene), []);
  });

  test('each name is a link to the file that it leads to', async () => {
    const scene = await sceneOf(FAMILY);
    const links = (path: string): readonly string[] =>
      documentLinks(scene.snapshot, `file:///w/${path}`).map(
        ({ range, target }) => `${scene.at(`file:///w/${path}`, range)} → ${target?.slice('file:///w/'.length)}`,
      );
    assert.deepEqual(links('p/a.j2'), [
      'p/a.j2: base.j2 → p/base.j2',
      'p/a.j2: macros.j2 → shared/macros.j2',
      'p/a.j2: macros.j2 → shared/macros.j2',
      'p/a.j2: deep/b.j2 → p/deep/b.j2',
    ]);
    assert.deepEqual(links('p/deep/b.j2'), ['p/deep/b.j2: c.j2 → p/deep/c.j2']);
  });

  test('the definition of a name is its file', async () => {
    const scene = await sceneOf(FAMILY.replace("import 'macros.j2' as", "import 'mac‸ros.j2' as"));
    const { uri, position } = cursorIn(scene);
    assert.deepEqual(
      definition(scene.snapshot, uri, position).map(({ targetUri }) => targetUri),
      ['file:///w/shared/macros.j2'],
    );
  });
});

describe('the definition of a macro and of a block', () => {
  const leadsTo = async (fixture: string): Promise<readonly string[]> => {
    const scene = await sceneOf(fixture);
    const { uri, position } = cursorIn(scene);
    return definition(scene.snapshot, uri, position).map(({ targetUri, targetRange }) =>
      scene.at(targetUri, targetRange),
    );
  };

  test('of an imported macro, by its name or by another one', async () => {
    const macro = ['shared/macros.j2: card'];
    assert.deepEqual(await leadsTo(FAMILY.replace('{{ card(who)', '{{ ca‸rd(who)')), macro);
    assert.deepEqual(await leadsTo(FAMILY.replace('m.card', 'm.ca‸rd')), macro);
    const renamed = FAMILY.replace('import card %}', 'import card as box %}').replace('{{ card(who)', '{{ bo‸x(who)');
    assert.deepEqual(await leadsTo(renamed), macro);
  });
  test('of a block in the text that is extended', async () => {
    assert.deepEqual(await leadsTo(FAMILY.replace('block body %}Hi', 'block bo‸dy %}Hi')), [
      'p/a.j2: body',
      'p/base.j2: body',
    ]);
  });
  test('a slot is a slot, and a word of the text is nothing', async () => {
    assert.deepEqual(await leadsTo(FAMILY.replace('card(who)', 'card(w‸ho)')), ['strata.yaml: who']);
    assert.deepEqual(await leadsTo(FAMILY.replace('%}Hi ', '%}Hi ca‸rd ')), []);
  });
});

describe('what is not there, and what leads back to itself', () => {
  test('a text that is missing, with the paths tried and the way to the tag', async () => {
    const scene = await sceneOf(
      `${manifest()}=== p/a.j2\n{% include 'b.j2' %}\n=== shared/b.j2\n{% import 'gone.j2' as g %}\n`,
    );
    assert.deepEqual(found(scene, 'file.missing'), [
      'shared/b.j2 gone.j2: gone.j2 does not exist, so the engine stops here, on the way a.j2 → b.j2; looked for shared/gone.j2. Correct the name, or create the file.',
    ]);
  });

  for (const [name, a, b] of [
    ['extends', "A{% extends 'b.j2' %}", "B{% extends 'a.j2' %}"],
    ['include', "A{% include 'b.j2' %}", "B{% include 'a.j2' %}"],
    ['imports', "A{% import 'b.j2' as b %}", "B{% from 'a.j2' import x %}"],
  ] as const) {
    test(`${name}: the finding tells the way, and the preview says where it stops`, async () => {
      const scene = await sceneOf(`${manifest()}=== p/a.j2\n${a}\n=== p/b.j2\n${b}\n`);
      const verb = name === 'include' ? 'includes' : name;
      assert.deepEqual(found(scene), [
        `p/a.j2 b.j2: p/a.j2 ${verb} p/b.j2, which ${verb} p/a.j2 again, so the engine never comes to an end. Take one of these tags out.`,
        `p/b.j2 a.j2: p/b.j2 ${verb} p/a.j2, which ${verb} p/b.j2 again, so the engine never comes to an end. Take one of these tags out.`,
      ]);
      const [system] = scene.snapshot.systems;
      assert.ok(system);
      const { problems } = scene.snapshot.rendered(system, scene.snapshot.shown(system));
      assert.deepEqual(
        problems.map(({ message, place }) => [message, scene.text('p/b.j2').slice(place.span.start, place.span.end)]),
        [
          [
            '`a.j2` → `b.j2` → `a.j2`: these texts bring each other in without end, so Jinja fails: RecursionError: maximum recursion depth exceeded.',
            b.slice(1),
          ],
        ],
      );
    });
  }

  test('a text that comes to itself in a condition is no cycle', async () => {
    assert.deepEqual(
      found(await sceneOf(`${manifest()}=== p/a.j2\nA{% if deep %}{% include 'a.j2' %}{% endif %}\n`), 'file.cycle'),
      [],
    );
  });
});
