// The extension as people get it: what is in it, and that this is enough.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { before, test } from 'node:test';
import { encodings } from '../../server/src/tokens/encodings/index.generated';
import { unzip } from './zip';

const { name, publisher, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const vsix = resolve('out', `${name}-${version}.vsix`);
const folder = resolve('out/packed');
/** Named as VS Code names the folder of an extension that it has installed. */
const installed = join(folder, `${publisher}.${name}-${version}`);
let files: ReadonlyMap<string, Buffer> = new Map();

const script = (path: string, ...args: string[]) =>
  spawnSync(process.execPath, ['scripts/run.mjs', path, ...args], { encoding: 'utf8' });

before(() => {
  const { status, stdout, stderr } = script('scripts/package.ts');
  assert.equal(status, 0, `${stdout}${stderr}`);
  files = unzip(readFileSync(vsix));
  rmSync(folder, { recursive: true, force: true });
  for (const [path, content] of files) {
    if (!path.startsWith('extension/')) continue;
    const target = join(installed, path.slice('extension/'.length));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
});

test('it holds what it needs, and nothing else', () => {
  assert.deepEqual(
    [...files.keys()]
      .filter((path) => path.startsWith('extension/'))
      .map((path) => path.slice('extension/'.length))
      .sort(),
    [
      'LICENSE.txt',
      'changelog.md',
      'client/media/icon.png',
      'client/media/icon.svg',
      'client/media/preview-dark.svg',
      'client/media/preview-light.svg',
      ...readdirSync('client/media/walkthrough').map((picture) => `client/media/walkthrough/${picture}`),
      'dist/client.js',
      ...encodings.map(({ asset }) => `dist/${asset}`),
      'dist/launch.js',
      'dist/panel.css',
      'dist/panel.js',
      'dist/server.js',
      'dist/third-party-notices.txt',
      'dist/token-worker.js',
      ...readdirSync('docs/rules').map((page) => `docs/rules/${page}`),
      'docs/strata.schema.json',
      'l10n/bundle.l10n.json',
      'package.json',
      'package.nls.json',
      'readme.md',
      ...readdirSync('snippets').map((name) => `snippets/${name}`),
      ...readdirSync('syntaxes').map((name) => `syntaxes/${name}`),
    ].sort(),
  );
});

test('its README shows no picture that is not in it', () => {
  const readme = String(files.get('extension/readme.md'));
  assert.match(readme, /^# Strata\n/);
  assert.doesNotMatch(readme, /!\[/);
  assert.match(readFileSync('README.md', 'utf8'), /^!\[[^\]]+\]\(docs\/images\/editor\.png\)$/m);
});

test('it is not larger than 3 MB', () => {
  assert.ok(statSync(vsix).size <= 3 * 1024 * 1024, `${statSync(vsix).size} bytes`);
});

test('every file that its package.json names is there', () => {
  // The command line comes with npm, not with the extension.
  const { bin, icon, ...manifest } = JSON.parse(String(files.get('extension/package.json')));
  assert.deepEqual(bin, { strata: './dist/cli.js' });
  const named = [...pathsIn(manifest), icon].map((path) => posix.join('extension', path));
  assert.ok(named.length > 5);
  // `l10n` names a folder.
  assert.deepEqual(
    named.filter((path) => !files.has(path) && ![...files.keys()].some((file) => file.startsWith(`${path}/`))),
    [],
  );
});

test('it works in VS Code', (context) => {
  const where = ['--extension', installed, '--output', 'out/e2e-packed'];
  const { status, stdout, stderr } = script('scripts/vscode/run.ts', ...where, 'smoke');
  if (status === 2 && !process.env.CI) return context.skip(stderr.trim());
  assert.equal(status, 0, `${stdout}${stderr}`);
  assert.match(stdout, /✔ smoke: the preview and the hints are there/);
});

/** Every value of a JSON text that is a path of the package. */
function pathsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('./') ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(pathsIn) : [];
}
