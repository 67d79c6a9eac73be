// Refactorings: each is worked out late, and those that promise the same prompt are compared byte for byte.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CodeAction, TextEdit } from 'vscode-languageserver-types';
import { codeActions, resolveCodeAction } from '../../../server/src/features/codeActions';
import { Refusal } from '../../../server/src/features/refusal';
import { DIALECT } from '../../../server/src/model/dialects.generated';
import { dialects as all } from '../../../server/src/syntax/dialects/index.generated';
import { parseFixture } from '../../support/fixture';
import { addressOf, memoryWorkspace, pathOf } from '../../support/memoryWorkspace';
import { edited, type Scene, sceneOf } from './support';

const OPTIONS = { only: undefined, createsFiles: true, resolvesLate: true, invoked: true, asks: false };

const dialects = all.filter(({ id }) => DIALECT.some((known) => known === id));

interface Menu {
  readonly scene: Scene;
  readonly titles: readonly string[];
  /** The files that choosing it changes or makes, whole. */
  choose(title: RegExp): Promise<Record<string, string>>;
  action(title: RegExp): CodeAction | undefined;
  resolve(title: RegExp): Promise<CodeAction>;
}

/** What is offered for the stretch between the marks `⟦s⟧` and `⟦/⟧`, or at the cursor. */
async function menuAt(fixture: string, only?: readonly string[], more = {}): Promise<Menu> {
  const scene = await sceneOf(fixture);
  const { snapshot, service } = scene;
  const file = scene.files.find(({ marks, cursors }) => marks.length + cursors.length > 0);
  if (!file) throw new Error('nothing is marked');
  const { start, end } = file.marks[0] ?? { start: file.cursors[0] ?? 0, end: file.cursors[0] ?? 0 };
  const lines = scene.lines(file.path);
  const range = { start: lines.placeAt(start), end: lines.placeAt(end) };
  const whatIf = (texts: ReadonlyMap<string, string>) => service.whatIfAll(snapshot, texts);
  const offered = await codeActions(snapshot, addressOf(file.path), range, { ...OPTIONS, ...more, only }, whatIf);
  const action = (title: RegExp): CodeAction | undefined => offered.find((one) => title.test(one.title));
  const resolve = async (title: RegExp): Promise<CodeAction> => {
    // As before every request: what was asked for in the meantime is read.
    await service.workspace.ready();
    const found = action(title);
    assert.ok(found, `${title} is not among ${offered.map((one) => one.title).join(', ')}`);
    assert.equal(found.edit, undefined, 'nothing is worked out before it is chosen');
    return resolveCodeAction(snapshot, found, OPTIONS, whatIf);
  };
  const choose = async (title: RegExp): Promise<Record<string, string>> => filesAfter(scene, await resolve(title));
  return { scene, titles: offered.map((one) => one.title), choose, action, resolve };
}

function filesAfter(scene: Scene, { edit }: CodeAction): Record<string, string> {
  const out: Record<string, string> = {};
  const apply = (uri: string, edits: readonly TextEdit[]): void => {
    const path = pathOf(uri);
    out[path] = edited(out[path] ?? scene.text(path), edits);
  };
  for (const [uri, edits] of Object.entries(edit?.changes ?? {})) apply(uri, edits);
  for (const one of edit?.documentChanges ?? []) {
    if ('kind' in one) {
      assert.equal(one.kind, 'create');
      assert.ok(!scene.files.some(({ path }) => addressOf(path) === ('uri' in one ? one.uri : '')));
      out[pathOf('uri' in one ? one.uri : '')] = '';
    } else apply(one.textDocument.uri, one.edits as TextEdit[]);
  }
  return out;
}

/** What the first system of some files sends, in every scenario. */
async function prompts(files: Readonly<Record<string, string>>): Promise<readonly (readonly string[])[]> {
  const { service } = await memoryWorkspace(files);
  const snapshot = service.workspace.snapshot();
  return snapshot.systems.map((system) => snapshot.rendered(system, snapshot.shown(system)).texts);
}

