// Runs the unit and protocol tests: node scripts/run.mjs scripts/unit.ts [part of a path ...]
// Exit: 0 all passed, 1 something failed, 2 there is no such test.
import { runNodeTests, testsUnder } from './nodeTests';

/** Folders of tests that need a browser, a VS Code or the packed extension. */
const others: ReadonlySet<string> = new Set(['e2e', 'page', 'package', 'bench']);

const filters = process.argv.slice(2);
const tests = testsUnder('test', others).filter(
  (path) => filters.length === 0 || filters.some((part) => path.includes(part)),
);
if (tests.length === 0) {
  console.error(`no test file matches ${filters.join(', ')}`);
  process.exit(2);
}
process.exit(await runNodeTests(tests));
