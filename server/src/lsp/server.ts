// Floor "lsp": the only floor that knows the connection. Invariant: no feature is computed here; every answer comes from
// a snapshot through a pure function of `features`, and every handler runs inside `safely`.
import { type CancellationToken, type Connection, FileChangeType } from 'vscode-languageserver/node';
import { comparison } from '../features/comparison';
import { fill } from '../features/fill';
import { locate } from '../features/locate';
import { render } from '../features/render';
import { filesOfChoice, status, systems, tokens } from '../features/report';
import { value } from '../features/value';
import {
  type ChooseParams,
  type CompareParams,
  type FillParams,
  type LocateParams,
  REQUESTS,
  type RenderParams,
  type StatusParams,
  type SystemsParams,
  type TokensParams,
  type ValueParams,
} from '../protocol';
import { Service } from '../service';
import { normalizeAddress } from '../text/address';
import { isManifestName } from '../workspace/names';
import type { Snapshot } from '../workspace/snapshot';
import { capabilities } from './capabilities';
import { type Client, foldersOf, readClient } from './client';
import { Publisher, pullDiagnostics, pullWorkspaceDiagnostics } from './diagnostics';
import { Documents } from './documents';
import { HANDLERS } from './handlers';
import { Refresher } from './refresh';
import { Watchers } from './registrations';
import type { Runtime } from './runtime';
import { describe, type Safety, safely } from './safely';

/** An answer waits at most so long for files to be read. */
const LONGEST_WAIT = 500;

const KINDS = {
  [FileChangeType.Created]: 'created',
  [FileChangeType.Changed]: 'changed',
  [FileChangeType.Deleted]: 'deleted',
} as const;

/** Answers on a connection until it ends. The caller listens. */
export function startServer(connection: Connection, runtime: Runtime): void {
  new Server(connection, runtime).listen();
}

class Server {
  readonly #connection: Connection;
  readonly #runtime: Runtime;
  readonly #service: Service;
  readonly #documents = new Documents();
  readonly #refresher: Refresher;
  readonly #publisher: Publisher;
  readonly #watchers: Watchers;
  readonly #safety: Safety;
  #client: Client | undefined;
  #folders: readonly string[] = [];
  /** Resolves when the workspace folders have been read. */
  #started: Promise<void> = Promise.resolve();
  #isInitialized = false;

