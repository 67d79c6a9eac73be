// text/template itself, asked through one process that is fed with cases.
import { spawnSync } from 'node:child_process';
import type { Value } from '../../../../server/src/syntax/piece';

export interface Case {
  readonly text: string;
  readonly values: Readonly<Record<string, Value>>;
  /** Other texts of the program, by the names of their files. */
  readonly texts: Readonly<Record<string, string>>;
  /** As Go has it: `missingkey=error`. */
  readonly option?: string;
  /** What opens and closes a tag, with a blank between the two. */
  readonly delimiters?: string;
}

/** What Go printed, as far as it came. `parsed`: it could read the texts. */
export interface Answer {
  readonly output: string;
  readonly error?: string;
  readonly parsed: boolean;
}

const PROGRAM = 'test/unit/dialects/go-template/reference.go';

/** What is missing for a comparison with Go; false when nothing is. */
export const missing: string | false =
  spawnSync('go', ['version']).status === 0 ? false : 'no go, so text/template itself was not asked';

export function askGo(cases: readonly Case[]): readonly Answer[] {
  const input = cases.map((one) => JSON.stringify(one)).join('\n');
  const run = spawnSync('go', ['run', PROGRAM], { input, encoding: 'utf8', maxBuffer: 1 << 30 });
  const answers = run.stdout.trim().split('\n');
  if (answers.length !== cases.length) throw new Error(`Go answered ${answers.length} times: ${run.stderr}`);
  return answers.map((line) => JSON.parse(line) as Answer);
}
