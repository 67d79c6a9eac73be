import { execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Bytes that one run of git may print. */
export const MOST_BYTES = 32 * 1024 * 1024;

/** A git that takes longer is ended; then it has no answer. */
const LONGEST_RUN_MS = 10_000;

/**
 * Settings of a repository can name programs, and objects can lie with somebody else. All that is asked here is what
 * stands in a commit, so nothing is started for it, nothing is fetched and nothing is locked.
 */
const SAFE = [
  '--no-pager',
  '--no-optional-locks',
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'protocol.allow=never'].flatMap((setting) => ['-c', setting]),
];

/** Variables that a git which runs us as a hook sets for its own repository. */
const OF_A_HOOK = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
]);

/** Runs git without a shell; undefined when it fails. */
export function git(root: string, args: readonly string[], lines: readonly string[]): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const child = execFile(
      'git',
      [...SAFE, '-C', root, ...args],
      {
        // Not the repository: Windows would look for a program called git there first.
        cwd: dirname(process.execPath),
        env: {
          ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_A_HOOK.has(name))),
          GIT_OPTIONAL_LOCKS: '0',
          GIT_NO_LAZY_FETCH: '1',
          GIT_TERMINAL_PROMPT: '0',
        },
        encoding: 'buffer',
        maxBuffer: MOST_BYTES + 1024,
        timeout: LONGEST_RUN_MS,
        windowsHide: true,
      },
      (error, stdout) => resolve(error ? undefined : stdout),
    );
    // A git that ends early does not read what it was asked.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(lines.map((line) => `${line}\n`).join(''));
  });
}

/** The nearest folder upwards that holds `.git`: a folder, or in a linked work tree a file. */
export function repositoryOf(
  folder: string,
  known: Map<string, Promise<string | undefined>> = new Map(),
): Promise<string | undefined> {
  let root = known.get(folder);
  if (!root) {
    root = lstat(join(folder, '.git')).then(
      () => folder,
      () => (dirname(folder) === folder ? undefined : repositoryOf(dirname(folder), known)),
    );
    known.set(folder, root);
  }
  return root;
}
