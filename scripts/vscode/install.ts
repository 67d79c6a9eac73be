// Installs npm packages that are too large for devDependencies into a folder of their own under .vscode-test/, once.
// Invariant: a folder with a stamp is complete. The stamp is written last, so an install that was cut off is done again.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock';
import { runQuietly } from './processes';

export type Log = (line: string) => void;

/** What cannot go on, in one line for a person: what, why and what to do. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
}

export interface Installation {
  readonly folder: string;
  /** What a person is told is being installed, with its size. */
  readonly title: string;
  /** Package name to version or range. */
  readonly packages: Readonly<Record<string, string>>;
  /** Paths inside the folder without which the installation is not complete. */
  readonly needed: readonly string[];
  /** Steps after the packages are there. */
  readonly finish?: () => Promise<void>;
}

export async function install(installation: Installation, log: Log): Promise<void> {
  if (isComplete(installation)) return;
  await withLock(`${installation.folder}.lock`, log, async () => {
    // Another process may have finished the same installation while this one waited for the lock.
    if (isComplete(installation)) return;
    const started = Date.now();
    log(`Installing ${installation.title}; this happens once.`);
    const { folder, packages } = installation;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ private: true, dependencies: packages })}\n`);
    await npmInstall(folder);
    await installation.finish?.();
    for (const path of installation.needed) {
      if (!existsSync(join(folder, path)))
        throw new CannotRun(`${installation.title}: ${path} is missing after the install.`);
    }
    writeFileSync(stampOf(folder), `${JSON.stringify(packages)}\n`);
    log(`Installed in ${((Date.now() - started) / 1000).toFixed(0)} s.`);
  });
}

/** Runs `npm install` in a folder that has a package.json. No install scripts run: they would compile or download. */
export async function npmInstall(folder: string): Promise<void> {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  // The ordinary patience of npm is over two minutes of silence when there is no network.
  const patience = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  const args = ['install', '--omit=dev', '--ignore-scripts', ...quiet, ...patience];
  const { code, output } = await runQuietly('npm', args, { cwd: folder, env: withoutNpmRun() });
  if (code === 0) return;
  const reason = /error code (\w+)/.exec(output)?.[1] ?? `exit code ${code}`;
  throw new CannotRun(
    `npm could not install the packages (${reason}). Check that the npm registry can be reached, then run this again.`,
  );
}

function isComplete({ folder, packages, needed }: Installation): boolean {
  const stamp = stampOf(folder);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8').trim() !== JSON.stringify(packages)) return false;
  return needed.every((path) => existsSync(join(folder, path)));
}

function stampOf(folder: string): string {
  return join(folder, 'installed.json');
}

/** Under `npm start`, npm describes the running package in the environment; an npm started from there must not see it. */
function withoutNpmRun(): NodeJS.ProcessEnv {
  const own = /^npm_(package_|lifecycle_|command$|config_local_prefix$|config_prefix$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}
