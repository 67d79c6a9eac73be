// Renames over templates, second copies, manifests and scenarios; what is refused, and why; how long many files take.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileRename } from '../../../server/src/features/fileRename';
import { references } from '../../../server/src/features/references';
import { prepareRename, rename } from '../../../server/src/features/rename';
import { addressOf, pathOf } from '../../support/memoryWorkspace';
import { cursorIn, edited, type Scene, sceneOf } from './support';

const MANIFEST = `version: 1
rules:
  slot.unused: { level: off, slots: [page], why: kept }
systems:
  chat:
    dialect: jinja
    parts:
      - { file: main.j2, fallback: copy.j2 }
      - { file: long.j2, when: { mode: [long, full] }, unlessEmpty: page }
      - { text: "See {{ page }}.", when: { mode: short } }
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: data, trust: data, lifetime: call, slots: [page] }
    axes:
      mode: { values: [short, long, full], default: { by: tone, map: { dry: short, warm: long } } }
      tone: [dry, warm]
    slots:
      page: { sample: a, type: json }
      page.title: { description: Its title. }
      other: { expand: true, parts: [{ text: "{{ page }} again" }, { slot: page }] }
    cache: { breakpoints: [{ after: data }], scope: { line: "[{{ page }}]", when: { mode: long } } }
    scenarios:
      one: { select: { mode: long, tone: dry }, values: { page: { title: x } } }
`;

const files = (manifest = MANIFEST): string => `=== strata.yaml
${manifest}=== main.j2
😀 {{ page.title }}{% for p in page %}{{ p }}{% endfor %} {{ other }}
=== copy.j2
{{ page.title }}{% for p in page %}{{ p }}{% endfor %} {{ other }}
=== long.j2
{% if page %}{{ page }}{% endif %}
`;

/** The fixture with a cursor before the first `where` behind `from`. */
function at(from: string, where: string, fixture = files()): string {
  const offset = fixture.indexOf(where, fixture.indexOf(from));
  assert.ok(offset >= 0, where);
  return `${fixture.slice(0, offset)}‸${fixture.slice(offset)}`;
}

/** The files after a rename that finds nothing but the old name where it writes the new one. */
async function renamed(fixture: string, newName: string): Promise<string> {
  const scene: Scene = await sceneOf(fixture);
  const { uri, position } = cursorIn(scene);
  const prepared = prepareRename(scene.snapshot, uri, position);
  assert.ok(prepared);
  const edit = rename(scene.snapshot, uri, position, newName);
  for (const [address, edits] of Object.entries(edit?.changes ?? {}))
    for (const { range } of edits) assert.equal(scene.at(address, range).split(': ')[1], prepared.placeholder);
  return rewritten(fixture, newName);
}

/** The files after a rename. */
async function rewritten(fixture: string, newName: string): Promise<string> {
  const scene: Scene = await sceneOf(fixture);
  const { uri, position } = cursorIn(scene);
  const edit = rename(scene.snapshot, uri, position, newName);
  return scene.files
    .map(({ path, text }) => `=== ${path}\n${edited(text, edit?.changes?.[addressOf(path)] ?? [])}`)
    .join('');
}

