import {
  type Connection,
  DidChangeWatchedFilesNotification,
  type Disposable,
  FileChangeType,
  type FileSystemWatcher,
  WatchKind,
} from 'vscode-languageserver/node';
import type { Workspace } from '../workspace/workspace';
import type { Client } from './client';
import { OneAtATime } from './oneAtATime';

/** Always watched: manifests and what is a template by its name. */
const PATTERNS = ['**/strata.yaml', '**/*.{prompt,ptmpl}'];

/** Of folders that come and go nobody tells what lies in them, so all are told of; what is no folder is not looked at. */
const FOLDERS = '**';

/** Tell of a commit, or that another one was checked out. */
const OF_COMMITS = ['**/.git/HEAD', '**/.git/logs/HEAD'];

/** What a client tells of a file that is watched, in our words. */
export const CHANGE_KINDS = {
  [FileChangeType.Created]: 'created',
  [FileChangeType.Changed]: 'changed',
  [FileChangeType.Deleted]: 'deleted',
} as const;

/**
 * Asks the client to tell about changes on the disk: of manifests, templates, and of files whose extension some manifest
 * names. Registered anew only when a manifest names an extension for the first time.
 */
export class Watchers {
  readonly #connection: Connection;
  readonly #workspace: Workspace;
  readonly #client: () => Client;
  #registered: Disposable | undefined;
  #key = '';
  readonly #updates = new OneAtATime();

  constructor(connection: Connection, workspace: Workspace, client: () => Client) {
    this.#connection = connection;
    this.#workspace = workspace;
    this.#client = client;
  }

  /** Watches what the current manifests name, below the given folders. */
  update(folders: readonly string[]): Promise<void> {
    return this.#updates.run(() => this.#update(folders));
  }

  async #update(folders: readonly string[]): Promise<void> {
    if (!this.#client().watchesFiles) return;
    const ofCommits = this.#client().trusted ? OF_COMMITS : [];
    const patterns = [...PATTERNS, ...ofCommits, ...extensionPatterns(this.#workspace)];
    const key = JSON.stringify([folders, patterns]);
    if (key === this.#key) return;
    this.#key = key;
    const inFolders = this.#client().relativePatterns && folders.length > 0;
    const globs = (pattern: string): FileSystemWatcher['globPattern'][] =>
      inFolders ? folders.map((baseUri) => ({ baseUri, pattern })) : [pattern];
    const watchers: FileSystemWatcher[] = [
      ...patterns.flatMap(globs).map((globPattern) => ({ globPattern })),
      ...globs(FOLDERS).map((globPattern) => ({ globPattern, kind: WatchKind.Create | WatchKind.Delete })),
    ];
    const before = this.#registered;
    this.#registered = await this.#connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
    before?.dispose();
  }
}

function extensionPatterns(workspace: Workspace): string[] {
  const extensions = new Set<string>();
  for (const system of workspace.snapshot().systems) {
    for (const { uri } of system.files) {
      const name = uri.slice(uri.lastIndexOf('/') + 1);
      const dot = name.lastIndexOf('.');
      // A name without an extension is watched as it is.
      extensions.add(dot > 0 ? `*${name.slice(dot)}` : name);
    }
  }
  extensions.delete('*.prompt');
  extensions.delete('*.ptmpl');
  return [...extensions]
    .filter((e) => /^[\w*.-]+$/.test(e))
    .sort()
    .map((e) => `**/${e}`);
}
