// Floor "lsp": the only floor that knows the connection. Invariant: no feature is computed here; every answer comes from
// a snapshot through a pure function of `features`, and every handler runs inside `safely`.
import type { CancellationToken, Connection } from 'vscode-languageserver/node';
import { Refusal } from '../features/refusal';
import { dialect } from '../features/requests/dialect';
import { fill } from '../features/requests/fill';
import { locate } from '../features/requests/locate';
import { render } from '../features/requests/render';
import { filesOfChoice, status, systems, tokens } from '../features/requests/report';
import { value } from '../features/requests/value';
import {
  type ChooseParams,
  type CompareParams,
  type DialectParams,
  type FillParams,
  type FollowParams,
  type LocateParams,
  type ProposeParams,
  type ProposeResult,
  REQUESTS,
  type RenderParams,
  type RevisionsParams,
  type StatusParams,
  type SystemsParams,
  type TokensParams,
  type ValueParams,
} from '../protocol';
import { Service } from '../service';
import { normalizeAddress } from '../text/address';
import { isManifestName } from '../workspace/names';
import type { Snapshot } from '../workspace/snapshot';
import { AnsweredTokens } from './answeredTokens';
import { AnsweredWorkspace } from './answeredWorkspace';
import type { Ask } from './ask';
import { capabilities } from './capabilities';
import { type Client, foldersOf, readClient } from './client';
import { Contents } from './contents';
import { Publisher, pullDiagnostics, pullWorkspaceDiagnostics, type WorkspaceSource } from './diagnostics';
import { Documents } from './documents';
import { FollowedPrompts } from './followedPrompts';
import { Formatters } from './formatters';
import { addressIn, HANDLERS } from './handlers';
import { wrongParams } from './ownParams';
import { Person } from './person';
import { Refresher } from './refresh';
import { CHANGE_KINDS, Watchers } from './registrations';
import { Revisions } from './revisions';
import { type Runtime, sparingly } from './runtime';
import { describe, type Safety, safely } from './safely';
import { ScanProgress } from './scanProgress';
import { Turns } from './turns';

/** An answer waits at most so long for files to be read. */
const LONGEST_WAIT = 500;

/** Answers on a connection until it ends. The caller listens. */
export function startServer(connection: Connection, runtime: Runtime): void {
  new Server(connection, runtime).listen();
}

class Server {
  readonly #connection: Connection;
  readonly #runtime: Runtime;
  readonly #service: Service;
  readonly #documents = new Documents();
  readonly #tokens = new AnsweredTokens();
  readonly #followed = new FollowedPrompts();
  readonly #refresher: Refresher;
  readonly #publisher: Publisher;
  readonly #watchers: Watchers;
  readonly #formatters: Formatters;
  readonly #contents: Contents;
  readonly #progress: ScanProgress;
  readonly #revisions: Revisions;
  readonly #person: Person;
  readonly #safety: Safety;
  readonly #source: WorkspaceSource;
  #client: Client | undefined;
  #folders: readonly string[] = [];
  /** Resolves when the workspace folders have been read. */
  #started: Promise<void> = Promise.resolve();
  #isInitialized = false;

