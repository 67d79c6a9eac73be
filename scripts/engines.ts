// Runs the tests that try random texts against the engines, and very long ones, with all that they try:
// node scripts/run.mjs scripts/engines.ts [part of a path ...]
//
// The stage `unit` runs them with a share of it. FUZZ=100000 tries more, SEED=2 other texts.
// Exit: 0 all passed, 1 something failed, 2 there is no such test.
import { readFileSync } from 'node:fs';
import { runUnitTests } from './nodeTests';

const tries = (path: string): boolean => readFileSync(path, 'utf8').includes("support/effort'");

process.exit(await runUnitTests(process.argv.slice(2), { isChosen: tries, env: { EFFORT: 'whole' } }));
