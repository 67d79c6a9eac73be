// Floor "lsp": the only floor that knows the connection. Invariant: no feature is computed here; every answer comes from
// a snapshot through a pure function of `features`, and every handler runs inside `safely`.
import { type CancellationToken, type Connection, FileChangeType } from 'vscode-languageserver/node';
import { choose, render, status, systems, tokens } from '../features/render';
import {
  type ChooseParams,
  REQUESTS,
  type RenderParams,
  type StatusParams,
  type SystemsParams,
  type TokensParams,
} from '../protocol';
import { normalizeAddress } from '../text/address';
import type { Snapshot } from '../workspace/snapshot';
import { Workspace } from '../workspace/workspace';
import { capabilities } from './capabilities';
import { type Client, foldersOf, readClient } from './client';
import { Publisher, pullDiagnostics, pullWorkspaceDiagnostics } from './diagnostics';
import { Documents } from './documents';
import { HANDLERS } from './handlers';
import { Refresher } from './refresh';
import { Watchers } from './registrations';
import type { Runtime } from './runtime';
import { type Safety, describe, safely } from './safely';

/** The first answers wait so long for the workspace to be read; later ones never wait, and a refresh follows. */
const LONGEST_START = 1000;

const KINDS = { [FileChangeType.Created]: 'created', [FileChangeType.Changed]: 'changed', [FileChangeType.Deleted]: 'deleted' } as const;

/** Answers on a connection until it ends. The caller listens. */
export function startServer(connection: Connection, runtime: Runtime): void {
  new Server(connection, runtime).listen();
}

class Server {
  readonly #connection: Connection;
  readonly #runtime: Runtime;
  readonly #workspace: Workspace;
  readonly #documents = new Documents();
  readonly #refresher: Refresher;
  readonly #publisher: Publisher;
  readonly #watchers: Watchers;
  readonly #safety: Safety;
  #client: Client | undefined;
  #folders: readonly string[] = [];
  /** Reading of the workspace folders, while it goes on. */
  #starting: Promise<void> | undefined;
  #startLimit: Promise<void> = Promise.resolve();

  constructor(connection: Connection, runtime: Runtime) {
    const log = (message: string): void => connection.console.log(message);
    const client = (): Client => this.#client as Client;
    this.#connection = connection;
    this.#runtime = runtime;
    this.#safety = { yieldNow: () => runtime.yieldNow(), log: (message) => connection.console.error(message) };
    this.#workspace = new Workspace({ reader: runtime.files, counter: runtime.counter, log });
    this.#refresher = new Refresher(connection, this.#workspace, this.#documents, runtime, client);
    this.#publisher = new Publisher(connection, this.#workspace, this.#documents, runtime);
    this.#watchers = new Watchers(connection, this.#workspace, client);
  }

