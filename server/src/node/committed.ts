import { dirname, relative, sep } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { decodeUtf8 } from './decode';
import { git, MOST_BYTES, repositoryOf } from './git';

/** Larger texts are not compared with their committed version. */
const LARGEST_TEXT = 2 * 1024 * 1024;

interface Waiting {
  readonly path: string;
  resolve(text: string | undefined): void;
}

/**
 * Texts as git has them in a commit, by default the last one (`HEAD`). What is asked for at the same time is read in one
 * go, and one git runs at a time. Silent where there is no git, no repository, no commit or no such file.
 */
export class CommittedFiles {
  #waiting: Waiting[] = [];
  #isRunning = false;
  readonly #commit: string;

  constructor(commit = 'HEAD') {
    this.#commit = commit;
  }

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
      const texts = await readAll(
        this.#commit,
        batch.map(({ path }) => path),
      ).catch(() => new Map<string, string>());
      for (const { path, resolve } of batch) resolve(texts.get(path));
    }
    this.#isRunning = false;
  }
}

async function readAll(commit: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const roots = new Map<string, Promise<string | undefined>>();
  const byRoot = new Map<string, string[]>();
  for (const path of new Set(paths)) {
    const root = await repositoryOf(dirname(path), roots);
    // What is asked goes to git line by line.
    if (root === undefined || path.includes('\n')) continue;
    const inRoot = byRoot.get(root);
    if (inRoot) inRoot.push(path);
    else byRoot.set(root, [path]);
  }
  const texts = new Map<string, string>();
  for (const [root, inRoot] of byRoot) await readFrom(root, commit, inRoot, texts);
  return texts;
}

async function readFrom(
  root: string,
  commit: string,
  paths: readonly string[],
  texts: Map<string, string>,
): Promise<void> {
  const names = paths.map((path) => `${commit}:${relative(root, path).split(sep).join('/')}`);
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
