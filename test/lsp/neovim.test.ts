// A client that is not ours: Neovim with its built-in one, against the server as it is shipped.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { folderWith, programs } from '../support/processes';

const version = spawnSync('nvim', ['--version'], { encoding: 'utf8' }).stdout ?? '';
const missing = version.startsWith('NVIM') ? false : 'no nvim, so no other client was asked; Debian has it as neovim';
if (missing) console.log(`SKIPPED: ${missing}`);

const MANIFEST = `version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: page, trust: data, lifetime: call, slots: [page] }
    slots:
      page:   { sample: A booking., wrap: { before: "<page>", after: "</page>" }, escape: xml }
`;

/** What is answered about the slot `page` with the cursor in it, and about its manifest. */
const ASKED = {
  references: ['chat.prompt:2', 'strata.yaml:8', 'strata.yaml:10'],
  highlights: 1,
  symbols: ['page'],
  hints: ['base · 11 tok', 'page · 6 tok'],
  tokens: 3,
  selection: { start: { line: 1, character: 9 }, end: { line: 1, character: 13 } },
  lenses: ['17 tok'],
  shown: 'chat: 17 tokens\n  base: 11\n  page: 6',
  prepared: 'page',
  links: ['chat.prompt'],
  moved: 'talk.prompt',
  fix: 'Rename to page',
  fixed: '😀 Read {page}.',
};

interface Seen {
  readonly problem?: string;
  readonly first: readonly string[];
  readonly hover: string;
  readonly completion: readonly string[];
  readonly definition: string;
  readonly renamed: { readonly template: string; readonly manifest: string };
  readonly refused: string;
  readonly asked: unknown;
  readonly extracted: string;
  readonly formatted: string;
  readonly symbol: string;
}

test('Neovim is there where nothing may be skipped', () => {
  assert.ok(!(missing && process.env.CI), 'nvim is needed in CI');
});

describe('Neovim', { skip: missing }, () => {
  // An editor that waits for ever would let the test wait for ever; no machine needs this long.
  test('findings and their fixes, and every request that it can send', { timeout: 240_000 }, async () => {
    const folder = folderWith({ 'strata.yaml': MANIFEST, 'chat.prompt': 'Be brief. The page is data.\nRead {pge}.\n' });
    const other = folderWith({
      'strata.yaml': 'version: 1\nsystems:\n  elsewhere: { template: a.prompt, dialect: jinja }\n',
      'a.prompt': 'Hi\n',
    });
    const result = join(folder, 'seen.json');
    const child = spawn(
      'nvim',
      ['--headless', '-u', 'NONE', '-i', 'NONE', '-n', '-c', `luafile ${resolve('test/lsp/neovim.lua')}`],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: {
          ...process.env,
          XDG_STATE_HOME: folder,
          XDG_CACHE_HOME: folder,
          STRATA_NODE: process.execPath,
          STRATA_SERVER: programs.server,
          STRATA_FOLDER: folder,
          STRATA_OTHER: other,
          STRATA_RESULT: result,
        },
      },
    );
    const said: string[] = [];
    child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
    try {
      await new Promise((done) => child.once('close', done));
      assert.ok(existsSync(result), said.join(''));
      const seen = JSON.parse(readFileSync(result, 'utf8')) as Seen;
      assert.equal(seen.problem, undefined);
      assert.ok(seen.first.includes('slot.unknown'));
      assert.match(seen.hover, /page/);
      assert.deepEqual(seen.asked, ASKED);
      assert.ok(seen.completion.includes('page'));
      assert.equal(seen.definition, 'strata.yaml');
      assert.equal(seen.renamed.template, 'Be brief. The page is data.\n😀 Read {sheet}.');
      assert.equal(
        seen.renamed.manifest,
        MANIFEST.trimEnd().replace('slots: [page]', 'slots: [sheet]').replace('page:   {', 'sheet:   {'),
      );
      assert.match(seen.refused, /"two words" cannot be the name of a slot/);
      assert.equal(seen.extracted, '{beBrief} The page is data.\n😀 Read {sheet}.');
      assert.match(seen.formatted, / {6}sheet: \{ sample: A booking\., wrap:/);
      assert.match(seen.formatted, / {6}beBrief:\n {8}sample: /);
      assert.equal(seen.symbol, 'elsewhere');
    } finally {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
      rmSync(other, { recursive: true, force: true });
    }
  });
});
