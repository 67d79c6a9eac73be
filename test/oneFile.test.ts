// The law of the house: a rule, a dialect, an encoding, a command, a refactoring, a format of another tool is one new file.
// In a copy of the project such files are added and taken away again; `npm run generate` does the rest.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ensureVocabulary, vocabularyCache } from '../scripts/vocabulary';
import { isWhole } from './support/effort';
import { shownFile } from './support/pages';

/** What is copied: the sources, and whatever is generated from them or read by a generator. */
const COPIED = ['client', 'server', 'scripts', 'test/support', 'docs', 'syntaxes', 'l10n', vocabularyCache];
const PAGES = ['README.md', 'package.json', 'package.nls.json'];

interface Addition {
  readonly path: string;
  readonly text: string;
  /** Where it is listed then, with what stands there. */
  readonly listed: readonly (readonly [path: string, text: string])[];
}

const additions: readonly Addition[] = [
  {
    path: 'server/src/rules/textFiller.ts',
    text: shownFile('rule'),
    listed: [
      ['server/src/model/codes.generated.ts', "  'text.filler',\n"],
      ['docs/strata.schema.json', '"text.filler"'],
      ['docs/rules/README.md', '| [text.filler](text.filler.md) | warning | Filler text that would be sent | yes |'],
      ['docs/rules/text.filler.md', '# Filler text that would be sent'],
    ],
  },
  {
    path: 'server/src/syntax/dialects/double-angle.ts',
    text: shownFile('dialect'),
    listed: [
      ['server/src/model/dialects.generated.ts', "  'double-angle',\n"],
      ['docs/strata.schema.json', '"double-angle"'],
      ['docs/dialects.md', '## double-angle'],
      ['syntaxes/double-angle.generated.tmLanguage.json', '"text.prompt-template.double-angle"'],
      ['package.json', '"id": "prompt-template-double-angle"'],
      ['package.json', '"./syntaxes/double-angle.generated.tmLanguage.json"'],
      ['package.json', '[prompt-template-double-angle]'],
    ],
  },
  {
    path: 'server/src/tokens/encodings/p50kBase.ts',
    text: `import type { Encoding } from '../encoding';
import { encoding as cl100k } from './cl100kBase';

export const encoding: Encoding = {
  ...cl100k,
  id: 'p50k_base',
  asset: 'p50k_base.bin',
  sha256: '94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069',
};
`,
    listed: [
      ['server/src/tokens/encodings/index.generated.ts', '  p50kBase,\n'],
      ['docs/models.md', '`p50k_base`'],
    ],
  },
  {
    path: 'client/src/commands/copyKeys.ts',
    text: `import { env } from 'vscode';
import { type CommandFeature, inFileMenu } from './command';

export const command: CommandFeature = {
  id: 'strata.copyKeys',
  title: "Copy the Systems' Keys",
  icon: '$(key)',
  menus: [inFileMenu(9)],
  key: { key: 'Ctrl+Alt+F9', mac: 'Cmd+Alt+F9', when: 'strata.hasSystems' },
  run: ({ scope }) => env.clipboard.writeText(scope.systems.map(({ key }) => key).join(' ')),
};
`,
    listed: [
      ['client/src/commands/index.generated.ts', '  copyKeys,\n'],
      ['package.json', '"title": "%commands.copyKeys%"'],
      ['package.json', '"key": "ctrl+alt+f9"'],
      ['package.json', '"group": "1_strata@9"'],
      ['package.nls.json', '"commands.copyKeys": "Copy the Systems\' Keys"'],
      ['README.md', "| Copy the Systems' Keys | `Ctrl+Alt+F9` |"],
    ],
  },
  {
    path: 'server/src/cli/commands/nothing.ts',
    text: `import type { CliCommand } from '../command';

export const command: CliCommand = {
  name: 'nothing',
  summary: 'Do nothing.',
  usage: '',
  options: {},
  run: async () => 0,
};
`,
    listed: [
      ['server/src/cli/commands/index.generated.ts', '  nothing,\n'],
      ['docs/commands.md', '## strata nothing'],
    ],
  },
  {
    path: 'server/src/model/providers/bare.ts',
    text: `import type { Provider } from './provider';

export const provider: Provider = {
  title: 'Bare prompts',
  files: ['*.bare'],
  reads: 'the whole file',
  read: () => undefined,
};
`,
    listed: [
      ['client/src/providedFiles.generated.ts', "{ files: ['*.bare'] }"],
      ['package.json', '"workspaceContains:**/*.bare"'],
      ['docs/providers.md', '| Bare prompts | `*.bare` | the whole file |'],
    ],
  },
  {
    path: 'server/src/features/actions/shout.ts',
    text: `import type { Action } from './action';

export const action: Action = {
  id: 'shout',
  kind: 'refactor.rewrite.shout',
  offers: () => [],
  perform: async () => ({ edits: [] }),
};
`,
    listed: [['server/src/features/actions/index.generated.ts', '  shout,\n']],
  },
];

let copy = '';
before(async () => {
  await ensureVocabulary(vocabularyCache);
  copy = mkdtempSync(join('out', 'one-file-'));
  for (const path of [...COPIED, ...PAGES]) cpSync(path, join(copy, path), { recursive: true });
});
after(() => rmSync(copy, { recursive: true, force: true }));

function generate(...options: string[]): void {
  const args = ['scripts/run.mjs', 'scripts/generate.ts', ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  assert.equal(status, 0, `${stdout}${stderr}`);
}

const read = (path: string): string => readFileSync(join(copy, path), 'utf8');

/** Every file of the copy but what running the scripts leaves there. */
function files(): Record<string, string> {
  const all = readdirSync(copy, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !/^out\b/.test(path) && statSync(join(copy, path)).isFile(),
  );
  return Object.fromEntries(all.map((path) => [path, readFileSync(join(copy, path), 'latin1')]));
}

test('what is added as one file is listed everywhere, and what is taken away nowhere', () => {
  generate();
  const untouched = files();
  for (const { path, text } of additions) writeFileSync(join(copy, path), text);
  generate();
  for (const { path, listed } of additions)
    for (const [place, text] of listed) assert.ok(read(place).includes(text), `${place} lists nothing of ${path}`);
  if (isWhole) generate('--check');
  for (const { path } of additions) rmSync(join(copy, path));
  generate();
  assert.deepEqual(files(), untouched);
});
