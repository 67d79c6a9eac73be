// Bundles test files and runs them with Node's own test runner.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

/** The `.test.ts` files under a folder, without those of the folders named. */
export function testsUnder(folder: string, without: ReadonlySet<string> = new Set()): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return without.has(entry.name) ? [] : testsUnder(path, without);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

/** Gives the exit code: 0 when all passed. */
export async function runNodeTests(tests: readonly string[]): Promise<number> {
  const base = resolve('test');
  const outdir = resolve('out/test', String(process.pid));
  await build({
    entryPoints: [...tests],
    outdir,
    outbase: base,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  const files = tests.map((path) => join(outdir, relative(base, resolve(path)).replace(/\.ts$/, '.mjs')));
  const args = ['--enable-source-maps', '--test', '--test-reporter=spec', ...files];
  const run = spawnSync(process.execPath, args, { stdio: 'inherit' });
  rmSync(outdir, { recursive: true, force: true });
  return run.status ?? 1;
}
