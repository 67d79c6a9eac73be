import { execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { decodeUtf8 } from './decode';

/** Larger texts are not compared with their committed version. */
const LARGEST_TEXT = 2 * 1024 * 1024;

/** Bytes that one run of git may print. */
const MOST_BYTES = 32 * 1024 * 1024;

/** A git that takes longer is ended; then there is no committed version. */
const LONGEST_RUN_MS = 10_000;

/**
 * Settings of a repository can name programs, and objects can lie with somebody else. All that is asked here is what
 * stands in the last commit, so nothing is started for it, nothing is fetched and nothing is locked.
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

interface Waiting {
  readonly path: string;
  resolve(text: string | undefined): void;
}

/**
 * Texts as git has them in the last commit (`HEAD`). What is asked for at the same time is read in one go, and one git
 * runs at a time. Silent where there is no git, no repository, no commit or no such file.
 */
export class CommittedFiles {
  #waiting: Waiting[] = [];
  #isRunning = false;

  read(path: string): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.#waiting.push({ path, resolve });
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      await immediate();
      const batch = this.#waiting;
      this.#waiting = [];
      const texts = await readAll(batch.map(({ path }) => path)).catch(() => new Map<string, string>());
      for (const { path, resolve } of batch) resolve(texts.get(path));
    }
    this.#isRunning = false;
  }
}

async function readAll(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const roots = new Map<string, Promise<string | undefined>>();
  const byRoot = new Map<string, string[]>();
  for (const path of new Set(paths)) {
    const root = await rootOf(dirname(path), roots);
    // What is asked goes to git line by line.
    if (root === undefined || path.includes('\n')) continue;
    const inRoot = byRoot.get(root);
    if (inRoot) inRoot.push(path);
    else byRoot.set(root, [path]);
  }
  const texts = new Map<string, string>();
  for (const [root, inRoot] of byRoot) await readFrom(root, inRoot, texts);
  return texts;
}

/** The nearest folder upwards that holds `.git`: a folder, or in a linked work tree a file. */
function rootOf(folder: string, known: Map<string, Promise<string | undefined>>): Promise<string | undefined> {
  let root = known.get(folder);
  if (!root) {
    root = lstat(join(folder, '.git')).then(
      () => folder,
      () => (dirname(folder) === folder ? undefined : rootOf(dirname(folder), known)),
    );
    known.set(folder, root);
  }
  return root;
}

async function readFrom(root: string, paths: readonly string[], texts: Map<string, string>): Promise<void> {
  const names = paths.map((path) => `HEAD:${relative(root, path).split(sep).join('/')}`);
  const answer = await git(root, ['cat-file', '--batch-check'], names);
  // One line for each name: `<id> blob <size>`, or that there is none.
  const lines = answer?.toString('utf8').split('\n') ?? [];
  const blobs = paths.flatMap((path, i) => {
    const match = /^([0-9a-f]{40,64}) blob (\d+)$/.exec(lines[i] ?? '');
    const size = Number(match?.[2]);
    return match && size <= LARGEST_TEXT ? [{ path, id: match[1] as string, size }] : [];
  });
  while (blobs.length > 0) {
    let bytes = 0;
    let count = 0;
    for (const { size } of blobs) {
      bytes += size + 100;
      if (bytes > MOST_BYTES) break;
      count++;
    }
    const some = blobs.splice(0, count);
    const printed = await git(
      root,
      ['cat-file', '--batch'],
      some.map(({ id }) => id),
    );
    let at = 0;
    for (const { path, id, size } of some) {
      const start = at + `${id} blob ${size}\n`.length;
      if (!printed || start + size > printed.length) return;
      texts.set(path, decodeUtf8(printed.subarray(start, start + size)).text);
      at = start + size + 1;
    }
  }
}

/** Runs git without a shell; undefined when it fails. */
function git(root: string, args: readonly string[], lines: readonly string[]): Promise<Buffer | undefined> {
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
