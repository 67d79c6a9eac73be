// A check of very many files in shares: batches of areas, each forgotten when it is done, in as many threads as pay. An
// area may read files of another one after all; that is seen while it is read, and then the two are checked together.
import type { NodeFiles } from '../node/files';
import { TokenHost } from '../node/tokenHost';
import { languageOfName } from '../workspace/names';
import type { FileReader } from '../workspace/workspace';
import { Areas, type Batch, joined } from './areas';
import type { CliIo } from './command';
import { findingsOf, type PrintedFinding } from './findings';
import type { Listing } from './listing';
import { foldersNamed, openProject, type Project, whyUnread } from './project';
import { loneFiles } from './unread';

/** What a check of files has to say. */
export interface Checked {
  readonly findings: readonly PrintedFinding[];
  /** How many files were checked. */
  readonly files: number;
  /** Those that belong to no system, by address. */
  readonly lone: readonly string[];
  /** Those that are there and could not be checked, by address, and why. */
  readonly unread: readonly (readonly [uri: string, reason: string])[];
}

export function checkedOf(project: Project): Checked {
  const { snapshot, files } = project;
  const unread = files.filter((uri) => !snapshot.file(uri));
  const others = unread.length === 0 ? files : files.filter((uri) => snapshot.file(uri));
  return {
    findings: findingsOf(project),
    files: others.length,
    lone: loneFiles(snapshot, others),
    unread: unread.map((uri) => [uri, whyUnread(snapshot.lookup.at(uri))]),
  };
}

/** What all threads work on; it can be sent to another one. */
export interface Shares {
  readonly paths: readonly string[];
  readonly cwd: string;
  /** Addresses of all manifests and templates. */
  readonly listed: readonly string[];
  readonly batches: readonly Batch[];
  /** The number of the next batch. */
  readonly next: Int32Array;
}

/** What became of one batch. */
export interface Part {
  readonly batch: number;
  /** Roots of other areas that it has read from: then nothing of it holds. */
  readonly strays: readonly string[];
  readonly checked: Checked | undefined;
  readonly warnings: readonly string[];
}

/** What one thread has done; undefined: it failed. */
export type Done = readonly Part[] | undefined;

/** Fewer manifests and templates are checked at once. */
const FEWEST = 200;
/** Manifests and templates for each thread: it takes a tenth of a second to begin, and its own memory. */
const PER_THREAD = 500;
const MOST_THREADS = 4;

/** Checks the named folders in shares; undefined when they are too small for it, or when that failed. */
export async function checkInShares(
  paths: readonly string[],
  listing: Listing,
  io: CliIo,
): Promise<Checked | undefined> {
  const folders = io.threads && (await foldersNamed(paths, io.cwd));
  if (!folders) return undefined;
  const warnings: string[] = [];
  const listed: string[] = [];
  for (const folder of folders) listed.push(...(await listing.list(folder)), ...(await listing.engineFiles(folder)));
  const areas = new Areas(listed);
  if (listed.length < FEWEST || areas.batches.length < 2) return undefined;
  const parts: Part[] = [];
  // Each round joins batches, or lets one read in more areas than before, so this ends.
  for (let batches = areas.batches; batches.length > 0; ) {
    const done = await inThreads({ paths, cwd: io.cwd, listed, batches, next: shared() }, io);
    if (!done) return undefined;
    const { alone, together } = joined(batches, new Map(done.map(({ batch, strays }) => [batch, strays])));
    parts.push(...done.filter(({ batch }) => alone.has(batch)));
    batches = together;
  }
  warnings.push(...parts.flatMap((part) => part.warnings));
  for (const line of new Set(warnings)) io.warn(line);
  return sumOf(parts.flatMap(({ checked }) => checked ?? []));
}

const shared = (): Int32Array => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

function sumOf(all: readonly Checked[]): Checked {
  return {
    findings: all.flatMap(({ findings }) => findings).sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0)),
    files: all.reduce((sum, { files }) => sum + files, 0),
    lone: all.flatMap(({ lone }) => lone).sort(),
    unread: all.flatMap(({ unread }) => unread),
  };
}

async function inThreads(shares: Shares, { threads }: CliIo): Promise<readonly Part[] | undefined> {
  const { batches } = shares;
  const files = batches.reduce((sum, batch) => sum + batch.files.length, 0);
  const wanted = Math.min(MOST_THREADS, Math.floor(files / PER_THREAD), batches.length, threads?.most ?? 1);
  const others = Array.from({ length: wanted - 1 }, () => threads?.start(shares));
  const done = (await Promise.all([checkBatches(shares), ...others])) as readonly Done[];
  if (done.includes(undefined)) return undefined;
  return done.flatMap((one) => one ?? []).sort((a, b) => a.batch - b.batch);
}

/** Checks one batch after the other, until none is left. */
export async function checkBatches(shares: Shares): Promise<Done> {
  const work = new ShareWork(shares);
  const parts: Part[] = [];
  for (;;) {
    const batch = Atomics.add(shares.next, 0, 1);
    const own = shares.batches[batch];
    if (!own) return parts;
    const part = await work.check(batch, own).catch(() => undefined);
    if (!part) return undefined;
    parts.push(part);
  }
}

/** What a thread keeps from one batch to the next. */
class ShareWork {
  readonly #shares: Shares;
  readonly #areas: Areas;
  readonly #host = new TokenHost();
  /** All files of the folders in which somebody looked for names. */
  readonly #all = new Map<string, Promise<readonly string[]>>();

  constructor(shares: Shares) {
    this.#shares = shares;
    this.#areas = new Areas(shares.listed);
  }

  async check(batch: number, own: Batch): Promise<Part> {
    const { paths, cwd } = this.#shares;
    const strays = new Set<string>();
    const warnings: string[] = [];
    const io = { cwd, warn: (line: string) => warnings.push(line) };
    const project = await openProject(paths, io, {
      committed: true,
      findings: () => strays.size === 0,
      reader: (disk) => this.#reader(disk, own, strays),
      host: this.#host,
      templates: own.files.filter((uri) => languageOfName(uri) !== undefined),
    });
    const checked = strays.size > 0 ? undefined : checkedOf(project);
    return { batch, strays: [...strays], checked, warnings };
  }

  /** Lists the files of the batch alone, and sees what else is read. */
  #reader(disk: NodeFiles, { files, roots }: Batch, strays: Set<string>): FileReader {
    const own = new Set(roots);
    return {
      list: async (folder) => files.filter((uri) => uri.startsWith(`${folder}/`) && languageOfName(uri) === undefined),
      all: (folder) => {
        const known = this.#all.get(folder) ?? disk.all(folder);
        this.#all.set(folder, known);
        return known;
      },
      committed: (uri) => disk.committed(uri),
      read: async (uri) => {
        const found = await disk.read(uri);
        const root = this.#areas.rootOf(uri);
        if (found.kind === 'file' && !own.has(root)) strays.add(root);
        return found;
      },
    };
  }
}
