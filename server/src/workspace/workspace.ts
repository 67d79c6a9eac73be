import type { Found } from '../model/lookup';
import { textsOfSystem } from '../model/texts';
import { folderOf, isInside, isInsideOneOf, normalizeAddress } from '../text/address';
import type { SourceFile } from '../text/source';
import type { Counter } from '../tokens/counter';
import { CommittedTexts } from './committed';
import { Disk } from './disk';
import { Facts } from './facts';
import { isManifestName, isTemplateName, MANIFEST, tellsOfCommits } from './names';
import { Reachable } from './reachable';
import type { Snapshot } from './snapshot';
import type { Addresses } from './systemIndex';
import { WorkspaceSnapshot } from './workspaceSnapshot';

/** How the workspace reads files: from a disk, over a connection, from memory. */
export interface FileReader {
  read(uri: string): Promise<Found>;
  /** Addresses of the files below a folder that may be manifests or templates by their name. */
  list?(folder: string): Promise<readonly string[]>;
  /** Addresses of all files below a folder, for patterns; bounded by the reader. */
  all?(folder: string): Promise<readonly string[]>;
  /** The text of a file as it was committed last; undefined when it never was, or when nobody can tell. */
  committed?(uri: string): Promise<string | undefined>;
  /** From now on what stands in and below a folder may be read, which is none of the workspace. */
  allow?(folder: string): void;
}

export interface WorkspaceOptions {
  readonly reader: FileReader;
  readonly counter: Counter;
  /** Systems whose renderings are kept for who asks again. */
  readonly mostRendered?: number | undefined;
  log(message: string): void;
  /** Folder with a page for each rule. */
  readonly rulePages?: string | undefined;
}

export interface FileChange {
  readonly uri: string;
  readonly kind: 'created' | 'changed' | 'deleted';
}

interface OpenDocument {
  readonly languageId: string;
  readonly version: number;
  readonly file: SourceFile;
}

/**
 * The files of the workspace folders and the open texts over them. Every change makes a new moment; `snapshot` gives the
 * current one. Nothing is read before something asks for it: `ready` reads what the systems name until all is known.
 */
export class Workspace {
  readonly #options: WorkspaceOptions;
  readonly #open = new Map<string, OpenDocument>();
  readonly #disk: Disk;
  readonly #listeners = new Set<(uris: readonly string[]) => void>();
  readonly #facts: Facts;
  /** Manifests and templates that the folders hold, by their names. */
  readonly #listed = new Set<string>();
  /** By address of a file that no manifest names: the dialect that somebody has chosen. */
  readonly #dialects = new Map<string, string>();
  #folders: readonly string[] = [];
  #moment = 0;
  #snapshot: WorkspaceSnapshot | undefined;
  /** Addresses by what they may be, until a file comes or goes. */
  #addresses: Addresses | undefined;
  /** The state of the index at which everything named was known to be read. */
  #settled = -1;
  readonly #committed: CommittedTexts;

