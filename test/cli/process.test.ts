// `strata` as it is shipped: a process with its exit code, its streams and whoever reads them.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { foldersHere, programs, run } from '../support/processes';

const folder = foldersHere();

const MANIFEST = 'version: 1\nsystems:\n  a: { template: a.prompt, dialect: single-brace, model: gpt-4o }\n';
const project = (template: string): string => folder({ 'strata.yaml': MANIFEST, 'a.prompt': template });
const strata = async (args: readonly string[], place: string, input?: string) => run(programs.cli, args, place, input);

test('findings go to standard output, and an error is exit code 1', async () => {
  const { code, out, err } = await strata(['check'], folder({ 'a.prompt': Uint8Array.from([0x48, 0xff]) }));
  assert.equal(code, 1);
  assert.match(out, /^a\.prompt:1:2 {2}error /);
  assert.match(err, /^strata: a\.prompt belongs to no system/);
});

test('what cannot be run is one line on standard error, and exit code 2', async () => {
  const ended = await strata(['chek'], project('Hi\n'));
  assert.deepEqual(ended, { code: 2, out: '', err: 'strata: there is no command chek; did you mean check?\n' });
});

test('the version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  assert.deepEqual(await strata(['--version'], project('Hi\n')), { code: 0, out: `${version}\n`, err: '' });
});

test('tokens are counted with the vocabulary beside the program', async () => {
  const { code, out } = await strata(['tokens', '--format', 'json'], project('Hello there.\n'));
  assert.equal(code, 0);
  assert.match(out, /"exact": true/);
});

test('standard input is read', async () => {
  const { code, out } = await strata(['locate', '--format', 'json'], project('Hello there.\n'), 'Hello there.\n');
  assert.equal(code, 0);
  assert.match(out, /"a\.prompt"/);
});

test('a reader that stops early is no failure', async () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i}.prompt`, 'Hel\u00adlo\n'.repeat(60)]));
  const child = spawn(process.execPath, [programs.cli, 'check'], { cwd: folder(many), stdio: 'pipe' });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const code = await new Promise((done) => child.once('close', done));
  assert.equal(code, 0);
  assert.doesNotMatch(err, /EPIPE/);
});
