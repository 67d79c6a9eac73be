// Floor "node": the only floor that knows Node, the disk and the process. Invariant: nothing outside the workspace
// folders is ever read, whatever a manifest, a `../` or a symbolic link says.
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Found } from '../model/lookup';
import { normalizeAddress } from '../text/address';
import { isTemplateName } from '../workspace/names';
import { CommittedFiles } from './committed';
import { decodeUtf8 } from './decode';

/** Larger files are not read: no prompt is that long, and a log that somebody named by mistake must not stop the editor. */
const LARGEST_FILE = 10 * 1024 * 1024;

/** A workspace with more entries than this is searched only so far; the log says so. */
const MOST_ENTRIES = 200_000;

/** Folders in which nobody writes templates: dependencies, what a build makes, what version control keeps. */
const SKIPPED_FOLDERS = new Set([
  'node_modules',
  'bower_components',
  '.git',
  '.hg',
  '.svn',
  'dist',
  'out',
  'build',
  'target',
  'coverage',
  '.venv',
  'venv',
  '__pycache__',
  '.tox',
  '.cache',
  '.next',
  '.nuxt',
  '.vscode-test',
]);

/** A pipe that nobody writes to would keep a plain `open` waiting for ever. Windows has no such flag. */
const READ_WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

interface Root {
  readonly path: string;
  /** Where the folder really is, links resolved; undefined while it does not exist. */
  readonly real: string | undefined;
}

/** The files of the workspace folders, as `Workspace` reads them. */
export class NodeFiles {
  #roots: readonly Root[] = [];
  /** Paths of folders that hold a file which somebody has opened by itself. */
  readonly #allowed = new Set<string>();
  readonly #log: (message: string) => void;
  readonly #commits = new CommittedFiles();
  readonly #waits: boolean;

  /** `waits`: for a process that has nothing else to do than to wait for a file, which is read in a sixth of the time then. */
  constructor(log: (message: string) => void, { waits = false }: { readonly waits?: boolean } = {}) {
    this.#log = log;
    this.#waits = waits;
  }

  /** Sets the folders outside of which nothing is read. */
  async setFolders(uris: readonly string[]): Promise<void> {
    const roots = await Promise.all(
      uris.map(async (uri): Promise<Root | undefined> => {
        const path = pathOf(uri);
        return path === undefined ? undefined : { path, real: await realpath(path).catch(() => undefined) };
      }),
    );
    this.#roots = roots.filter((root) => root !== undefined).sort((a, b) => b.path.length - a.path.length);
  }

  /** Lets files in and below a folder be read that lies outside of the workspace. */
  allow(folder: string): void {
    const path = pathOf(folder);
    if (path !== undefined) this.#allowed.add(path);
  }

  async read(uri: string): Promise<Found> {
    const path = pathOf(uri);
    if (path === undefined) return { kind: 'missing' };
    const root = await this.#rootOf(path);
    if (!root) return { kind: 'outside' };
    try {
      const real = this.#waits ? realpathSync.native(path) : await realpath(path);
      if (root.real === undefined || !isWithin(root.real, real)) return { kind: 'outside' };
      return this.#waits ? readTextNow(real, uri) : await readText(real, uri);
    } catch (error) {
      return foundOf(error);
    }
  }