  listen(): void {
    this.#connection.onInitialize((params) => {
      this.#client = readClient(params);
      this.#setFolders(foldersOf(params));
      return { capabilities: capabilities(), serverInfo: { name: 'strata', version: this.#runtime.version } };
    });
    this.#connection.onInitialized(() => this.#initialized());
    this.#documents.listen(this.#connection, this.#workspace, () => {
      this.#refresher.edited();
      this.#published();
    });
    this.#workspace.onDidChange((addresses) => {
      this.#refresher.changed(addresses);
      this.#published();
      void this.#watchers.update(this.#folders);
    });
    this.#connection.onDidChangeWatchedFiles(({ changes }) => {
      this.#workspace.filesChanged(changes.map(({ uri, type }) => ({ uri: normalizeAddress(uri), kind: KINDS[type] })));
    });
    this.#answerRequests();
    this.#answerDiagnostics();
    this.#answerOwnRequests();
  }

  #initialized(): void {
    void this.#watchers.update(this.#folders);
    if (!this.#client?.folderEvents) return;
    this.#connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const gone = new Set(removed.map((folder) => normalizeAddress(folder.uri)));
      this.#setFolders([...this.#folders.filter((f) => !gone.has(f)), ...added.map((folder) => folder.uri)]);
      void this.#watchers.update(this.#folders);
    });
  }

  #setFolders(uris: readonly string[]): void {
    this.#folders = [...new Set(uris.map(normalizeAddress))];
    const folders = this.#folders;
    this.#startLimit = new Promise((resolve) => this.#runtime.later(resolve, LONGEST_START));
    const starting = this.#read(folders).finally(() => {
      if (this.#starting === starting) this.#starting = undefined;
    });
    this.#starting = starting;
  }

  async #read(folders: readonly string[]): Promise<void> {
    try {
      await this.#runtime.files.setFolders(folders);
      await this.#workspace.setFolders(folders);
      await this.#workspace.ready();
    } catch (error) {
      this.#safety.log(`reading the workspace failed: ${describe(error)}`);
    }
  }

  /** The moment that a request is answered from. While the workspace is being read for the first time, it waits a little. */
  async #snapshot(): Promise<Snapshot> {
    if (this.#starting) await Promise.race([this.#starting, this.#startLimit]);
    return this.#workspace.snapshot();
  }

  #published(): void {
    if (this.#client && !this.#client.pullsDiagnostics) this.#publisher.schedule();
  }

  #answerRequests(): void {
    for (const { method, fallback, answer } of HANDLERS) {
      this.#on(method, fallback, (snapshot, params) => {
        const uri = addressIn(params);
        return answer({ snapshot, uri, client: this.#client as Client, refresher: this.#refresher }, params);
      });
    }
  }

  #answerDiagnostics(): void {
    const { diagnostics } = this.#connection.languages;
    diagnostics.on((params, token) =>
      safely(this.#safety, 'textDocument/diagnostic', token, { kind: 'full' as const, items: [] }, async () => {
        const snapshot = await this.#snapshot();
        const report = pullDiagnostics(snapshot, params);
        this.#refresher.answered('diagnostics', snapshot, normalizeAddress(params.textDocument.uri));
        return report;
      }),
    );
    diagnostics.onWorkspace((params, token, _, progress) =>
      safely(this.#safety, 'workspace/diagnostic', token, { items: [] }, async () => {
        await this.#starting;
        const report = progress ? (part: { items: never[] }) => progress.report(part) : undefined;
        return pullWorkspaceDiagnostics(this.#workspace, this.#documents, this.#runtime, params, token, report as never);
      }),
    );
  }

  #answerOwnRequests(): void {
    this.#on(REQUESTS.render, null, (snapshot, params) => render(snapshot, params as RenderParams));
    this.#on(REQUESTS.tokens, null, (snapshot, params) => tokens(snapshot, params as TokensParams));
    this.#on(REQUESTS.systems, null, (snapshot, params) => systems(snapshot, params as SystemsParams));
    this.#on(REQUESTS.status, null, (snapshot, params) => status(snapshot, params as StatusParams));
    this.#on(REQUESTS.choose, null, (snapshot, params) => {
      const { key, scenario, select } = params as ChooseParams;
      this.#workspace.choose(key, scenario, select ?? {});
      this.#refresher.changed(choose(snapshot, key));
      return null;
    });
  }

  /** Registers one request: through `safely`, from one snapshot. */
  #on(method: string, fallback: unknown, answer: (snapshot: Snapshot, params: unknown) => unknown): void {
    this.#connection.onRequest(method, (params: unknown, token: CancellationToken) =>
      safely(this.#safety, method, token, fallback, async () => answer(await this.#snapshot(), params)),
    );
  }
}

/** The address of the text that a request is about; empty for requests about none. */
function addressIn(params: unknown): string {
  if (typeof params !== 'object' || params === null || !('textDocument' in params)) return '';
  const document = params.textDocument;
  if (typeof document !== 'object' || document === null || !('uri' in document)) return '';
  return normalizeAddress(String(document.uri));
}
