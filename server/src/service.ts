// The public face of Strata without a connection: a workspace that knows which of its files are checked. The language
// server and the command line are two ways to ask it.
import { folderOf, isInsideOneOf, nameOf, normalizeAddress } from './text/address';
import type { Counter } from './tokens/counter';
import { tallyOf, tokenizerOf } from './tokens/estimate';
import { isManifestName, isTemplateName, languageOfName } from './workspace/names';
import { type Proposal, proposalFor } from './workspace/proposal';
import type { Snapshot } from './workspace/snapshot';
import type { Tokens } from './workspace/tokens';
import { type FileChange, type FileReader, Workspace } from './workspace/workspace';

export interface ServiceOptions {
  readonly files: FileReader;
  /** Makes the counter; it calls `changed` when counts that were estimates have become exact. */
  counter(changed: () => void): Counter;
  log(message: string): void;
  /** Systems whose renderings are kept for who asks again; default: as many as somebody may have open. */
  readonly mostRendered?: number | undefined;
  /** Whether the folders are trusted: only then is version control asked, which is a program that they can configure. Default: yes. */
  trusted?(): boolean;
  /** Folder with a page for each rule, when the pages are there: findings are linked to theirs. */
  readonly rulePages?: string | undefined;
}

/**
 * The whole engine without a connection: the language server, the command line and a browser use it alike. Files and
 * counting threads are handed in.
 */
