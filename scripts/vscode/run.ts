// Runs the tests of test/e2e/suite in a real VS Code: node scripts/run.mjs scripts/vscode/run.ts [options] [part of a case's name]
//
//   --oldest          the oldest VS Code that engines.vscode promises instead of the current one
//   --extension DIR   the extension under test (default: this folder)
//   --output DIR      where results and pictures go (default: out/e2e); another one lets two runs go on at the same time
//
// STRATA_VSCODE=/path/to/code runs them in that desktop VS Code; cases that need a driven window are skipped there.
// Results are printed as they come and written to results.json there, screenshots to screenshots/.
// Exit: 0 all passed, 1 something failed, 2 the tests could not run.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { type CaseResult, drivenVariable, extensionVariable, filterVariable } from './channel';
import { runInDesktop } from './desktop';
import { current, oldest } from './host';
import { CannotRun } from './install';
import { exitOnSignal } from './processes';
import { collectResults } from './results';
import { sourcePlaces } from './stacks';
import { type Run, runInBrowser } from './window';
import { makeScratch } from './workspace';

/** No run may take longer; a single case has a shorter deadline of its own. */
const limitInMinutes = 30;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      oldest: { type: 'boolean', default: false },
      extension: { type: 'string', default: '.' },
      output: { type: 'string', default: 'out/e2e' },
    },
    allowPositionals: true,
  });
  const output = resolve(values.output);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const filter = positionals.join(' ');
  const run = await prepare(resolve(values.extension), output, filter);
  const { cases } = run.results;
  const desktop = process.env.STRATA_VSCODE;
  try {
    if (desktop) await runInDesktop(run, desktop);
    else await runInBrowser(run, values.oldest ? oldest : current);
  } catch (error) {
    if (error instanceof CannotRun) {
      console.error(error.message);
      return 2;
    }
    cases.push(brokenRun(error));
    console.error(cases.at(-1)?.detail);
  } finally {
    writeFileSync(join(output, 'results.json'), `${JSON.stringify(cases, null, 2)}\n`);
  }
  if (cases.length === 0) {
    console.error(`No case has "${filter}" in its name, so nothing was tested.`);
    return 2;
  }
  return cases.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
}

async function prepare(extension: string, output: string, filter: string): Promise<Run> {
  const { publisher, name } = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
  const extensionId = `${publisher}.${name}`;
  const scratch = makeScratch([resolve('examples'), resolve('test/e2e/workspace')]);
  process.once('exit', scratch.remove);
  const tests = await bundleTests(output);
  return {
    extension,
    extensionId,
    tests,
    scratch,
    output,
    results: collectResults({ print: console.log, limitInMinutes, readStack: sourcePlaces(tests) }),
    env: {
      [extensionVariable]: extensionId,
      [filterVariable]: filter,
      [drivenVariable]: process.env.STRATA_VSCODE ? '0' : '1',
    },
    log: console.log,
  };
}

/** One file that loads every suite and exports `run`, as `extensionTestsPath` wants it. */
async function bundleTests(output: string): Promise<string> {
  const suites = readdirSync('test/e2e/suite').filter((name) => name.endsWith('.e2e.ts'));
  const lines = [...suites.map((name) => `import './suite/${name}';`), `export { run } from './support/kit';`];
  const outfile = join(output, 'tests.js');
  await build({
    stdin: { contents: lines.join('\n'), resolveDir: resolve('test/e2e'), loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
    sourcemap: 'external',
    logLevel: 'warning',
  });
  return outfile;
}

function brokenRun(error: unknown): CaseResult {
  const detail = String(error instanceof Error ? error.stack : error);
  return { name: 'the run itself', outcome: 'failed', milliseconds: 0, detail };
}

exitOnSignal();
process.exit(await main());