  constructor(connection: Connection, runtime: Runtime) {
    const log = (message: string): void => connection.console.warn(message);
    const client = (): Client => this.#client as Client;
    this.#connection = connection;
    this.#runtime = runtime;
    this.#safety = { yieldNow: () => runtime.yieldNow(), log: (message) => connection.console.error(message) };
    this.#service = new Service({
      files: runtime.files,
      counter: (changed) => runtime.counter(changed),
      log,
      trusted: () => this.#client?.trusted === true,
    });
    const { workspace } = this.#service;
    const snapshot = (): Promise<Snapshot> => this.#snapshot();
    this.#refresher = new Refresher(connection, snapshot, this.#documents, runtime, client, this.#service.count);
    this.#publisher = new Publisher(connection, snapshot, this.#documents, runtime);
    this.#watchers = new Watchers(connection, workspace, client);
  }

  listen(): void {
    this.#connection.onInitialize((params) => {
      this.#client = readClient(params);
      this.#setFolders(foldersOf(params));
      return { capabilities: capabilities(), serverInfo: { name: 'strata', version: this.#runtime.version } };
    });
    this.#connection.onInitialized(() => this.#initialized());
    this.#documents.listen(this.#connection, this.#service.workspace, (address) => {
      this.#refresher.edited();
      this.#published();
      if (isManifestName(address)) this.#watch();
    });
    this.#service.workspace.onDidChange((addresses) => {
      this.#refresher.changed(addresses);
      this.#published();
      this.#watch();
    });
    this.#connection.onDidChangeWatchedFiles(({ changes }) => {
      this.#service.filesChanged(changes.map(({ uri, type }) => ({ uri: normalizeAddress(uri), kind: KINDS[type] })));
    });
    this.#answerRequests();
    this.#answerDiagnostics();
    this.#answerOwnRequests();
  }

  #initialized(): void {
    this.#isInitialized = true;
    this.#watch();
    if (!this.#client?.folderEvents) return;
    this.#connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const gone = new Set(removed.map((folder) => normalizeAddress(folder.uri)));
      this.#setFolders([...this.#folders.filter((f) => !gone.has(f)), ...added.map((folder) => folder.uri)]);
    });
  }

  #watch(): void {
    if (this.#isInitialized) void this.#watchers.update(this.#folders);
  }

  #setFolders(uris: readonly string[]): void {
    this.#folders = [...new Set(uris.map(normalizeAddress))];
    this.#started = this.#read(this.#folders);
  }

  async #read(folders: readonly string[]): Promise<void> {
    try {
      await this.#runtime.files.setFolders(folders);
      await this.#service.setFolders(folders);
      this.#watch();
    } catch (error) {
      this.#safety.log(`reading the workspace failed: ${describe(error)}`);
    }
  }

  /**
   * The moment that a request is answered from. Files that the open texts name for the first time are read before, but
   * nobody waits long for a slow disk: what comes later is told by a refresh.
   */
  async #snapshot(): Promise<Snapshot> {
    const { workspace } = this.#service;
    const reading = this.#started.then(() => workspace.ready());
    let late = false;
    let limit: { dispose(): void } | undefined;
    const waited = new Promise<void>((resolve) => {
      limit = this.#runtime.later(() => {
        late = true;
        resolve();
      }, LONGEST_WAIT);
    });
    await Promise.race([reading, waited]);
    limit?.dispose();
    if (late) void reading.then(() => this.#refresher.changed([]));
    return workspace.snapshot();
  }

  #published(): void {
    if (this.#client && !this.#client.pullsDiagnostics) this.#publisher.schedule();
  }

  #answerRequests(): void {
    for (const { method, fallback, answer } of HANDLERS) {
      this.#on(method, fallback, (snapshot, params) => {
        const uri = addressIn(params);
        const ask = {
          snapshot,
          uri,
          client: this.#client as Client,
          refresher: this.#refresher,
          service: this.#service,
        };
        return answer(ask, params);
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
        // Everything that is named is read first, as for the answer about one file.
        await this.#snapshot();
        const report = progress ? (part: { items: never[] }) => progress.report(part) : undefined;
        return pullWorkspaceDiagnostics(this.#service, this.#documents, this.#runtime, params, token, report as never);
      }),
    );
  }

  #answerOwnRequests(): void {
    this.#on(REQUESTS.render, null, (snapshot, params) => render(snapshot, params as RenderParams));
    this.#on(REQUESTS.tokens, null, (snapshot, params) => tokens(snapshot, params as TokensParams));
    this.#on(REQUESTS.systems, null, (snapshot, params) => systems(snapshot, params as SystemsParams));
    this.#on(REQUESTS.status, null, (snapshot, params) => status(snapshot, params as StatusParams));
    this.#on(REQUESTS.compare, null, (snapshot, params) => comparison(snapshot, params as CompareParams));
    this.#on(REQUESTS.value, null, (snapshot, params) => value(snapshot, params as ValueParams));
    this.#on(REQUESTS.locate, null, (snapshot, params) => locate(snapshot, params as LocateParams));
    this.#on(REQUESTS.fill, null, (snapshot, params) => fill(snapshot, params as FillParams));
    this.#on(REQUESTS.choose, null, (snapshot, params) => {
      const { key, scenario, select } = params as ChooseParams;
      this.#service.workspace.choose(key, scenario, select ?? {});
      this.#refresher.changed(filesOfChoice(snapshot, key));
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