export class Service {
  readonly workspace: Workspace;
  readonly #options: ServiceOptions;
  readonly #counter: Counter;
  /** Manifests and templates that the folders hold, whether a system names them or not. */
  readonly #listed = new Set<string>();
  #folders: readonly string[] = [];
  #looking: Promise<void> = Promise.resolve();

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#counter = options.counter(() => this.workspace.countsArrived());
    const { files } = options;
    this.workspace = new Workspace({
      reader: {
        read: (uri) => files.read(uri),
        list: (folder) => this.#list(folder),
        all: async (folder) => (await files.all?.(folder)) ?? [],
        committed: async (uri) => (options.trusted?.() === false ? undefined : files.committed?.(uri)),
        allow: (folder) => files.allow?.(folder),
      },
      counter: this.#counter,
      log: options.log,
      mostRendered: options.mostRendered,
      rulePages: options.rulePages,
    });
  }

  /** Sets the workspace folders and reads what their manifests name. */
  async setFolders(uris: readonly string[]): Promise<void> {
    this.#folders = uris;
    this.#listed.clear();
    await this.workspace.setFolders(uris);
    const folders = new Set(this.#folders.map(normalizeAddress));
    for (const uri of this.#listed) if (!isInsideOneOf(folders, uri)) this.#listed.delete(uri);
    await this.workspace.ready();
  }

  /** Tokens of the stretches of a text that no system reads, as `o200k_base` has them. */
  readonly count = (uri: string, text: string, bounds: readonly number[]): readonly Tokens[] => {
    const choice = tokenizerOf(undefined);
    const counted = this.#counter.count(choice.encoding, `text/${uri}`, text, bounds);
    return counted.tokens.map((tokens) => tallyOf(tokens, counted.pending, choice));
  };

  /** Adds a file that is to be checked as a template although neither its name nor a manifest says that it is one. */
  add(uri: string, text: string): void {
    this.#listed.add(uri);
    this.workspace.open(uri, languageOfName(uri) ?? 'prompt-template', 0, text);
  }

  /** Tells what happened on the disk. Of a folder that comes or goes nobody tells what lies in it. */
  filesChanged(changes: readonly FileChange[]): void {
    const gone = new Set(changes.flatMap(({ uri, kind }) => (kind === 'deleted' ? [uri] : [])));
    for (const uri of [...this.#listed]) if (gone.has(uri) || isInsideOneOf(gone, uri)) this.#listed.delete(uri);
    for (const { uri, kind } of changes)
      if (kind !== 'deleted' && (isManifestName(uri) || isTemplateName(uri))) this.#listed.add(uri);
    this.workspace.filesChanged(changes);
    const folders = new Set(
      changes.flatMap(({ uri, kind }) => (kind === 'created' && mayBeFolder(uri) ? [normalizeAddress(uri)] : [])),
    );
    if (folders.size > 0) this.#looking = this.#looking.then(() => this.#lookInto(folders));
  }

  /** Addresses of the manifests and templates that the folders hold. */
  get listed(): Iterable<string> {
    return this.#listed;
  }

  /** Addresses of all files of the workspace folder that a file lies in; without one, of those beside it. */
  async filesAround(uri: string): Promise<readonly string[]> {
    const folders = this.#folders.map(normalizeAddress).filter((folder) => isInsideOneOf(new Set([folder]), uri));
    const folder = folders.sort((a, b) => b.length - a.length)[0] ?? folderOf(uri);
    return ((await this.#options.files.all?.(folder)) ?? []).map(normalizeAddress).sort();
  }

  /** What would be true if the text at an address were another one. The texts around it are those of the given moment. */
  whatIf(snapshot: Snapshot, uri: string, text: string): Promise<Snapshot> {
    return this.whatIfAll(snapshot, new Map([[uri, text]]));
  }

  /** The same for several texts at once, among them perhaps files that are not there yet. */
  async whatIfAll(snapshot: Snapshot, texts: ReadonlyMap<string, string>): Promise<Snapshot> {
    const systems = [...texts.keys()].flatMap((uri) => snapshot.systemsOf(uri));
    const manifests = [...new Set(systems.map((system) => system.manifest.file))];
    const listed = manifests.map((file) => file.uri);
    const scratch = new Workspace({
      reader: {
        read: async (address) => snapshot.lookup.at(address),
        list: async () => listed,
        all: async (folder) => (await this.#options.files.all?.(folder)) ?? [],
      },
      counter: this.#counter,
      log: this.#options.log,
    });
    await scratch.setFolders(this.#folders);
    if (this.#folders.length === 0) for (const file of manifests) scratch.open(file.uri, 'yaml', 0, file.text);
    for (const [uri, text] of texts) scratch.open(uri, isManifestName(uri) ? 'yaml' : 'prompt-template', 0, text);
    await scratch.ready();
    return scratch.snapshot();
  }

  /** The same folders as another reader has them: as they were in a commit. Without folders, the one that is named. */
  async as(files: FileReader, folder: string): Promise<Snapshot> {
    const other = new Workspace({ reader: files, counter: this.#counter, log: this.#options.log });
    await other.setFolders(this.#folders.length > 0 ? this.#folders : [folder]);
    await other.ready();
    return other.snapshot();
  }

  /** A manifest for the templates of a folder that no manifest names, or for one of them. */
  propose(snapshot: Snapshot, uri: string): Promise<Proposal> {
    return proposalFor(this.#options.files, snapshot, uri);
  }

  async #list(folder: string): Promise<readonly string[]> {
    const found = (await this.#options.files.list?.(folder)) ?? [];
    for (const uri of found) this.#listed.add(uri);
    return found;
  }

  /** Finds what lies in folders that are new, one after the other: an installation may make thousands of them. */
  async #lookInto(folders: ReadonlySet<string>): Promise<void> {
    for (const folder of folders) {
      if (isInsideOneOf(folders, folder)) continue;
      try {
        const found = await this.#list(folder);
        if (found.length > 0) this.workspace.filesChanged(found.map((uri) => ({ uri, kind: 'created' })));
      } catch (error) {
        this.#options.log(`cannot list ${folder}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
}

/** Folders have names without an ending, or end like a version (`v1.2`), nearly always; files nearly never. */
const mayBeFolder = (uri: string): boolean => /^[^.]*$|\.\d+$/.test(nameOf(uri));
