// Writes what is generated from the sources: node scripts/run.mjs scripts/generate.ts [--check]
//
// Every file of scripts/generate/ that exports `generate` is asked for its files. With --check nothing is written: stale
// files are named, and the exit code is 1.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { GENERATED } from './docs/markdown';
import { generate as generateRegistries } from './generate/registries';

/** Text of each generated file, by its path from the root of the project. */
export type Generated = ReadonlyMap<string, string>;

const check = process.argv.includes('--check');
const stale: string[] = [];
const made = new Set<string>();

// Each step is bundled when the one before it stands: the ids are read from the registries, the shapes of the manifest know
// the ids, and all pages are made from them.
const STEPS = ['registries', 'ids', 'shapes'];
settle(await generateRegistries());
for (const step of [['ids'], ['shapes'], otherGenerators()])
  for (const generate of await loaded(step)) settle(await generate());
removeLeftOver();

if (check && stale.length > 0) {
  console.error(`Stale; run \`npm run generate\`:\n${stale.map((path) => `  ${path}`).join('\n')}`);
  process.exit(1);
}
console.log(
  stale.length === 0
    ? 'Generated files are fresh.'
    : `Written or removed:\n${stale.map((path) => `  ${path}`).join('\n')}`,
);

function settle(files: Generated): void {
  for (const [path, text] of files) {
    made.add(path);
    if (textOf(path) === text) continue;
    stale.push(path);
    if (check) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** What was generated from a file that is gone. */
function removeLeftOver(): void {
  for (const folder of new Set([...made].map((path) => dirname(path)))) {
    for (const name of readdirSync(folder)) {
      const path = folder === '.' ? name : `${folder}/${name}`;
      if (made.has(path) || !isGenerated(path)) continue;
      stale.push(path);
      if (!check) rmSync(path);
    }
  }
}

function isGenerated(path: string): boolean {
  return /\.generated\./.test(path) || (path.endsWith('.md') && textOf(path)?.startsWith(GENERATED) === true);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  } catch {
    return undefined;
  }
}

function otherGenerators(): string[] {
  const names = readdirSync('scripts/generate').map((name) => name.replace(/\.ts$/, ''));
  return names.filter((name) => !STEPS.includes(name)).sort();
}

/** What the files of scripts/generate/ with these names generate; one that generates nothing serves the others. */
async function loaded(names: readonly string[]): Promise<(() => Promise<Generated>)[]> {
  const outdir = 'out/scripts/generate';
  await build({
    entryPoints: names.map((name) => join('scripts/generate', `${name}.ts`)),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  const generators: (() => Promise<Generated>)[] = [];
  for (const name of names) {
    const module: { generate?: () => Promise<Generated> } = await import(
      pathToFileURL(join(outdir, `${name}.mjs`)).href
    );
    if (module.generate) generators.push(module.generate);
  }
  return generators;
}