  /** The text of a file as git has it in the last commit; undefined when it has none. */
  async committed(uri: string): Promise<string | undefined> {
    const path = pathOf(uri);
    if (path === undefined || !this.#roots.some((root) => isWithin(root.path, path))) return undefined;
    return this.#commits.read(path);
  }

  /** Addresses of the manifests and templates below a folder. */
  async list(folder: string): Promise<readonly string[]> {
    const path = pathOf(folder);
    const root = path === undefined ? undefined : this.#roots.find((r) => isWithin(r.path, path));
    if (
      !root ||
      path === undefined ||
      relative(root.path, path)
        .split(sep)
        .some((name) => SKIPPED_FOLDERS.has(name))
    )
      return [];
    return this.#search(folder, (name) => name === 'strata.yaml' || isTemplateName(name));
  }

  /** Addresses of all files below a folder, for patterns that a manifest writes. */
  all(folder: string): Promise<readonly string[]> {
    return this.#search(folder, () => true);
  }

  /** The folder of the workspace that a path lies in, else the one that was allowed besides. */
  async #rootOf(path: string): Promise<Root | undefined> {
    const own = this.#roots.find((root) => isWithin(root.path, path));
    if (own) return own;
    const allowed = [...this.#allowed].find((folder) => isWithin(folder, path));
    if (allowed === undefined) return undefined;
    return { path: allowed, real: await realpath(allowed).catch(() => undefined) };
  }

  /** Links to folders are not followed, so there are no circles and nothing outside is found. */
  async #search(folder: string, wanted: (name: string) => boolean): Promise<readonly string[]> {
    const start = pathOf(folder);
    const root = start === undefined ? undefined : await this.#rootOf(start);
    if (start === undefined || root?.real === undefined) return [];
    // The folder itself may be a link, or stand behind one: a pattern names it as it is written.
    const real = await realpath(start).catch(() => undefined);
    if (real === undefined || !isWithin(root.real, real)) return [];
    const found: string[] = [];
    let level = [start];
    let seen = 0;
    while (level.length > 0 && seen < MOST_ENTRIES) {
      const listings = await inTurns(level, async (path) => ({ path, entries: await entriesOf(path) }));
      level = [];
      for (const { path, entries } of listings) {
        seen += entries.length;
        for (const entry of entries) {
          if (entry.isDirectory()) {
            if (!SKIPPED_FOLDERS.has(entry.name)) level.push(join(path, entry.name));
          } else if ((entry.isFile() || entry.isSymbolicLink()) && wanted(entry.name)) {
            found.push(addressOf(join(path, entry.name)));
          }
        }
      }
    }
    if (level.length > 0)
      this.#log(`${start} holds more than ${MOST_ENTRIES} entries; only so many are looked through`);
    return found.sort();
  }
}

/** The address of a path on the disk, in the one spelling that Strata uses. */
export function addressOf(path: string): string {
  return normalizeAddress(pathToFileURL(path).href);
}

/** The path of an address; undefined for what does not stand on the disk (`untitled:`, `git:`). */
export function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

/** Whether `path` is `folder` or lies below it. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

async function readText(path: string, uri: string): Promise<Found> {
  const handle = await open(path, READ_WITHOUT_WAITING);
  try {
    return unreadable(await handle.stat()) ?? textFound(uri, await handle.readFile());
  } finally {
    await handle.close();
  }
}

function readTextNow(path: string, uri: string): Found {
  const handle = openSync(path, READ_WITHOUT_WAITING);
  try {
    return unreadable(fstatSync(handle)) ?? textFound(uri, readFileSync(handle));
  } finally {
    closeSync(handle);
  }
}

const textFound = (uri: string, bytes: Buffer): Found => ({ kind: 'file', file: { uri, ...decodeUtf8(bytes) } });

/** Why something that is there is not read. */
function unreadable(stat: Stats): Found | undefined {
  if (stat.isDirectory()) return { kind: 'folder' };
  if (!stat.isFile()) return { kind: 'unreadable', reason: 'it is not a regular file' };
  if (stat.size <= LARGEST_FILE) return undefined;
  const size = Math.ceil(stat.size / 1024 / 1024);
  return {
    kind: 'unreadable',
    reason: `it has ${size} MB, and files over ${LARGEST_FILE / 1024 / 1024} MB are not read`,
  };
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'reading it is not permitted',
  EPERM: 'reading it is not permitted',
  ELOOP: 'its symbolic links run in a circle',
  EMFILE: 'too many files are open',
};

function foundOf(error: unknown): Found {
  if (error instanceof Error && 'code' in error && error.code === 'EISDIR') return { kind: 'folder' };
  const reason = reasonOf(error);
  return reason === undefined ? { kind: 'missing' } : { kind: 'unreadable', reason };
}

/** Why something that is there cannot be read; undefined when it is not there. */
export function reasonOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG' || code === 'ERR_INVALID_ARG_VALUE')
    return undefined;
  return REASONS[code] ?? `the system says ${code}`;
}

async function entriesOf(path: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Runs the work for all items, a few at a time, so that a wide tree does not open thousands of folders at once. */
async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const out = new Array<R>(items.length);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let i = next++; i < items.length; i = next++) out[i] = await work(items[i] as T);
  };
  await Promise.all(Array.from({ length: Math.min(16, items.length) }, lane));
  return out;
}