  constructor(connection: Connection, runtime: Runtime) {
    const log = (message: string): void => connection.console.warn(message);
    const client = (): Client => this.#client as Client;
    const trusted = (): boolean => this.#client?.trusted === true;
    this.#connection = connection;
    this.#runtime = runtime;
    this.#person = new Person(connection);
    this.#safety = { turns: new Turns(runtime), log: (message) => connection.console.error(message) };
    this.#service = new Service({
      files: runtime.files,
      counter: (changed) => runtime.counter(changed),
      log,
      trusted,
      rulePages: runtime.rulePages,
    });
    const [service, documents] = [this.#service, this.#documents];
    const { workspace } = service;
    const snapshot = (): Promise<Snapshot> => this.#snapshot();
    const answered = new AnsweredWorkspace(() => service.listed);
    this.#refresher = new Refresher(connection, snapshot, documents, runtime, client, service.count, answered);
    this.#source = { answered, service, documents, runtime, log: this.#safety.log };
    this.#publisher = new Publisher(connection, snapshot, documents, runtime);
    this.#revisions = new Revisions(runtime, service, trusted);
    this.#watchers = new Watchers(connection, workspace, client);
    this.#formatters = new Formatters(connection, workspace, client);
    this.#contents = new Contents(connection, snapshot, runtime);
    this.#progress = new ScanProgress(connection, runtime, () => (this.#isInitialized ? this.#client : undefined));
  }

  listen(): void {
    this.#connection.onInitialize((params) => {
      this.#client = readClient(params);
      this.#setFolders(foldersOf(params));
      return {
        capabilities: capabilities(this.#client),
        serverInfo: { name: 'strata', version: this.#runtime.version },
      };
    });
    this.#connection.onInitialized(() => this.#initialized());
    this.#documents.listen(this.#connection, this.#service.workspace, (address) => {
      this.#refresher.edited(address);
      this.#contents.changed();
      this.#published();
      if (!this.#documents.isOpen(address)) this.#tokens.forget(address);
      if (isManifestName(address)) this.#watch();
    });
    this.#service.workspace.onDidChange((addresses) => {
      this.#refresher.changed(addresses);
      this.#contents.changed();
      this.#published();
      this.#watch();
    });
    this.#connection.onDidChangeWatchedFiles(({ changes }) => {
      this.#service.filesChanged(
        changes.map(({ uri, type }) => ({ uri: normalizeAddress(uri), kind: CHANGE_KINDS[type] })),
      );
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
    if (!this.#isInitialized) return;
    void this.#watchers.update(this.#folders);
    void this.#formatters.update();
  }

  #setFolders(uris: readonly string[]): void {
    this.#folders = [...new Set(uris.map(normalizeAddress))];
    this.#revisions.forget();
    this.#started = this.#read(this.#folders);
  }

  async #read(folders: readonly string[]): Promise<void> {
    const done = this.#progress.begin();
    try {
      await this.#runtime.files.setFolders(folders);
      await sparingly(this.#runtime, () => this.#service.setFolders(folders));
      this.#watch();
    } catch (error) {
      this.#safety.log(`reading the workspace failed: ${describe(error)}`);
    } finally {
      done();
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
      this.#on(method, fallback, (snapshot, params, token) => answer(this.#ask(snapshot, params, token), params));
    }
  }

  #ask(snapshot: Snapshot, params: unknown, token: CancellationToken): Ask {
    return {
      snapshot,
      uri: addressIn(params),
      client: this.#client as Client,
      refresher: this.#refresher,
      service: this.#service,
      tokens: this.#tokens,
      contents: this.#contents,
      versions: this.#documents.versions,
      clientUri: (address) => this.#documents.clientUri(address),
      yieldNow: () => this.#runtime.yieldNow(),
      isCancelled: () => token.isCancellationRequested,
      log: this.#safety.log,
      person: this.#person,
    };
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
        return pullWorkspaceDiagnostics(this.#source, params, token, report as never);
      }),
    );
  }

  #answerOwnRequests(): void {
    this.#on(REQUESTS.render, null, (snapshot, params) => render(snapshot, params as RenderParams));
    this.#on(REQUESTS.follow, null, (snapshot, params) => this.#followed.answer(snapshot, params as FollowParams));
    this.#on(REQUESTS.tokens, null, (snapshot, params) => tokens(snapshot, params as TokensParams));
    this.#on(REQUESTS.systems, null, (snapshot, params) => systems(snapshot, params as SystemsParams));
    this.#on(REQUESTS.status, null, (snapshot, params) => status(snapshot, params as StatusParams));
    this.#on(REQUESTS.compare, null, (snapshot, params) => this.#revisions.compare(snapshot, params as CompareParams));
    this.#on(REQUESTS.revisions, null, (snapshot, params) =>
      this.#revisions.list(snapshot, (params as RevisionsParams).key),
    );
    this.#on(REQUESTS.value, null, (snapshot, params) => value(snapshot, params as ValueParams));
    this.#on(REQUESTS.locate, null, (snapshot, params) => locate(snapshot, params as LocateParams));
    this.#on(REQUESTS.fill, null, (snapshot, params) => fill(snapshot, params as FillParams));
    this.#on(REQUESTS.propose, null, async (snapshot, params): Promise<ProposeResult> => {
      const { text, ...proposal } = await this.#service.propose(snapshot, (params as ProposeParams).uri);
      return { version: 1, ...proposal, text: text ?? null };
    });
    this.#on(REQUESTS.dialect, null, async (snapshot, params) => {
      const asked = params as DialectParams;
      const isOpen = snapshot.systemsOf(normalizeAddress(asked.uri)).length === 0;
      if (asked.choose === undefined || !isOpen) return dialect(snapshot, asked);
      this.#service.workspace.chooseDialect(asked.uri, asked.choose);
      this.#refresher.changed([normalizeAddress(asked.uri)]);
      return dialect(await this.#snapshot(), { uri: asked.uri });
    });
    this.#on(REQUESTS.choose, null, (snapshot, params) => {
      const { key, scenario, select } = params as ChooseParams;
      this.#service.workspace.choose(key, scenario, select ?? {});
      this.#refresher.changed(filesOfChoice(snapshot, key));
      return null;
    });
  }

  /** Registers one request: through `safely`, from one snapshot. */
  #on(
    method: string,
    fallback: unknown,
    answer: (snapshot: Snapshot, params: unknown, token: CancellationToken) => unknown,
  ): void {
    this.#connection.onRequest(method, (params: unknown, token: CancellationToken) =>
      safely(this.#safety, method, token, fallback, async () => {
        const wrong = wrongParams(method, params);
        if (wrong !== undefined) throw new Refusal(wrong);
        return answer(await this.#snapshot(), params, token);
      }),
    );
  }
}