const textsOf = (scene: Scene): Record<string, string> =>
  Object.fromEntries(scene.files.map(({ path, text }) => [path, text]));

async function assertSamePrompt(menu: Menu, after: Readonly<Record<string, string>>): Promise<void> {
  const before = textsOf(menu.scene);
  assert.deepEqual(await prompts({ ...before, ...after }), await prompts(before));
}

const manifest = (dialect: string, slots = 'name: { sample: Ada }'): string => `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: ${dialect}
    slots:
      ${slots}
`;

describe('extract to a slot', () => {
  for (const { id, print } of dialects) {
    for (const [kind, eol] of [
      ['LF', '\n'],
      ['CRLF', '\r\n'],
    ] as const) {
      test(`${id}, ${kind}: the words become the sample, and the prompt stays the same`, async () => {
        const fixture = `${manifest(id)}=== chat.prompt\nHi 😀 ${print('name')}.\n⟦s⟧Be brief & kind.⟦/⟧\nBye.\n`;
        const menu = await menuAt(fixture.replaceAll('\n', eol));
        const after = await menu.choose(/^Extract to the slot/);
        assert.match(after['strata.yaml'] ?? '', /beBriefKind: ?(?:\r?\n +sample: |\{ sample: )"?Be brief & kind\./);
        assert.doesNotMatch(after['chat.prompt'] ?? '', /brief & kind/);
        assert.match(after['chat.prompt'] ?? '', /beBriefKind/);
        await assertSamePrompt(menu, after);
      });
    }
  }
  test('the first slot of a system is declared together with those that the text holds already', async () => {
    const menu = await menuAt(`=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
=== chat.prompt
Hi {name}. ⟦s⟧Be brief.⟦/⟧
`);
    const after = await menu.choose(/^Extract/);
    assert.match(after['strata.yaml'] ?? '', / {4}slots:\n {6}beBrief: \{ sample: "Be brief\." \}\n {6}name: \{\}\n/);
    assert.equal(after['chat.prompt'], 'Hi {name}. {beBrief}\n');
  });
  test('a doubled brace is one in the sample', async () => {
    const menu = await menuAt(`${manifest('py-format')}=== chat.prompt\n{name}: ⟦s⟧use {{x}}⟦/⟧\n`);
    const after = await menu.choose(/^Extract/);
    assert.match(after['strata.yaml'] ?? '', /sample: "use \{x\}"/);
    await assertSamePrompt(menu, after);
  });
  test('is not offered over a slot, in a manifest, for nothing, or in a file of no system', async () => {
    const offered = async (fixture: string): Promise<boolean> =>
      (await menuAt(fixture)).titles.some((title) => title.startsWith('Extract'));
    assert.equal(await offered(`${manifest('jinja')}=== chat.prompt\n⟦s⟧Hi {{ name }}⟦/⟧.\n`), false);
    assert.equal(await offered(`${manifest('jinja')}=== chat.prompt\nHi ‸you {{ name }}.\n`), false);
    assert.equal(
      await offered(`${manifest('jinja').replace('version', '⟦s⟧version⟦/⟧')}=== chat.prompt\nHi.\n`),
      false,
    );
    for (const [dialect, body] of [
      ['jinja', '{% if name == "⟦s⟧pro⟦/⟧" %}x{% endif %}'],
      ['jinja', '{% set ⟦s⟧limit⟦/⟧ = 3 %}{{ name }}'],
      ['jinja', '{% if name %}x{% ⟦s⟧endif⟦/⟧ %}'],
      ['liquid', '{% assign a = "⟦s⟧pro⟦/⟧" %}{{ name }}'],
      ['handlebars', '{{#if name}}x{{⟦s⟧else⟦/⟧}}y{{/if}}'],
      ['go-template', '{{ if eq .name "⟦s⟧pro⟦/⟧" }}x{{ end }}'],
    ] as const)
      assert.equal(await offered(`${manifest(dialect)}=== chat.prompt\n${body}\n`), false, body);
    assert.equal(await offered('=== lonely.prompt\nHi ⟦s⟧you⟦/⟧ {{name}}.\n'), false);
  });
});

describe('inline a sample', () => {
  for (const dialect of dialects) {
    test(`${dialect.id}: every use becomes the text, so written that the engine leaves it alone`, async () => {
      const slots = 'name: { sample: Ada }\n      rule: { sample: "Say {\\"a\\": 1}" }';
      const tag = dialect.print('rule');
      const at = Math.ceil(tag.length / 2);
      const menu = await menuAt(
        `${manifest(dialect.id, slots)}=== chat.prompt\n${tag.slice(0, at)}‸${tag.slice(at)} ${dialect.print('name')} ${tag}\n`,
      );
      const after = await menu.choose(/^Put the sample of rule/);
      assert.equal(after['strata.yaml']?.includes('rule'), false);
      const texts = (await prompts({ ...textsOf(menu.scene), ...after }))[0];
      assert.deepEqual(texts, [
        dialect.id === 'jinja' ? 'Say {"a": 1} Ada Say {"a": 1}' : 'Say {"a": 1} Ada Say {"a": 1}\n',
      ]);
    });
  }
  test('with what the program puts round it, which vanishes where there is nothing', async () => {
    for (const [sample, sent] of [
      ['Ada', 'Hi (Ada)!'],
      ['""', 'Hi !'],
    ]) {
      const slots = `name: { sample: ${sample}, wrap: { before: "(", after: ")" } }`;
      const menu = await menuAt(`${manifest('single-brace', slots)}=== chat.prompt\nHi {na‸me}!\n`);
      const after = await menu.choose(/^Put the sample of name/);
      assert.equal(after['chat.prompt'], `${sent}\n`);
      assert.equal(after['strata.yaml']?.includes('name'), false);
    }
  });
  test('is refused, with the reason, where the slot is more than text', async () => {
    const refused = async (slots: string, text: string, more = ''): Promise<string> => {
      const menu = await menuAt(`${manifest('jinja', slots)}${more}=== chat.prompt\n${text}\n`);
      return menu.resolve(/^Put the/).then(
        () => '',
        (error: unknown) => (error instanceof Refusal ? error.message : String(error)),
      );
    };
    assert.match(await refused('name: { sample: Ada }', '{% if na‸me %}{{ name }}{% endif %}'), /decides, repeats/);
    assert.match(await refused('name: { sample: Ada }', '{{ na‸me | upper }}'), /decides, repeats/);
    assert.match(await refused('name: { sample: Ada, escape: xml }', '{{ na‸me }}'), /its value is escaped, cut/);
    assert.match(
      await refused('name: { sample: Ada }', '{{ na‸me }}', '    cache: { scope: { line: "[{{ name }}]" } }\n'),
      /the scope line/,
    );
  });
});

describe('wrap in the fence of the project', () => {
  const LAYERS = `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
    layers:
      - { id: task, trust: instructions, lifetime: static }
      - { id: data, trust: data, lifetime: call, slots: [page, other_page] }
    slots:
      page: { sample: a }
      other_page: { sample: b }
=== chat.prompt
Data:
<PAGE>
{page}
</PAGE>
`;
  test('a slot, in the manner of the others', async () => {
    const menu = await menuAt(`${LAYERS}{other‸_page}\n`, ['refactor.rewrite']);
    assert.deepEqual(await menu.choose(/^Enclose/), {
      'chat.prompt': 'Data:\n<PAGE>\n{page}\n</PAGE>\n<OTHER_PAGE>\n{other_page}\n</OTHER_PAGE>\n',
    });
  });
  test('not a breakpoint, which prints nothing', async () => {
    const cached = LAYERS.replace(
      '    slots:\n',
      '    cache: { breakpoints: [{ slot: mark, reuse: call }] }\n    slots:\n',
    );
    const menu = await menuAt(`${cached}{ma‸rk}{other_page}\n`, ['refactor.rewrite']);
    assert.deepEqual(
      menu.titles.filter((one) => one.startsWith('Enclose')),
      [],
    );
  });
  test('not a slot that has its fence', async () => {
    for (const fenced of ['<PAGE>\n{pa‸ge}\n</PAGE>', 'Page: <page>{pa‸ge}</page>', '```\n{pa‸ge}\n```']) {
      const menu = await menuAt(LAYERS.replace('<PAGE>\n{page}\n</PAGE>', fenced), ['refactor.rewrite']);
      assert.deepEqual(
        menu.titles.filter((title) => title.startsWith('Enclose')),
        [],
      );
    }
  });
  test('whole lines that are selected', async () => {
    const menu = await menuAt(`${LAYERS}One ⟦s⟧line\nand two⟦/⟧ more.\n`.replaceAll('\n', '\r\n'), [
      'refactor.rewrite',
    ]);
    assert.equal(
      (await menu.choose(/^Enclose the selected lines/))['chat.prompt']?.split('</PAGE>')[1],
      '\r\n<DATA>\r\nOne line\r\nand two more.\r\n</DATA>\r\n',
    );
  });
});

describe('another dialect', () => {
  const slots = 'name: { sample: Ada }\n      page: { sample: "<p>&amp; {x}" }';
  const from = (id: string): string => {
    const dialect = dialects.find((one) => one.id === id);
    const tag =
      dialect?.id === 'handlebars' || dialect?.id === 'mustache' ? '{{{page}}}' : (dialect?.print('page') ?? '');
    const literal = dialect?.escape('answer as {"a": [1]} & <b>.') ?? '';
    const name = dialect?.print('name').replace('name', 'na‸me') ?? '';
    return `${manifest(id, slots)}=== chat.prompt\nHi ${dialect?.id === 'handlebars' || dialect?.id === 'mustache' ? `{${name}}` : name}, ${literal}\n\n${tag}\n`;
  };
  for (const { id } of dialects)
    for (const other of dialects) {
      if (other.id === id) continue;
      test(`${id} as ${other.id}: the prompt stays the same byte for byte`, async () => {
        const menu = await menuAt(from(id), ['refactor.rewrite.dialect']);
        const after = await menu.choose(new RegExp(` as ${other.id} `));
        assert.match(after['strata.yaml'] ?? '', new RegExp(`dialect: ${other.id}\n`));
        await assertSamePrompt(menu, after);
      });
    }
  test('is refused with the line and the reason for what the other cannot say', async () => {
    const refused = async (body: string, to: string, more = ''): Promise<string> => {
      const menu = await menuAt(`${manifest('jinja', slots)}${more}=== chat.prompt\n${body}\n`, ['refactor.rewrite']);
      return menu.resolve(new RegExp(` as ${to} `)).then(
        () => '',
        (error: unknown) => (error instanceof Refusal ? error.message : String(error)),
      );
    };
    assert.match(
      await refused('{{ na‸me }}\n{% if page %}x{% endif %}', 'single-brace'),
      /^Line 2 of chat\.prompt, `\{% if page %\}`, decides or repeats/,
    );
    assert.match(await refused('{{ na‸me }} {# why #}', 'single-brace'), /^Line 1 .* is a comment/);
    assert.match(await refused('{{ na‸me | upper }}', 'single-brace'), /more than print a slot/);
    assert.match(await refused('{{ na‸me }} {name}', 'single-brace'), /would not stay the same byte for byte/);
    assert.match(
      await refused('{{ na‸me }} {{ language }}', 'single-brace'),
      /^`\{\{ language \}\}` is not a slot of chat/,
    );
    assert.match(
      await refused('{{ na‸me }}', 'single-brace', '  other:\n    template: chat.prompt\n    dialect: jinja\n'),
      /The system other reads the same texts/,
    );
  });
});

test('the menu of everything does not list every dialect', async () => {
  const { titles } = await menuAt(`${manifest('single-brace')}=== chat.prompt\n{na‸me}\n`);
  assert.deepEqual(
    titles.filter((title) => title.startsWith('Write the slots of')),
    [],
  );
});

describe('a layer in a file of its own', () => {
  const layers = (dialect: string): string => `=== strata.yaml
version: 1
systems:
  chat:
    template: prompts/chat.md
    dialect: ${dialect}
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: tools, trust: instructions, lifetime: profile, starts: "## Tools" }
      - { id: style, trust: instructions, lifetime: static, starts: "## Style" }
`;
  const body = 'You help.\n\n## Tools\nSearch first.\n\n## Style\nBe brief.\n';
  for (const { id, includeNames } of dialects) {
    for (const where of ['## Tools', '## Style']) {
      test(`${id}, ${where}: the prompt stays the same`, async () => {
        const menu = await menuAt(
          `${layers(id)}=== prompts/chat.md\n${body.replace(where, `${where.slice(0, 4)}‸${where.slice(4)}`)}`,
        );
        const after = await menu.choose(/^Move the layer/);
        const name = where.slice(3).toLowerCase();
        assert.match(after[`prompts/${name}.md`] ?? '', new RegExp(`^${where}\n`));
        assert.equal(after['prompts/chat.md']?.includes(where), false);
        if (includeNames) assert.equal(after['strata.yaml'], undefined);
        else assert.match(after['strata.yaml'] ?? '', new RegExp(`file: "?prompts/${name}\\.md"?, layer: ${name} \\}`));
        await assertSamePrompt(menu, after);
      });
    }
  }
});

describe('the level of a rule', () => {
  const FIXTURE = `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
    slots:
      name: { sample: Ada }
      spa‸re: { sample: x }
=== chat.prompt
Hi {name}.
`;
  test('is set for the slot, with a reason', async () => {
    const menu = await menuAt(FIXTURE);
    const levels = ({ titles }: Menu): readonly string[] => titles.filter((title) => /^(?:Set|Turn)/.test(title));
    const off = ['Turn slot.unused off here for the slot spare'];
    assert.deepEqual(levels(menu), off);
    assert.deepEqual(levels(await menuAt(FIXTURE, ['quickfix'])), off);
    // Whoever asks for the levels gets all of them.
    assert.deepEqual(levels(await menuAt(FIXTURE, ['quickfix.strata.level'])), [
      'Turn slot.unused off here for the slot spare',
      'Set slot.unused to info here for the slot spare',
      'Set slot.unused to warning here for the slot spare',
      'Set slot.unused to error here for the slot spare',
    ]);
    const after = await menu.choose(/^Turn slot\.unused off/);
    assert.match(
      after['strata.yaml'] ?? '',
      /rules:\n {6}slot\.unused: \{ level: off, slots: \[spare\], why: decided here; say why \}\n/,
    );
  });
  test('is that of the finding that is meant, and not of the one that ends where it begins', async () => {
    const manifest = FIXTURE.slice(0, FIXTURE.indexOf('    slots:'));
    const menu = await menuAt(
      `${manifest}    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: data, trust: data, lifetime: call, slots: [name, page] }
    slots: { name: { sample: Ada }, page: { sample: x } }
=== chat.prompt
The data: {name}⟦s⟧{page}⟦/⟧
`,
      ['quickfix.strata'],
    );
    assert.deepEqual(
      menu.titles.filter((one) => one.startsWith('Turn trust.unfenced')),
      ['Turn trust.unfenced off here for the slot page'],
    );
  });
  test('is asked for by an editor that can, together with the reason', async () => {
    const menu = await menuAt(FIXTURE, ['quickfix'], { asks: true });
    const title = /^Set slot\.unused to another level here for the slot spare …$/;
    assert.deepEqual(
      menu.titles.filter((one) => /^(?:Set|Turn)/.test(one)).map((one) => title.test(one)),
      [true],
    );
    await assert.rejects(menu.resolve(title), Refusal);
    const { scene } = menu;
    const chosen = menu.action(title);
    const data = { ...(chosen?.data as object), choice: 'info slot.unused kept: for "later"' };
    const whatIf = (texts: ReadonlyMap<string, string>) => scene.service.whatIfAll(scene.snapshot, texts);
    const action = await resolveCodeAction(scene.snapshot, { ...chosen, data } as CodeAction, OPTIONS, whatIf);
    assert.match(
      filesAfter(scene, action)['strata.yaml'] ?? '',
      /slot\.unused: \{ level: info, slots: \[spare\], why: "kept: for \\"later\\"" \}\n/,
    );
  });
  test('is offered in full where the finding is the only thing, and nothing mends it', async () => {
    const menu = await menuAt(`${manifest('jinja', 'name: {}')}=== chat.prompt\nHi {{ na‸me }}.\n`);
    assert.deepEqual(
      menu.titles.filter((one) => /^(?:Set|Turn)/.test(one)),
      [],
    );
  });
  test('joins the exception that is there', async () => {
    const menu = await menuAt(
      FIXTURE.replace('=== chat', '    rules:\n      slot.unused: { level: off, slots: [other], why: kept }\n=== chat'),
    );
    const after = await menu.choose(/^Turn slot\.unused off/);
    assert.match(after['strata.yaml'] ?? '', /slot\.unused: \{ level: off, slots: \[other, spare\], why: kept \}/);
  });
  test('comes behind the fixes, and is never preferred', async () => {
    const menu = await menuAt(FIXTURE);
    assert.match(menu.titles[0] ?? '', /^Remove the slot/);
    assert.equal(menu.action(/^Turn/)?.isPreferred, undefined);
    assert.equal(menu.action(/^Remove/)?.isPreferred, true);
    assert.deepEqual(
      menu.action(/^Turn/)?.diagnostics?.map((one) => one.code),
      ['slot.unused'],
    );
  });
});

describe('a manifest from a file', () => {
  test('is created beside it, with its layers', async () => {
    const menu = await menuAt('=== a/lonely.prompt\n# Rules\nBe kind.\n\n# Page\n{{pa‸ge}}\n');
    const after = await menu.choose(/^Create strata\.yaml/);
    assert.deepEqual(Object.keys(after), ['a/strata.yaml']);
    assert.match(
      after['a/strata.yaml'] ?? '',
      /template: lonely\.prompt\n[\s\S]*dialect: double-brace\n[\s\S]*starts: "# Page", slots: \[page\]/,
    );
  });
  test('is not offered where there is one', async () => {
    const menu = await menuAt('=== a/strata.yaml\nversion: 1\nsystems: {}\n=== a/lonely.prompt\nHi {{‸page}}\n');
    assert.equal(menu.action(/^Create/), undefined);
  });
});

test('an editor that asks only once gets the edits at once, and nothing that would be refused', async () => {
  const fixture = `${manifest('jinja')}=== chat.prompt\n{{ na‸me }}{% if name %}x{% endif %}\n`;
  const scene = await sceneOf(fixture);
  const [file] = parseFixture(fixture).filter(({ cursors }) => cursors.length > 0);
  const at = scene.lines('chat.prompt').placeAt(file?.cursors[0] ?? 0);
  const whatIf = (texts: ReadonlyMap<string, string>) => scene.service.whatIfAll(scene.snapshot, texts);
  const options = { ...OPTIONS, resolvesLate: false, only: ['refactor'] };
  const range = { start: at, end: at };
  const offered = await codeActions(scene.snapshot, addressOf('chat.prompt'), range, options, whatIf);
  assert.ok(offered.length > 0);
  assert.ok(offered.every((action) => action.edit));
});
