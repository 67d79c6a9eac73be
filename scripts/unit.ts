// Bundles the tests and runs them with Node's own runner: node scripts/run.mjs scripts/unit.ts [part of a path ...]
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';

const root = process.cwd();
const skipped = new Set(['e2e', 'page', 'package', 'bench']);

function testsUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : testsUnder(path);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

const filters = process.argv.slice(2);
const tests = testsUnder(join(root, 'test')).filter(
  (path) => filters.length === 0 || filters.some((f) => relative(root, path).includes(f)),
);
if (tests.length === 0) {
  console.error(`no test file matches ${filters.join(', ')}`);
  process.exit(2);
}
const outdir = join(root, 'out/test', String(process.pid));
await build({
  entryPoints: tests,
  outdir,
  outbase: join(root, 'test'),
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
const files = tests.map((path) => join(outdir, relative(join(root, 'test'), path).replace(/\.ts$/, '.mjs')));
const run = spawnSync(process.execPath, ['--enable-source-maps', '--test', '--test-reporter=spec', ...files], {
  stdio: 'inherit',
});
rmSync(outdir, { recursive: true, force: true });
process.exit(run.status ?? 1);
