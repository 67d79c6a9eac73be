// The programs as they are shipped, built from the sources of this moment, so that no test runs against an old `dist`.
import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { bundles } from './bundles';
import { ensureVocabulary } from './vocabulary';

/** Where the tests find the folder of the programs. */
export const programsVariable = 'STRATA_PROGRAMS';

const WANTED: ReadonlySet<string> = new Set([
  'dist/cli.js',
  'dist/server.js',
  'dist/launch.js',
  'dist/token-worker.js',
]);

/** Builds the programs into a folder of this process, which goes when the process ends, and gives that folder. */
export async function buildPrograms(): Promise<string> {
  const folder = resolve('out/programs', String(process.pid));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync('docs/rules', join(folder, 'docs/rules'), { recursive: true });
  await Promise.all([
    ensureVocabulary(join(folder, 'dist')),
    ...bundles
      .filter(({ outfile }) => WANTED.has(outfile))
      .map(({ entry, outfile, options }) =>
        build({ ...options, entryPoints: [entry], outfile: join(folder, outfile), bundle: true, logLevel: 'warning' }),
      ),
  ]);
  return folder;
}
