// The command line on a cold start, as a build pipeline runs it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Figure } from './measure';
import { writeManyTemplates } from './workspaces';

/** Loaded before the command: says, when the process ends, how much memory it took at most. */
const REPORT = "process.on('exit', () => process.stderr.write('maxRSS ' + process.resourceUsage().maxRSS + '\\n'))";

export function benchCheck(count: number, goals: { seconds: number; megabytes?: number }): Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'strata-bench-check-'));
  try {
    const work = join(folder, 'work');
    const report = join(folder, 'report.cjs');
    writeManyTemplates(work, count);
    writeFileSync(report, REPORT);
    const start = performance.now();
    const run = spawnSync(process.execPath, ['-r', report, resolve('dist/cli.js'), 'check', '--format', 'json'], {
      cwd: work,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const seconds = (performance.now() - start) / 1000;
    if (run.status === 2) throw new Error(run.stderr);
    const maxRss = Number(/maxRSS (\d+)/.exec(run.stderr)?.[1] ?? 0) / 1024;
    return [
      { what: `cold check of ${count.toLocaleString('en')} templates`, value: seconds, unit: 's', goal: goals.seconds },
      {
        what: `memory of it`,
        value: maxRss,
        unit: 'MB',
        ...(goals.megabytes === undefined ? {} : { goal: goals.megabytes }),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