describe('a rename', () => {
  test('of a slot reaches its fields, parts, conditions, the scope line, rules and the second copy', async () => {
    const expected = files().replace(/\bpage\b/g, 'sheet');
    for (const [from, where] of [
      ['main.j2\n', 'page.title'],
      ['copy.j2\n', 'page.title'],
      ['strata.yaml', 'page], why'],
      ['strata.yaml', 'page.title'],
      ['scope', 'page }}]'],
    ] as const)
      assert.equal(await renamed(at(from, where), 'sheet'), expected, `${from} ${where}`);
  });
  test('with CRLF', async () => {
    const fixture = files().replaceAll('\n', '\r\n');
    assert.equal(
      (await renamed(at('main.j2\r\n', 'page.title', fixture), 'sheet')).replace(/=== (\S+)\n/g, '=== $1\r\n'),
      fixture.replace(/\bpage\b/g, 'sheet'),
    );
  });
  test('of a layer reaches parts, breakpoints and rules', async () => {
    const expected = files().replace('id: data', 'id: material').replace('after: data', 'after: material');
    assert.equal(await renamed(at('id: data', 'data'), 'material'), expected);
    assert.equal(await renamed(at('after: ', 'data'), 'material'), expected);
  });
  test('of a value of an axis reaches conditions, defaults and scenarios, and no value of another axis', async () => {
    const expected = files()
      .replace('[long, full]', '[big, full]')
      .replace('[short, long, full]', '[short, big, full]')
      .replace('warm: long', 'warm: big')
      .replace('{ mode: long } }', '{ mode: big } }')
      .replace('select: { mode: long', 'select: { mode: big');
    assert.equal(await renamed(at('values: [short', 'long'), 'big'), expected);
    assert.equal(await renamed(at('when: { mode: [', 'long'), 'big'), expected);
    assert.equal(await renamed(at('select: { mode: ', 'long'), 'big'), expected);
    assert.equal(
      await renamed(at('tone: [', 'dry'), 'plain'),
      files()
        .replace('{ dry: short', '{ plain: short')
        .replace('[dry, warm]', '[plain, warm]')
        .replace('tone: dry', 'tone: plain'),
    );
  });
  test('of an axis, a scenario and a system', async () => {
    assert.equal(
      await renamed(at('      tone:', 'tone'), 'manner'),
      files().replace('by: tone', 'by: manner').replace('tone: [', 'manner: [').replace('tone: dry', 'manner: dry'),
    );
    assert.equal(await renamed(at('      one:', 'one'), 'first'), files().replace('      one:', '      first:'));
    assert.equal(await renamed(at('  chat:', 'chat'), 'desk'), files().replace('  chat:', '  desk:'));
  });
  test('writes quotes where the new name needs them', async () => {
    assert.equal(
      await renamed(at('values: [short', 'long'), 'very long: so to say'),
      files()
        .replace('[long, full]', '["very long: so to say", full]')
        .replace('[short, long, full]', '[short, "very long: so to say", full]')
        .replace('warm: long', 'warm: "very long: so to say"')
        .replace('{ mode: long } }', '{ mode: "very long: so to say" } }')
        .replace('select: { mode: long', 'select: { mode: "very long: so to say"'),
    );
    assert.equal(
      await renamed(at('tone: [', 'dry'), 'bone dry'),
      files().replace('{ dry:', '{ bone dry:').replace('[dry,', '[bone dry,').replace('tone: dry', 'tone: bone dry'),
    );
    assert.equal(
      await renamed(at('id: data', 'data'), '2'),
      files().replace('id: data', 'id: "2"').replace('after: data', 'after: "2"'),
    );
    assert.equal(await renamed(at('      one:', 'one'), 'true'), files().replace('      one:', '      "true":'));
    assert.equal(
      await renamed(at('      tone:', 'tone'), '$tone'),
      files().replace('by: tone', 'by: $tone').replace('tone: [', '$tone: [').replace('tone: dry', '$tone: dry'),
    );
  });
  test('keeps the quotes that are there, and numbers as numbers', async () => {
    const fixture = `=== strata.yaml
version: 1
systems:
  chat:
    dialect: single-brace
    parts: [{ text: "x", when: { "mode": ["a\\u0062", 'c'] } }]
    axes:
      "mode": ["a\\u0062", 'c']
      level: [1, 2.5]
`;
    assert.equal(
      await rewritten(at('"mode": ["a', 'a\\u0062"', fixture), 'say "a b"'),
      fixture.replaceAll('"a\\u0062"', '"say \\"a b\\""'),
    );
    assert.equal(await renamed(at('when', "c'", fixture), "it's"), fixture.replaceAll("'c'", "'it''s'"));
    assert.equal(await renamed(at('level: [', '2.5', fixture), '30'), fixture.replace('2.5', '30'));
    assert.equal(await renamed(at('level: [', '2.5', fixture), '30.0'), fixture.replace('2.5', '"30.0"'));
  });
  test('of a slot that only the manifest fills takes any name of a slot, and its fields with it', async () => {
    const fixture = `=== strata.yaml
version: 1
systems:
  chat:
    dialect: jinja
    parts: [{ slot: the user }]
    slots: { the user: { type: json }, the user.name: { description: x }, "the user.age": {} }
    scenarios: { one: { values: { the user: { name: Ada } } } }
`;
    assert.equal(
      await renamed(at('slot: ', 'the user', fixture), 'a person'),
      fixture.replaceAll('the user', 'a person'),
    );
    assert.equal(
      await rewritten(at('slot: ', 'the user', fixture), '@me'),
      fixture
        .replaceAll('"the user.age"', '"@me.age"')
        .replace('the user.name', '"@me.name"')
        .replaceAll('the user', '"@me"'),
    );
  });
  test('is asked for the name, also with the cursor on the braces round it', async () => {
    const fixture = `=== strata.yaml\nversion: 1\nsystems: { a: { template: a.j2, dialect: jinja, slots: { name: {} } } }\n`;
    const scene = await sceneOf(`${fixture}=== a.j2\n😀 ‸{{ name }}\n`);
    const { uri, position } = cursorIn(scene);
    const prepared = prepareRename(scene.snapshot, uri, position);
    assert.equal(prepared && scene.at(uri, prepared.range), 'a.j2: name');
  });
  test('of a slot leaves one that is equal by chance alone', async () => {
    const other = '  other:\n    template: other.j2\n    dialect: jinja\n    slots: { page: {} }\n';
    const fixture = `${files(MANIFEST + other)}=== other.j2\n{{ page }}\n`;
    const after = await renamed(at('main.j2\n', 'page.title', fixture), 'sheet');
    assert.ok(after.includes('slots: { page: {} }'));
    assert.ok(after.endsWith('=== other.j2\n{{ page }}\n'));
  });
  test('of a slot of a pattern reaches every file that matches', async () => {
    const fixture = `=== strata.yaml
version: 1
systems:
  all: { template: "*.j2", dialect: jinja, slots: { name: { sample: Ada } } }
=== a.j2
{{ name }}
=== b.j2
{{ name }}
`;
    assert.equal(await renamed(at('=== a.j2\n', 'name', fixture), 'who'), fixture.replaceAll('name', 'who'));
  });
});

