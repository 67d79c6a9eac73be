// Packs the extension into out/: node scripts/run.mjs scripts/package.ts
// What goes in is said in .vscodeignore. Over 3 MB it fails: a larger one has something in it that does not belong there.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildOnce } from './bundles';

const limit = 3 * 1024 * 1024;

await buildOnce({ production: true, log: console.log }).catch((error) => {
  // What is wrong with the sources has been printed already.
  if (!('errors' in error)) console.error(error);
  process.exit(1);
});
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
mkdirSync('out', { recursive: true });
const file = join('out', `${name}-${version}.vsix`);
const flags = [
  // The bundles hold everything; there is no repository whose address links could be made from.
  '--no-dependencies',
  '--allow-missing-repository',
  '--no-rewrite-relative-links',
  // The page of `text.secret` shows what it finds: made up, in the form of a key of this kind.
  '--allow-package-secrets',
  'github',
];
// Pictures are for readers of the repository: an extension shows those that have an address, and these have none.
const readme = 'out/package/README.md';
mkdirSync(dirname(readme), { recursive: true });
const picture = /^!\[[^\]]*\]\((?![a-z]+:)[^)]*\)\r?\n(?:\r?\n)?/gm;
writeFileSync(readme, readFileSync('README.md', 'utf8').replace(picture, ''));
// It prints the list of what it has packed.
const vsce = ['node_modules/@vscode/vsce/vsce', 'package', ...flags, '--readme-path', readme, '--out', file];
const { status } = spawnSync(process.execPath, vsce, { stdio: ['ignore', 'inherit', 'inherit'] });
if (status !== 0) process.exit(status ?? 1);
const size = statSync(file).size;
console.log(`${file}: ${(size / 1024 / 1024).toFixed(2)} MB of ${limit / 1024 / 1024} MB`);
if (size > limit) {
  console.error('The packed extension is too large.');
  process.exit(1);
}
