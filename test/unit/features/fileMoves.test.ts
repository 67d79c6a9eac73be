// Files and folders that move: in every dialect with includes, and wherever the text that includes them stands, the prompt
// is the same afterwards.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileRename } from '../../../server/src/features/fileRename';
import { addressOf, memoryWorkspace, pathOf } from '../../support/memoryWorkspace';
import { edited } from './support';

type Files = Readonly<Record<string, string>>;

/** How a dialect includes a text, and the ending that it finds by itself. */
const INCLUDES: Readonly<Record<string, readonly [tag: (name: string) => string, ending: string]>> = {
  jinja: [(name) => `{% include "${name}" %}`, ''],
  liquid: [(name) => `{% include '${name}' %}`, '.liquid'],
  handlebars: [(name) => `{{> ${name}}}`, '.hbs'],
  mustache: [(name) => `{{> ${name}}}`, '.mustache'],
  'go-template': [(name) => `{{template "${name}" .}}`, '.tmpl'],
  dotprompt: [(name) => `{{>${name}}}`, '.prompt'],
};

async function prompts(files: Files): Promise<unknown> {
  const { service } = await memoryWorkspace(files);
  const snapshot = service.workspace.snapshot();
  return snapshot.systems.map((system) => [
    snapshot.rendered(system, snapshot.shown(system)).texts,
    snapshot.findings(system.manifest.file.uri).filter(({ code }) => code.startsWith('file.')),
  ]);
}

/** The files after the edits that were asked for before the move, and after the move. */
async function moved(files: Files, from: string, to: string): Promise<Files> {
  const { service } = await memoryWorkspace(files);
  const snapshot = service.workspace.snapshot();
  const edit = fileRename(snapshot, [{ oldUri: addressOf(from), newUri: addressOf(to) }]);
  const texts = { ...files };
  for (const [uri, edits] of Object.entries(edit?.changes ?? {}))
    texts[pathOf(uri)] = edited(texts[pathOf(uri)] ?? '', edits);
  const place = (path: string): string =>
    path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [place(path), text]));
}

async function assertSame(files: Files, from: string, to: string): Promise<void> {
  assert.deepEqual(await prompts(await moved(files, from, to)), await prompts(files), `${from} to ${to}`);
}

const manifest = (dialect: string, source: string, more = ''): string =>
  `version: 1\nsystems:\n  a:\n    ${source}\n    dialect: ${dialect}\n${more}`;

for (const [dialect, [tag, ending]] of Object.entries(INCLUDES))
  for (const name of new Set([`part${ending || '.md'}`, ending === '' ? 'part.md' : 'part'])) {
    const part = `part${ending || '.md'}`;
    describe(`${dialect}, ${tag(name)}`, () => {
      test('in a file', async () => {
        const files = {
          'strata.yaml': manifest(dialect, 'template: t/main.md'),
          't/main.md': `\u{1f600} ${tag(name)}\r\n`,
          [`t/${part}`]: 'Part',
        };
        await assertSame(files, `t/${part}`, `t/${part.replace('part', 'other')}`);
        await assertSame(files, `t/${part}`, `t/deep/${part}`);
        await assertSame(files, `t/${part}`, 't/part.txt');
        await assertSame(files, 't/main.md', 'u/main.md');
        await assertSame(files, 't', 'my texts');
        await assertSame(files, 'strata.yaml', 'm/strata.yaml');
      });
      test('in a folder of includes', async () => {
        const files = {
          'strata.yaml': manifest(dialect, 'template: t/main.md', '    includes: inc\n'),
          't/main.md': tag(name),
          [`inc/${part}`]: 'Part',
        };
        await assertSame(files, 'inc', 'common');
        await assertSame(files, `inc/${part}`, `inc/deep/${part}`);
        await assertSame(files, 't/main.md', 'main.md');
      });
      for (const [where, source, host] of [
        ['a YAML file', 'template: p.yaml#chat', { 'p.yaml': `chat: |\n  Hi ${tag(name)}\n` }],
        ['a JSON file', 'template: p.json#chat', { 'p.json': JSON.stringify({ chat: `Hi ${tag(name)}` }) }],
        ['the manifest', `parts: [{ text: ${JSON.stringify(`Hi ${tag(name)}`)} }]`, {}],
      ] as const)
        test(`in a string of ${where}`, async () => {
          const files: Files = { 'strata.yaml': manifest(dialect, source), ...host, [part]: 'Part' };
          await assertSame(files, part, `d/${part.replace('part', 'other')}`);
          for (const path of Object.keys(host)) await assertSame(files, path, `q/${path}`);
        });
    });
  }