describe('is refused, and says why', () => {
  const cases: readonly [what: string, fixture: string, name: string, why: RegExp][] = [
    [
      'a slot with a blank that the dialect cannot write',
      at('main.j2\n', 'page'),
      'a b',
      /"a b" cannot be the name of a slot: Jinja2 cannot write it\./,
    ],
    ['a slot in braces', at('main.j2\n', 'page'), '{page}', /cannot be the name of a slot: it .* without its braces\./],
    [
      'a scenario with a blank',
      at('      one:', 'one'),
      'a b',
      /"a b" cannot be the name of a scenario: it must begin with a letter or digit and go on with letters, digits and/,
    ],
    ['a system with a slash', at('  chat:', 'chat'), 'a/b', /cannot be the name of a system/],
    [
      'a name that the dialect cannot write',
      at('main.j2\n', 'page'),
      'a-b',
      /"a-b" cannot be the name of a slot: Jinja2 cannot write it\./,
    ],
    ['the name of another slot', at('main.j2\n', 'page'), 'other', /There is a slot other in chat already/],
    ['a name that the text uses', at('main.j2\n', 'other'), 'page', /already/],
    ['the name of another layer', at('id: data', 'data'), 'base', /There is a layer base in chat already/],
    ['the name of another axis', at('      tone:', 'tone'), 'mode', /There is an axis mode/],
    [
      'another value of the axis',
      at('values: [short', 'long'),
      'full',
      /There is a value full in the axis mode already/,
    ],
    ['a name that programs do not keep', at('main.j2\n', 'page'), '__proto__', /programs do not keep it as a key/],
  ];
  for (const [what, fixture, name, why] of cases)
    test(what, async () => {
      const scene = await sceneOf(fixture);
      const { uri, position } = cursorIn(scene);
      assert.throws(() => rename(scene.snapshot, uri, position, name), why);
    });
  test('what another file of another tool declares', async () => {
    const scene = await sceneOf(`=== skprompt.txt
Answer {{$ques‸tion}}
=== config.json
{ "schema": 1, "input_variables": [{ "name": "question" }] }
`);
    const { uri, position } = cursorIn(scene);
    assert.throws(() => prepareRename(scene.snapshot, uri, position), /question is declared outside of skprompt\.txt/);
    assert.throws(() => rename(scene.snapshot, uri, position, 'q'), /would not be filled any more/);
  });
  test('the file that is named, a model, a rule', async () => {
    for (const [fixture, why] of [
      [at('parts:', 'main.j2'), /renamed in the explorer/],
      [at('rules:', 'slot.unused').replace('rules:', 'rules:'), undefined],
    ] as const) {
      const scene = await sceneOf(fixture);
      const { uri, position } = cursorIn(scene);
      if (why) assert.throws(() => prepareRename(scene.snapshot, uri, position), why);
      else assert.equal(prepareRename(scene.snapshot, uri, position), null);
    }
  });
});