  constructor(options: WorkspaceOptions) {
    this.#options = options;
    const { reader } = options;
    this.#disk = new Disk(reader, (message) => options.log(message));
    this.#committed = new CommittedTexts({
      read: reader.committed?.bind(reader),
      now: (uri) => this.snapshot().file(uri),
      changed: (uri) => {
        this.#turn();
        this.#tell([uri]);
      },
    });
    this.#facts = new Facts(options.counter, (message) => options.log(message), options.mostRendered);
  }

  /** Sets the workspace folders and finds the manifests and templates in them. */
  async setFolders(uris: readonly string[]): Promise<void> {
    const folders = uris.map((uri) => normalizeAddress(uri));
    this.#folders = folders;
    const lists = await Promise.all(folders.map(async (folder) => (await this.#options.reader.list?.(folder)) ?? []));
    // They may have been set again in the meantime.
    if (this.#folders !== folders) return;
    // Files of a folder that was taken away may still be open: each is one that was opened by itself from now on.
    for (const uri of this.#open.keys()) if (this.#isAlone(uri)) this.#options.reader.allow?.(folderOf(uri));
    this.#disk.forgetOutside();
    this.#facts.forget();
    this.#facts.index.touchPatterns();
    this.#listed.clear();
    for (const uri of lists.flat()) this.#listed.add(normalizeAddress(uri));
    this.#comeOrGo();
  }

  open(uri: string, languageId: string, version: number, text: string): void {
    const address = normalizeAddress(uri);
    this.#open.set(address, { languageId, version, file: { uri: address, text } });
    this.#committed.forget(address);
    this.#facts.touch(address);
    if (this.#isAlone(address)) {
      this.#options.reader.allow?.(folderOf(address));
      this.#disk.forgetOutside();
    }
    this.#comeOrGo();
  }

  change(uri: string, version: number, text: string): void {
    const address = normalizeAddress(uri);
    const open = this.#open.get(address);
    this.#open.set(address, { languageId: open?.languageId ?? '', version, file: { uri: address, text } });
    this.#facts.touch(address);
    this.#turn();
  }

  close(uri: string): void {
    const address = normalizeAddress(uri);
    this.#open.delete(address);
    // What stands on the disk may differ from what was typed; it is read again when somebody asks.
    this.#disk.forget(address);
    this.#facts.touch(address);
    this.#comeOrGo();
  }

  /** Tells what happened on the disk, to files or to whole folders. Open texts win over it, so they stay as they are. */
  filesChanged(all: readonly FileChange[]): void {
    const told = all.map(({ uri, kind }) => ({ uri: normalizeAddress(uri), kind }));
    const commits = told.filter(({ uri }) => tellsOfCommits(uri));
    if (commits.length > 0) {
      this.#committed.forget();
      this.#turn();
      this.#tell(commits.map(({ uri }) => uri));
    }
    const changes = [...told.filter((change) => this.#matters(change)), ...this.#below(told)];
    if (changes.length === 0) return;
    for (const { uri, kind } of changes) {
      this.#disk.forget(uri);
      this.#facts.touch(uri);
      if (kind === 'deleted') this.#listed.delete(uri);
      else if ((isManifestName(uri) || isTemplateName(uri)) && !this.#isAlone(uri)) this.#listed.add(uri);
    }
    if (changes.some((change) => change.kind !== 'changed')) {
      this.#disk.forgetListings();
      this.#facts.index.touchPatterns();
    }
    this.#comeOrGo();
    this.#tell(changes.map(({ uri }) => uri));
  }

  /** Resolves when everything that the manifests name has been read. */
  async ready(): Promise<void> {
    // Each round may find manifests and heads that name further files; a file is read once, so this ends.
    for (;;) {
      const state = this.#facts.index.update(this.#addressesNow(), this.#lookup);
      if (state !== this.#settled) this.#facts.index.askForFiles(this.#lookup);
      if (this.#disk.isSettled) {
        this.#settled = state;
        return;
      }
      this.#settled = -1;
      if (await this.#disk.list()) {
        this.#facts.index.touchPatterns();
        this.#turn();
      }
      for (const uri of await this.#disk.read()) {
        this.#facts.touch(uri);
        // One that was looked for beside a file is there, or is not.
        if (isManifestName(uri)) this.#addresses = undefined;
      }
      this.#turn();
    }
  }

  /** Resolves when the committed version of every text of a system is known, for those who can wait for it. */
  async readCommitted(): Promise<void> {
    for (const system of this.snapshot().systems)
      if (system.slots.size > 0)
        for (const { file } of textsOfSystem(system, this.#lookup)) this.#committed.differing(file.uri);
    await this.#committed.settled();
  }

  snapshot(): Snapshot {
    this.#snapshot ??= new WorkspaceSnapshot({
      version: this.#moment,
      lookup: this.#lookup,
      facts: this.#facts,
      addresses: this.#addressesNow(),
      languageOf: (uri) => this.#open.get(uri)?.languageId,
      chosenDialect: (uri) => this.#dialects.get(uri),
      log: (message) => this.#options.log(message),
      rulePages: this.#options.rulePages,
    });
    return this.#snapshot;
  }

  /** The scenario and axis values that hints and hovers of a system use from now on. */
  choose(key: string, scenario: string | null, select: Readonly<Record<string, string>> = {}): void {
    this.#facts.choose(key, scenario, select);
    this.#turn();
    this.#tell([]);
  }

  /** The dialect in which a file is read from now on that no manifest names; null: the one that is detected. */
  chooseDialect(uri: string, dialect: string | null): void {
    const address = normalizeAddress(uri);
    if ((this.#dialects.get(address) ?? null) === dialect) return;
    if (dialect === null) this.#dialects.delete(address);
    else this.#dialects.set(address, dialect);
    this.#turn();
    this.#tell([address]);
  }

  /** Called when something changed that is not an edit of an open text: a file was read again, counts arrived. */
  onDidChange(listener: (uris: readonly string[]) => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** To be called by whoever owns the counter, when counts that were pending have become exact. */
  countsArrived(): void {
    this.#facts.countsArrived();
    this.#turn();
    this.#tell([]);
  }

  dispose(): void {
    this.#listeners.clear();
    this.#facts.dispose();
  }

  readonly #lookup = new Reachable({
    folders: () => this.#folders,
    openAddresses: () => this.#open.keys(),
    openFile: (uri) => this.#open.get(uri)?.file,
    onDisk: (uri) => this.#disk.at(uri),
    below: (folder) => this.#disk.below(folder),
    committed: (uri) => this.#committed.differing(uri),
  });

  #addressesNow(): Addresses {
    this.#addresses ??= {
      manifests: sorted([...this.#listed, ...this.#open.keys(), ...this.#besideAlone()].filter(isManifestName)),
      mayHaveHead: sorted([
        ...[...this.#listed].filter(isTemplateName),
        ...[...this.#open.keys()].filter((uri) => !isManifestName(uri)),
      ]),
    };
    return this.#addresses;
  }

  /** Whether an open file lies in no folder of the workspace. */
  #isAlone(uri: string): boolean {
    return uri.includes('/') && !this.#folders.some((folder) => isInside(folder, uri));
  }

  /** A file that is opened by itself has the manifest that stands beside it. */
  #besideAlone(): readonly string[] {
    const alone = [...this.#open.keys()].filter((uri) => this.#isAlone(uri));
    const manifests = alone.map((uri) => `${folderOf(uri)}/${MANIFEST}`);
    return manifests.filter((uri) => this.#open.has(uri) || this.#disk.at(uri).kind === 'file');
  }

  /** Whether anything can be different now. Nearly all files of a workspace have nothing to do with prompts. */
  #matters({ uri }: FileChange): boolean {
    return isManifestName(uri) || isTemplateName(uri) || this.#disk.matters(uri);
  }

  /** A folder that goes takes its files with it. */
  #below(changes: readonly FileChange[]): readonly FileChange[] {
    const gone = new Set(changes.flatMap(({ uri, kind }) => (kind === 'deleted' ? [uri] : [])));
    const known = new Set([...this.#disk.addresses, ...this.#listed]);
    return [...known].filter((uri) => isInsideOneOf(gone, uri)).map((uri) => ({ uri, kind: 'deleted' }));
  }

  /** A file may have come or gone, so what is listed is looked through again. */
  #comeOrGo(): void {
    this.#addresses = undefined;
    this.#settled = -1;
    this.#turn();
  }

  #turn(): void {
    this.#moment++;
    this.#snapshot = undefined;
  }

  #tell(uris: readonly string[]): void {
    for (const listener of this.#listeners) listener(uris);
  }
}

const sorted = (uris: readonly string[]): readonly string[] => [...new Set(uris)].sort();
