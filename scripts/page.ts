// Runs the tests of the preview's page in a real browser: node scripts/run.mjs scripts/page.ts [part of a path ...]
// Exit: 0 all passed, 1 something failed, 2 the tests could not run.
import { existsSync } from 'node:fs';
import { runNodeTests, testsUnder } from './nodeTests';
import { ensureBrowser } from './vscode/browser';
import { CannotRun } from './vscode/install';
import { exitOnSignal } from './vscode/processes';

async function main(): Promise<number> {
  const filters = process.argv.slice(2);
  const tests = testsUnder('test/page').filter((path) => filters.length === 0 || filters.some((f) => path.includes(f)));
  if (tests.length === 0) throw new CannotRun(`No test file of test/page matches ${filters.join(', ')}.`);
  if (!existsSync('dist/panel.js')) throw new CannotRun('dist/panel.js does not exist. Run `npm run build` first.');
  // The browser is installed here, once, so that the test files, which run at the same time, find it ready.
  await ensureBrowser(console.log);
  return runNodeTests(tests);
}

exitOnSignal();
const code = await main().catch((error) => {
  console.error(error instanceof CannotRun ? error.message : error);
  return error instanceof CannotRun ? 2 : 1;
});
process.exit(code);
