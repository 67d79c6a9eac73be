// Writes what is generated from the sources: node scripts/run.mjs scripts/generate.ts [--check]
//
// Every file of scripts/generate/ that exports `generate` is asked for its files. With --check nothing is written: stale
// files are named, and the exit code is 1.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { generate as generateRegistries } from './generate/registries';

/** Text of each generated file, by its path from the root of the project. */
export type Generated = ReadonlyMap<string, string>;

const check = process.argv.includes('--check');
const stale: string[] = [];

// The registries come first, and the other generators are bundled only when they stand: those read rules and dialects
// through them.
settle(await generateRegistries());
for (const generate of await otherGenerators()) settle(await generate());

if (check && stale.length > 0) {
  console.error(`Stale; run \`npm run generate\`:\n${stale.map((path) => `  ${path}`).join('\n')}`);
  process.exit(1);
}
console.log(
  stale.length === 0 ? 'Generated files are fresh.' : `Written:\n${stale.map((path) => `  ${path}`).join('\n')}`,
);

function settle(files: Generated): void {
  for (const [path, text] of files) {
    if (textOf(path) === text) continue;
    stale.push(path);
    if (check) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  } catch {
    return undefined;
  }
}

async function otherGenerators(): Promise<(() => Promise<Generated>)[]> {
  const names = readdirSync('scripts/generate')
    .filter((name) => name.endsWith('.ts') && name !== 'registries.ts')
    .sort();
  if (names.length === 0) return [];
  const outdir = 'out/scripts/generate';
  await build({
    entryPoints: names.map((name) => join('scripts/generate', name)),
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
      pathToFileURL(join(outdir, name.replace(/\.ts$/, '.mjs'))).href
    );
    if (module.generate) generators.push(module.generate);
  }
  return generators;
}
