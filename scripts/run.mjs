// Runs a TypeScript script with the project's own bundler, so that no second TypeScript runner is needed and every
// supported Node version behaves the same: node scripts/run.mjs scripts/build.ts [arguments]
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const [script, ...args] = process.argv.slice(2);
if (!script) {
  console.error('usage: node scripts/run.mjs scripts/NAME.ts [arguments]');
  process.exit(2);
}
const outdir = join(root, 'out/scripts');
mkdirSync(outdir, { recursive: true });
const outfile = join(outdir, basename(script).replace(/\.ts$/, '.mjs'));
await build({
  entryPoints: [resolve(script)],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: 'inline',
  logLevel: 'warning',
});
const child = spawn(process.execPath, ['--enable-source-maps', outfile, ...args], {
  stdio: 'inherit',
  cwd: process.cwd(),
});
// Ctrl+C reaches the whole foreground group; the child decides how to stop, and this process leaves with its exit code.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
// npm's shell dies without a word on SIGTERM; then the parent changes, and what was started here must go too.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) child.kill('SIGTERM');
}, 500).unref();
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
