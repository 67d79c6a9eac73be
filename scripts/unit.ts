// Runs the unit and protocol tests: node scripts/run.mjs scripts/unit.ts [part of a path ...]
// Exit: 0 all passed, 1 something failed, 2 there is no such test.
import { runUnitTests } from './nodeTests';

process.exit(await runUnitTests(process.argv.slice(2)));
