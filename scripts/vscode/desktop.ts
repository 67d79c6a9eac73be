// Runs bundled tests in a desktop VS Code that is already on this machine.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { channelVariable, openChannel } from './channel';
import { CannotRun } from './install';
import type { Run } from './window';

export async function runInDesktop(run: Run, executable: string): Promise<void> {
  if (!existsSync(executable)) throw new CannotRun(`STRATA_VSCODE names ${executable}, which does not exist.`);
  run.log(`Desktop VS Code (${executable}): cases that need somebody at the keyboard are skipped.`);
  const channel = await openChannel({
    report: run.results.report,
    carryOut: () => Promise.reject(new Error('nobody drives this window')),
  });
  try {
    await runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: run.extension,
      extensionTestsPath: run.tests,
      extensionTestsEnv: { ...run.env, [channelVariable]: channel.address },
      launchArgs: [
        run.scratch.workspace,
        '--disable-extensions',
        `--user-data-dir=${run.scratch.data}`,
        `--extensions-dir=${join(run.scratch.data, 'extensions')}`,
      ],
    });
    const early = new Error('VS Code ended before the tests were done.');
    await Promise.race([run.results.done, new Promise((_, reject) => setImmediate(reject, early))]);
  } finally {
    await channel.close();
  }
}
