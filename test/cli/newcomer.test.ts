// The command line as somebody meets it who has not read about it: what is there, what is not, and what is in the way.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type Ended, foldersHere, programs, run } from '../support/processes';

const { cli } = programs;
const folder = foldersHere();

const refused = (ended: Ended, message: string): void =>
  assert.deepEqual(ended, { code: 2, out: '', err: `strata: ${message}\n` });

const MANIFEST = `version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    slots: { page: {} }
  shop:
    template: shop.prompt
    dialect: single-brace
    slots: { item: {} }
`;
const project = {
  'strata.yaml': MANIFEST,
  'desk.prompt': 'You help at the desk. Be brief and kind.\n{page}\n',
  'shop.prompt': 'You sell things in the shop. Name the price first.\n{item}\n',
};

describe('help', () => {
  test('of a command, however it is asked for', async () => {
    const place = folder({});
    const { out } = await run(cli, ['check', '--help'], place);
    assert.match(out, /^usage: strata check /);
    for (const args of [
      ['help', 'check'],
      ['--help', 'check'],
      ['check', '-h'],
    ])
      assert.deepEqual(await run(cli, args, place), { code: 0, out, err: '' });
  });

  test('of all, for what is no command', async () => {
    const { code, out } = await run(cli, ['help', 'chek'], folder({}));
    assert.equal(code, 0);
    assert.match(out, /^usage: strata <command>/);
  });
});

describe('arguments that are too many or empty', () => {
  test('are told with what the command takes', async () => {
    const place = folder(project);
    refused(await run(cli, ['explain', 'a', 'b'], place), 'explain takes one code, and here is b');
    refused(await run(cli, ['render', '.', 'b'], place), 'render takes one path, and here is b');
    refused(await run(cli, ['init', '.', 'b'], place), 'init takes one folder, and here is b');
    refused(await run(cli, ['lsp', 'b'], place), 'lsp takes no path, and here is b');
    refused(await run(cli, ['init', 'desk.prompt'], place), 'init takes a folder, and desk.prompt is a file');
    refused(await run(cli, ['check', ''], place), 'a path is empty; the current folder is .');
  });
});

describe('templates of an engine that no manifest names', () => {
  test('are checked where an editor knows them by their names', async () => {
    const place = folder({ 'prompts/ask.j2': 'Hello {{ name\n', 'pages/index.j2': 'Hello {{ name\n' });
    for (const args of [['check'], ['check', 'prompts'], ['check', 'prompts/ask.j2']]) {
      const { code, out } = await run(cli, args, place);
      assert.equal(code, 1, args.join(' '));
      assert.match(
        out,
        /^prompts\/ask\.j2:1:7 {2}error .*Jinja.* syntax\.unclosed\n\n1 error, 0 warnings in 1 file\n$/,
      );
    }
  });

  test('are read as what their names say, not as what they look like', async () => {
    const place = folder({ 'prompts/ask.mustache': 'Hello {{#if name}}you{{/if}}.\n' });
    assert.match((await run(cli, ['check'], place)).out, /Mustache/);
  });
});

describe('what cannot be read', () => {
  test('a file that was named', async () => {
    const place = folder(project);
    symlinkSync('b.prompt', join(place, 'a.prompt'));
    symlinkSync('a.prompt', join(place, 'b.prompt'));
    refused(
      await run(cli, ['check', 'a.prompt'], place),
      'a.prompt cannot be read: its symbolic links run in a circle',
    );
    refused(await run(cli, ['check', 'c.prompt'], place), 'there is no file or folder c.prompt');
    refused(await run(cli, ['check', 'desk.prompt/x'], place), 'there is no file or folder desk.prompt/x');
  });

  test('files in a folder are told and not counted, and the others are checked', async () => {
    const place = folder(project);
    symlinkSync('b.prompt', join(place, 'a.prompt'));
    symlinkSync('a.prompt', join(place, 'b.prompt'));
    symlinkSync('nowhere', join(place, 'c.prompt'));
    execFileSync('mkfifo', [join(place, 'd.prompt')]);
    const { code, out, err } = await run(cli, ['check'], place);
    assert.equal(code, 0);
    assert.match(out, /in 3 files\n$/);
    assert.equal(
      err,
      [
        'a.prompt cannot be read and is not checked: its symbolic links run in a circle',
        'b.prompt cannot be read and is not checked: its symbolic links run in a circle',
        'c.prompt cannot be read and is not checked: it is gone',
      ]
        .map((line) => `strata: ${line}\n`)
        .join(''),
    );
  });

  test('a folder behind a link is checked when it is named, and passed over when it is not', async () => {
    const place = folder({ 'real/x.prompt': 'Hello {name}.\n', 'real/strata.yaml': MANIFEST });
    mkdirSync(join(place, 'work'));
    symlinkSync('../real', join(place, 'work/prompts'));
    const named = await run(cli, ['check', 'prompts', '--format', 'json'], join(place, 'work'));
    assert.equal(JSON.parse(named.out).summary.files, 2);
    const unasked = await run(cli, ['check', '--format', 'json'], join(place, 'work'));
    assert.equal(JSON.parse(unasked.out).summary.files, 0);
  });
});

describe('strata locate without --system', () => {
  test('takes the system that has most of the prompt', async () => {
    const place = folder(project);
    const sent = 'You sell things in the shop. Name the price first.\nA lamp\n';
    const { code, out, err } = await run(cli, ['locate', '--format', 'json'], place, sent);
    const { system } = JSON.parse(out) as { readonly system: string };
    assert.deepEqual([code, err, system], [0, '', 'shop']);
  });

  test('tells when others have as much of it', async () => {
    const place = folder({ ...project, 'shop.prompt': project['desk.prompt'].replace('{page}', '{item}') });
    const { code, out, err } = await run(cli, ['locate'], place, 'You help at the desk. Be brief and kind.\nPage 1\n');
    assert.equal(code, 0);
    assert.match(out, /^desk/);
    assert.equal(err, 'strata: as much of it stands in shop; --system takes one of them\n');
  });

  test('finds nothing in any of them', async () => {
    const { code, out, err } = await run(cli, ['locate'], folder(project), 'Something else.\n');
    assert.deepEqual([code, err], [1, '']);
    assert.match(out, /0 characters of text/);
  });
});
