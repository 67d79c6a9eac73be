// Refactorings of texts that are strings inside of other files: in each style in which such a string can be written, the
// file round it stays what it was, and the prompt says the same.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { codeActions, resolveCodeAction } from '../../../server/src/features/codeActions';
import { Refusal } from '../../../server/src/features/refusal';
import { dialects } from '../../../server/src/syntax/dialects/index.generated';
import { memoryWorkspace, pathOf } from '../../support/memoryWorkspace';
import { cursorIn, edited, type Scene, sceneOf } from './support';

const OPTIONS = { createsFiles: true, resolvesLate: true, invoked: true, asks: false };

/** The files after the action whose title begins so, at the cursor or over so many characters from it on. */
async function done(scene: Scene, kind: string, title: RegExp, length = 0): Promise<Record<string, string> | string> {
  const { uri, position } = cursorIn(scene);
  const lines = scene.lines(pathOf(uri));
  const end = lines.placeAt(lines.offsetAt(position) + length);
  const whatIf = (texts: ReadonlyMap<string, string>) => scene.service.whatIfAll(scene.snapshot, texts);
  const options = { ...OPTIONS, only: [kind] };
  const offered = await codeActions(scene.snapshot, uri, { start: position, end }, options, whatIf);
  const chosen = offered.find((one) => title.test(one.title));
  if (!chosen) return `not among ${offered.map((one) => one.title).join(', ')}`;
  try {
    const { edit } = await resolveCodeAction(scene.snapshot, chosen, options, whatIf);
    const out: Record<string, string> = {};
    for (const [at, edits] of Object.entries(edit?.changes ?? {}))
      out[pathOf(at)] = edited(scene.text(pathOf(at)), edits);
    for (const one of edit?.documentChanges ?? []) {
      if ('kind' in one) continue;
      const path = pathOf(one.textDocument.uri);
      out[path] = edited(out[path] ?? scene.text(path), one.edits as Parameters<typeof edited>[1]);
    }
    return out;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

async function prompts(files: Readonly<Record<string, string>>): Promise<readonly (readonly string[])[]> {
  const { service } = await memoryWorkspace(files);
  const snapshot = service.workspace.snapshot();
  return snapshot.systems.map((system) => snapshot.rendered(system, snapshot.shown(system)).texts);
}

/** How a text is written as the value of a key, indented by so much. */
const STYLES: Readonly<Record<string, (text: string, indent: string) => string>> = {
  literal: (text, indent) => `|\n${text.replace(/^(?=.)/gm, indent)}`,
  folded: (text, indent) =>
    `>\n${text
      .replaceAll('\n', '\n\n')
      .replace(/\n$/, '')
      .replace(/^(?=.)/gm, indent)}`,
  double: (text) => JSON.stringify(text),
  single: (text, indent) => `'${text.replaceAll("'", "''").replaceAll('\n', `\n\n${indent}`)}'`,
};

const layers = `    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: tools, trust: instructions, lifetime: static, starts: "## Tools" }
      - { id: page, trust: data, lifetime: call, slots: [page] }
    slots:
      name: { sample: "Ada \\"A\\" & 'B'\\n: #x" }
      page: { sample: "<p>" }
`;

type Make = (dialect: string, text: string) => string;

const PLACES: Readonly<Record<string, Make>> = {
  ...Object.fromEntries(
    Object.entries(STYLES).flatMap(([style, written]) => [
      [
        `${style} in a YAML file`,
        (dialect: string, text: string) => `=== strata.yaml
version: 1
systems:
  chat:
    template: prompts.yaml#chat
    dialect: ${dialect}
${layers}=== prompts.yaml
before: 1
chat: ${written(text, '  ')}
after: "it's"
`,
      ],
      [
        `${style} in the manifest`,
        (dialect: string, text: string) => `=== strata.yaml
version: 1
systems:
  chat:
    parts:
      - text: ${written(text, '          ')}
      - { text: "End." }
    dialect: ${dialect}
${layers}`,
      ],
    ]),
  ),
  'JSON file': (dialect, text) => `=== strata.yaml
version: 1
systems:
  chat:
    template: prompts.json#chat
    dialect: ${dialect}
${layers}=== prompts.json
{ "before": 1, "chat": ${JSON.stringify(text)}, "after": "\\u0041" }
`,
};

/** The text with its cursor, which must survive the writing. */
const bodyOf = (dialect: string, cursorAt: 'name' | 'words' | 'tools' | 'page'): string => {
  const { print } = dialects.find(({ id }) => id === dialect) ?? assert.fail(dialect);
  const slot = (name: string): string => {
    const tag = print(name);
    return cursorAt === name ? tag.replace(name, `${name.slice(0, 1)}‸${name.slice(1)}`) : tag;
  };
  const words = cursorAt === 'words' ? '‸Be "brief" & kind' : 'Be "brief" & kind';
  const tools = cursorAt === 'tools' ? '## To‸ols' : '## Tools';
  return `Hi \u{1f600} ${slot('name')}.\n${words}, it's \\ fine.\nPage: ${slot('page')}\n${tools}\nSearch first.\n`;
};

const filesOf = (scene: Scene): Record<string, string> =>
  Object.fromEntries(scene.files.map(({ path, text }) => [path, text]));

async function assertSame(scene: Scene, after: Record<string, string> | string): Promise<Record<string, string>> {
  assert.ok(typeof after === 'object', String(after));
  const before = filesOf(scene);
  assert.deepEqual(await prompts({ ...before, ...after }), await prompts(before));
  return after;
}

for (const [place, make] of Object.entries(PLACES))
  for (const [ends, eol] of [
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ] as const)
    describe(`${place}, ${ends}`, () => {
      const scene = (dialect: string, at: Parameters<typeof bodyOf>[1]): Promise<Scene> =>
        sceneOf(make(dialect, bodyOf(dialect, at)).replaceAll('\n', eol));
      const keepsBreaks = (after: Record<string, string>): void => {
        for (const [path, text] of Object.entries(after))
          if (/\.(?:yaml|json)$/.test(path) && ends === 'CRLF') assert.doesNotMatch(text, /(?<!\r)\n/, path);
      };
      test('extract to a slot', async () => {
        const from = await scene('single-brace', 'words');
        const length = place === 'JSON file' || place.startsWith('double') ? 12 : 10;
        const after = await assertSame(from, await done(from, 'refactor.extract.slot', /^Extract/, length));
        assert.match(after['strata.yaml'] ?? '', /beBrief:/);
        assert.match(Object.values(after).join('\n'), /\{beBrief\}/);
        keepsBreaks(after);
      });
      test('inline a sample', async () => {
        const from = await scene('jinja', 'name');
        const after = await assertSame(from, await done(from, 'refactor.inline.slot', /^Put the sample/));
        assert.doesNotMatch(Object.values(after).join('\n'), /\{\{ name \}\}/);
        keepsBreaks(after);
      });
      test('move a layer to a file', async () => {
        const from = await scene('jinja', 'tools');
        const after = await assertSame(from, await done(from, 'refactor.move.layer', /^Move the layer/));
        assert.match(after['tools.prompt'] ?? '', /^## Tools\n/);
        keepsBreaks(after);
        const plain = await scene('single-brace', 'tools');
        assert.match(
          String(await done(plain, 'refactor.move.layer', /^Move the layer/)),
          /^This text is a string in .*, and only a file is divided/,
        );
      });
      test('enclose a slot', async () => {
        const from = await scene('single-brace', 'page');
        const after = await done(from, 'refactor.rewrite.fence', /^Enclose/);
        assert.ok(typeof after === 'object', String(after));
        const [now] = await prompts({ ...filesOf(from), ...after });
        assert.match(now?.join('') ?? '', /^Page: <page><p><\/page>\n## Tools/m);
        keepsBreaks(after);
      });
      for (const [own, to] of [
        ['single-brace', 'jinja'],
        ['jinja', 'py-format'],
        ['handlebars', 'go-template'],
      ] as const)
        test(`${own} as ${to}`, async () => {
          const from = await scene(own === 'handlebars' ? 'dotprompt' : own, 'name');
          const after = await assertSame(from, await done(from, 'refactor.rewrite.dialect', new RegExp(` as ${to} `)));
          assert.match(after['strata.yaml'] ?? '', new RegExp(`dialect: ${to}`));
          keepsBreaks(after);
        });
    });
