import { realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { checkedFiles } from '../features/places/texts';
import type { Found } from '../model/lookup';
import { addressOf, isWithin, NodeFiles, pathOf, reasonOf } from '../node/files';
import { TokenHost } from '../node/tokenHost';
import { Service } from '../service';
import { Counter } from '../tokens/counter';
import { tokenizerOf } from '../tokens/estimate';
import { modelFacts } from '../tokens/models';
import type { Snapshot } from '../workspace/snapshot';
import type { FileReader } from '../workspace/workspace';
import { type CliIo, UsageError } from './command';
import { Listing } from './listing';

/** The files that a call is about, read and ready to be asked. */
export interface Project {
  readonly snapshot: Snapshot;
  /** Files to check, by address. */
  readonly files: readonly string[];
  /** Whether a file was named, or lies in a folder that was. */
  isNamed(uri: string): boolean;
  /** A file as it is printed: its path from the current folder, with forward slashes. */
  shown(uri: string): string;
  /** The same folders as another reader has them: as they were in a commit. */
  as(files: FileReader): Promise<Snapshot>;
}

interface Named {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Systems are gone through one after the other here: what is kept of more of them is only copied about in memory. */
const MOST_RENDERED = 2;

export interface Wants {
  readonly committed?: boolean;
  /** Asked when everything is read: whether findings are wanted as well. */
  findings?(): boolean;
  /** Reads in place of the disk. */
  reader?(disk: NodeFiles): FileReader;
  /** Has the vocabularies; without it they are read. */
  readonly host?: TokenHost;
  /** Files that are templates although neither their names alone nor a manifest says so, by address. */
  readonly templates?: readonly string[];
}

/**
 * Reads everything that the named files and folders belong to; without a path, the current folder. A manifest may stand
 * further up than the files that it names, so what lies in the current folder is read as part of all of it. The committed
 * versions of the texts are read only for those who want to compare.
 */
export async function openProject(
  paths: readonly string[],
  io: Pick<CliIo, 'cwd' | 'warn' | 'host'>,
  wants: Wants = {},
): Promise<Project> {
  const named = await namedBy(paths, io.cwd);
  const disk = new NodeFiles((message) => io.warn(message), { waits: true });
  const host =
    wants.host ?? io.host ?? new TokenHost({ failed: (error) => io.warn(`counting tokens: ${error.message}`) });
  const serviceOf = (reader: FileReader): Service =>
    new Service({
      files: reader,
      // Nobody is typing, so everything is counted at once and exactly.
      counter: (changed) => new Counter({ vocabulary: host.vocabulary, changed }),
      log: (message) => io.warn(message),
      mostRendered: MOST_RENDERED,
    });
  const service = serviceOf(wants.reader?.(disk) ?? disk);
  const folders = foldersOf(named, io.cwd).map(addressOf);
  await disk.setFolders(folders);
  await service.setFolders(folders);
  await openOthers(service, disk, named, wants.templates ?? []);
  const committed = wants.committed ? service.workspace.readCommitted() : undefined;
  await loadVocabularies(host, service.workspace.snapshot(), io);
  await committed;
  const isNamed = namedIn(named, service.workspace.snapshot());
  const files = checkedFiles(service.workspace.snapshot(), service.listed).filter(isNamed);
  if (wants.findings?.()) {
    // What is found may ask for more, such as the names of the files beside one that is not there.
    for (const uri of files) service.workspace.snapshot().findings(uri);
    await service.workspace.ready();
  }
  const snapshot = service.workspace.snapshot();
  return {
    snapshot,
    files,
    isNamed,
    shown: (uri) => shownPath(uri, io.cwd),
    as: async (reader) => {
      const other = serviceOf(reader);
      await other.setFolders(folders);
      await loadVocabularies(host, other.workspace.snapshot(), io);
      return other.workspace.snapshot();
    },
  };
}

/** The folders that are read when nothing but folders is named; undefined: a file is. */
export async function foldersNamed(paths: readonly string[], cwd: string): Promise<readonly string[] | undefined> {
  const named = await namedBy(paths, cwd);
  return named.every(({ isFolder }) => isFolder) ? foldersOf(named, cwd).map(addressOf) : undefined;
}

const namedBy = (paths: readonly string[], cwd: string): Promise<readonly Named[]> =>
  Promise.all((paths.length > 0 ? paths : ['.']).map((path) => nameOf(path, cwd)));

async function nameOf(path: string, cwd: string): Promise<Named> {
  // An unset variable of a script would otherwise be the current folder.
  if (path === '') throw new UsageError('a path is empty; the current folder is .');
  const absolute = resolve(cwd, path);
  try {
    const isFolder = (await stat(absolute)).isDirectory();
    return { path: isFolder ? await behindLinks(absolute, cwd) : absolute, isFolder };
  } catch (error) {
    const reason = reasonOf(error);
    throw new UsageError(
      reason === undefined ? `there is no file or folder ${path}` : `${path} cannot be read: ${reason}`,
    );
  }
}

/** No link is followed unasked. A folder that is named is meant, though it be behind one. */
async function behindLinks(path: string, cwd: string): Promise<string> {
  if (!isWithin(cwd, path)) return path;
  const real = await realpath(path);
  return real === join(await realpath(cwd), relative(cwd, path)) ? path : real;
}

/** The current folder, when something that was named lies in it, and each folder named elsewhere. */
function foldersOf(named: readonly Named[], cwd: string): readonly string[] {
  return [...new Set(named.map(({ path, isFolder }) => (isWithin(cwd, path) ? cwd : isFolder ? path : dirname(path))))];
}

/** A file that was named by itself is checked as a template, even when nothing else says that it is one. */
async function openOthers(
  service: Service,
  files: NodeFiles,
  named: readonly Named[],
  templates: readonly string[],
): Promise<void> {
  const known = new Set(checkedFiles(service.workspace.snapshot(), service.listed));
  for (const { path, isFolder } of named) {
    const uri = addressOf(path);
    if (isFolder || known.has(uri)) continue;
    const found = await files.read(uri);
    if (found.kind !== 'file') throw new UsageError(`${path} cannot be read: ${whyUnread(found)}`);
    service.add(uri, found.file.text);
  }
  for (const uri of templates) {
    const found = known.has(uri) ? undefined : await files.read(uri);
    if (found?.kind === 'file') service.add(uri, found.file.text);
  }
  await service.workspace.ready();
}

/** Why there is no text of a file, behind `cannot be read:`. */
export function whyUnread(found: Found): string {
  if (found.kind === 'unreadable') return found.reason;
  return found.kind === 'outside' ? 'it leads out of its folder' : 'it is gone';
}

/** Reads the vocabularies that the models of the systems ask for, so that every count is exact from the start. */
async function loadVocabularies(host: TokenHost, snapshot: Snapshot, io: Pick<CliIo, 'warn'>): Promise<void> {
  const encodings = new Set<string>();
  for (const system of snapshot.systems) {
    const models = [
      system.entry.model,
      ...Object.values(system.entry.scenarios ?? {}).map((scenario) => scenario.model),
    ];
    for (const model of models) encodings.add(tokenizerOf(modelFacts(model, system.manifest.data.models)).encoding);
  }
  await Promise.all(
    [...encodings].map((encoding) =>
      host
        .load(encoding)
        .catch((error: Error) => io.warn(`tokens are estimates, since ${encoding} cannot be read: ${error.message}`)),
    ),
  );
}

/** What was named, what lies in a folder that was, and for a manifest that was, the files of its systems. */
function namedIn(named: readonly Named[], snapshot: Snapshot): (uri: string) => boolean {
  const single = new Set(named.filter((n) => !n.isFolder).map((n) => addressOf(n.path)));
  for (const uri of [...single]) {
    if (snapshot.manifest(uri)?.kind !== 'manifest') continue;
    for (const system of snapshot.systemsOf(uri)) for (const file of system.files) single.add(file.uri);
  }
  const folders = named.filter((n) => n.isFolder).map((n) => n.path);
  return (uri) => {
    if (single.has(uri)) return true;
    const path = pathOf(uri);
    return path !== undefined && folders.some((folder) => isWithin(folder, path));
  };
}

/** Looks through what was named, and through the folders that it is read with. */
export async function listingOf(paths: readonly string[], io: Pick<CliIo, 'cwd' | 'warn'>): Promise<Listing> {
  const disk = new NodeFiles((message) => io.warn(message));
  const folders = foldersOf(await namedBy(paths, io.cwd), io.cwd).map(addressOf);
  await disk.setFolders(folders);
  const listing = new Listing(disk);
  // What was named often lies in one of them, which then answers for both.
  for (const folder of folders) await listing.all(folder);
  return listing;
}

/** The addresses of the folders that were named. */
export async function namedFolders(paths: readonly string[], cwd: string): Promise<readonly string[]> {
  return (await namedBy(paths, cwd)).filter(({ isFolder }) => isFolder).map(({ path }) => addressOf(path));
}

/** A file as it is printed: its path from the current folder, with forward slashes. */
export function shownPath(uri: string, cwd: string): string {
  const path = pathOf(uri);
  if (path === undefined) return uri;
  return (isWithin(cwd, path) ? relative(cwd, path) : path).split(sep).join('/');
}