test('references of a value of an axis are every place that chooses it', async () => {
  const scene = await sceneOf(at('values: [short', 'long'));
  const { uri, position } = cursorIn(scene);
  assert.equal(references(scene.snapshot, uri, position, true).length, 5);
  assert.equal(references(scene.snapshot, uri, position, false).length, 4);
});

test('500 files are one edit', async () => {
  const parts = Array.from({ length: 500 }, (_, i) => `      - { file: p/${i}.j2 }\n`).join('');
  const texts = Array.from({ length: 500 }, (_, i) => `=== p/${i}.j2\n${'Some words.\n'.repeat(20)}{{ page }}\n`).join(
    '',
  );
  const fixture = `=== strata.yaml
version: 1
systems:
  chat:
    dialect: jinja
    parts:
${parts}    slots: { page: { sample: x } }
${texts}`;
  const scene = await sceneOf(at('slots: {', 'page', fixture));
  const { uri, position } = cursorIn(scene);
  const edit = rename(scene.snapshot, uri, position, 'sheet');
  assert.equal(Object.keys(edit?.changes ?? {}).length, 501);
});

describe('a file that moves', () => {
  const FIXTURE = `=== strata.yaml
version: 1
systems:
  chat: { template: prompts/main.j2, dialect: jinja, includes: shared, slots: { s: { sample: { file: data/s.txt } } } }
  mail: { template: prompts/mail.mustache, dialect: mustache, includes: [shared] }
=== prompts/main.j2
{% include "head.j2" %}{% include 'rules/all.j2' %}{{ s }}
=== prompts/head.j2
Hi
=== shared/rules/all.j2
Rules
=== shared/foot.mustache
Bye
=== prompts/mail.mustache
{{> foot}}
=== data/s.txt
x
`;
  const afterMove = async (from: string, to: string): Promise<Record<string, string>> => {
    const scene = await sceneOf(FIXTURE);
    const edit = fileRename(scene.snapshot, [{ oldUri: addressOf(from), newUri: addressOf(to) }]);
    return Object.fromEntries(
      Object.entries(edit?.changes ?? {}).map(([uri, edits]) => [pathOf(uri), edited(scene.text(pathOf(uri)), edits)]),
    );
  };
  test('takes the includes that lead to it along', async () => {
    assert.deepEqual(await afterMove('prompts/head.j2', 'prompts/parts/top.j2'), {
      'prompts/main.j2': `{% include "parts/top.j2" %}{% include 'rules/all.j2' %}{{ s }}\n`,
    });
    assert.deepEqual(await afterMove('shared/rules/all.j2', 'shared/all.j2'), {
      'prompts/main.j2': `{% include "head.j2" %}{% include 'all.j2' %}{{ s }}\n`,
    });
    assert.deepEqual(await afterMove('shared/foot.mustache', 'shared/end.mustache'), {
      'prompts/mail.mustache': '{{> end}}\n',
    });
  });
  test('a pattern follows the folder that it looks into', async () => {
    const fixture = `=== strata.yaml
version: 1
systems:
  all: { template: "texts/**/*.j2", dialect: jinja }
=== texts/a.j2
A
=== texts/deep/b.j2
B
`;
    const scene = await sceneOf(fixture);
    const after = (from: string, to: string): string | undefined => {
      const edit = fileRename(scene.snapshot, [{ oldUri: addressOf(from), newUri: addressOf(to) }]);
      const edits = edit?.changes?.[addressOf('strata.yaml')];
      return edits && edited(scene.text('strata.yaml'), edits);
    };
    assert.match(after('texts', 'my texts') ?? '', /template: "my texts\/\*\*\/\*\.j2", dialect/);
    assert.equal(after('texts/a.j2', 'texts/c.j2'), undefined);
  });
  test('a folder of includes is named in the manifest', async () => {
    const after = await afterMove('shared', 'common');
    assert.deepEqual(Object.keys(after), ['strata.yaml']);
    assert.match(after['strata.yaml'] ?? '', /includes: common, slots[\s\S]*includes: \[common\]/);
  });
  test('what it includes itself is still found', async () => {
    const after = await afterMove('prompts/main.j2', 'main.j2');
    assert.equal(after['prompts/main.j2'], `{% include "prompts/head.j2" %}{% include 'rules/all.j2' %}{{ s }}\n`);
    assert.match(after['strata.yaml'] ?? '', /template: main\.j2/);
  });
});
