// The stages of `npm test`: what each one runs and how its result is read.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { CaseResult } from './vscode/channel';

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Why it failed as a whole or could not run. */
  readonly note?: string;
}

export interface Stage {
  readonly name: string;
  readonly title: string;
  /** A stage without whose success this one says nothing; choosing this one chooses that one too. */
  readonly after?: string;
  run(filters: readonly string[]): Promise<Outcome>;
}

const none: Outcome = { passed: 0, failed: 0, skipped: 0 };
const typescript = 'node_modules/typescript/bin/tsc';
const biome = 'node_modules/@biomejs/biome/bin/biome';
const script = (name: string) => ['scripts/run.mjs', `scripts/${name}.ts`];

export const stages: readonly Stage[] = [
  check('generated', 'generated files are fresh', [[...script('generate'), '--check']]),
  check('types', 'types', [
    [typescript, '--noEmit', '-p', '.'],
    [typescript, '--noEmit', '-p', 'server'],
    [typescript, '--noEmit', '-p', 'client/src/preview/page'],
  ]),
  check('lint', 'lint and format', [[biome, 'check']]),
  {
    name: 'build',
    title: 'bundles and their sizes',
    async run() {
      const { code } = await runNode(script('build'), () => true);
      return code === 0 ? none : failure(`It ended with code ${code}.`);
    },
  },
  nodeTests('unit', 'unit and protocol tests'),
  nodeTests('engines', 'random texts against the engines, and very long texts'),
  { ...nodeTests('page', 'the preview page in a real browser'), after: 'build' },
  {
    name: 'e2e',
    title: 'the extension in a real VS Code',
    after: 'build',
    async run(filters) {
      const { code, lines } = await runNode([...script('vscode/run'), ...filters], () => true);
      if (code === 2) return cannotRun(lines.at(-1) ?? '');
      const cases: CaseResult[] = JSON.parse(readFileSync('out/e2e/results.json', 'utf8'));
      const count = (outcome: CaseResult['outcome']) => cases.filter((one) => one.outcome === outcome).length;
      return honest(code, { passed: count('passed'), failed: count('failed'), skipped: count('skipped') });
    },
  },
  nodeTests('packed', 'the extension as it is packed'),
];

export function failure(note: string): Outcome {
  return { ...none, failed: 1, note };
}

/** A stage that cannot run is skipped on a person's machine and a failure where a machine decides. */
export function cannotRun(why: string): Outcome {
  return process.env.CI ? failure(`CANNOT RUN: ${why}`) : { ...none, skipped: 1, note: `SKIPPED, CANNOT RUN: ${why}` };
}

/** Commands that say nothing while all is well, and everything when it is not. */
function check(name: string, title: string, commands: readonly (readonly string[])[]): Stage {
  return {
    name,
    title,
    async run() {
      const results = [];
      for (const command of commands) results.push(await runNode(command, () => false));
      const bad = results.filter(({ code }) => code !== 0);
      return bad.length === 0 ? none : failure(bad.flatMap(({ lines }) => lines).join('\n'));
    },
  };
}

/** Tests whose output is that of Node's own runner; of it, only what is not about success is shown. */
function nodeTests(name: string, title: string): Stage {
  return {
    name,
    title,
    async run(filters) {
      const { code, lines } = await runNode([...script(name), ...filters], (line) => !/^\s*[✔▶ℹ]/.test(line));
      if (code === 2) return cannotRun(lines.at(-1) ?? '');
      const count = (word: string) =>
        Number(lines.findLast((line) => line.startsWith(`ℹ ${word} `))?.split(' ')[2] ?? 0);
      const failed = count('fail') + count('cancelled');
      return honest(code, { passed: count('pass'), failed, skipped: count('skipped') + count('todo') });
    },
  };
}

/** A run that ended badly has failed, although it may have counted no failed test. */
function honest(code: number, outcome: Outcome): Outcome {
  if (code !== 0 && outcome.failed === 0) return { ...outcome, failed: 1, note: `It ended with code ${code}.` };
  if (code === 0 && outcome.passed === 0) return cannotRun('no test was executed.');
  return outcome;
}

/** Runs Node with these arguments; prints the lines that `isShown` lets through as they come, and keeps all. */
async function runNode(args: readonly string[], isShown: (line: string) => boolean) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  // The scripts take this signal as a reason to end whatever they have started.
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  child.once('close', () => process.off('exit', end));
  const lines: string[] = [];
  const ended = new Promise<number>((done) => child.once('close', (code) => done(code ?? 1)));
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      if (isShown(line)) console.log(line);
    });
  }
  return { code: await ended, lines };
}
