// The folder that the tests open: a copy, so that a test may write into it, in a folder of its own that goes away.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Scratch {
  readonly workspace: string;
  /** For the data of the VS Code that is started. */
  readonly data: string;
  remove(): void;
}

/** Lays the sources over one another, in this order, and commits the result so that git has a revision to show. */
export function makeScratch(sources: readonly string[]): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'strata-e2e-'));
  const workspace = join(folder, 'workspace');
  const data = join(folder, 'data');
  mkdirSync(workspace);
  mkdirSync(data);
  for (const source of sources) if (existsSync(source)) cpSync(source, workspace, { recursive: true });
  commit(workspace);
  return { workspace, data, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

function commit(folder: string): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  const author = [
    '-c',
    'user.name=Strata tests',
    '-c',
    'user.email=tests@example.invalid',
    '-c',
    'commit.gpgsign=false',
  ];
  git(...author, 'commit', '--quiet', '--allow-empty', '--message=The workspace as it was opened');
}
