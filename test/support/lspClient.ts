// A client of the protocol for tests and benchmarks: over streams in this process, or to a server process.
import { type ChildProcess, spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { setImmediate as immediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  type ClientCapabilities,
  createConnection,
  createProtocolConnection,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type FileSystemWatcher,
  type InitializeResult,
  type Position,
  ProposedFeatures,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import type { Runtime } from '../../server/src/lsp/runtime';
import { startServer } from '../../server/src/lsp/server';
import { NOTIFICATIONS } from '../../server/src/protocol';
import { LineIndex } from '../../server/src/text/lines';
import { addressOf, MemoryFiles, memoryCounter, ROOT } from './memoryWorkspace';

/** What VS Code says that it can do, as far as it matters here. */
export const EDITOR: ClientCapabilities = {
  textDocument: {
    diagnostic: { dynamicRegistration: true },
    definition: { linkSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor', 'source'] } },
      dataSupport: true,
      resolveSupport: { properties: ['edit'] },
    },
  },
  workspace: {
    diagnostics: { refreshSupport: true },
    inlayHint: { refreshSupport: true },
    semanticTokens: { refreshSupport: true },
    codeLens: { refreshSupport: true },
    workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    workspaceFolders: true,
  },
};

/** One that asks for nothing by itself: diagnostics are published to it. */
export const PLAIN: ClientCapabilities = {};

interface Registration {
  readonly method: string;
  readonly registerOptions?: { readonly watchers?: readonly FileSystemWatcher[] };
}

export class LspClient {
  readonly connection: ProtocolConnection;
  /** Diagnostics as published last, by address. */
  readonly published = new Map<string, PublishDiagnosticsParams>();
  /** Requests and notifications of the server in their order: methods, and what was logged as an error. */
  readonly received: string[] = [];
  readonly errors: string[] = [];
  readonly changed: (readonly string[])[] = [];
  watchers: readonly FileSystemWatcher[] = [];
  /** What the server has registered later, by method. */
  readonly registered = new Map<string, unknown>();
  readonly #texts = new Map<string, { version: number; text: string }>();
  readonly #uriOf: (path: string) => string;
  #waiting: (() => void)[] = [];

  constructor(connection: ProtocolConnection, uriOf: (path: string) => string) {
    this.connection = connection;
    this.#uriOf = uriOf;
    connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      this.published.set(params.uri, params);
    });
    connection.onNotification('window/logMessage', ({ type, message }: { type: number; message: string }) => {
      if (type <= 2) this.errors.push(message);
    });
    connection.onNotification(NOTIFICATIONS.changed, ({ uris }: { uris: readonly string[] }) => {
      this.changed.push(uris);
    });
    for (const kind of ['diagnostic', 'inlayHint', 'semanticTokens', 'codeLens', 'foldingRange']) {
      connection.onRequest(`workspace/${kind}/refresh`, () => {
        this.received.push(`${kind}/refresh`);
        for (const wake of this.#waiting.splice(0)) wake();
        return null;
      });
    }
    connection.onRequest('client/registerCapability', ({ registrations }: { registrations: Registration[] }) => {
      for (const { method, registerOptions } of registrations) {
        this.registered.set(method, registerOptions);
        if (registerOptions?.watchers) this.watchers = registerOptions.watchers;
      }
      return null;
    });
    connection.onRequest('client/unregisterCapability', () => null);
    connection.listen();
  }

  /** Resolves when the server sends the request the next time. */
  async next(request: string): Promise<void> {
    const seen = this.received.filter((one) => one === request).length;
    while (this.received.filter((one) => one === request).length === seen) {
      await new Promise<void>((wake) => this.#waiting.push(wake));
    }
  }

  uri(path: string): string {
    return this.#uriOf(path);
  }

  async initialize(
    capabilities: ClientCapabilities,
    folder: string,
    initializationOptions?: unknown,
  ): Promise<InitializeResult> {
    const result = await this.request<InitializeResult>('initialize', {
      processId: null,
      rootUri: folder,
      capabilities,
      workspaceFolders: [{ uri: folder, name: 'w' }],
      initializationOptions,
    });
    this.notify('initialized', {});
    return result;
  }

  request<T>(method: string, params: unknown): Promise<T> {
    return this.connection.sendRequest<T>(method, params);
  }

  notify(method: string, params: unknown): void {
    void this.connection.sendNotification(method, params);
  }

  open(path: string, text: string, languageId = 'prompt-template'): void {
    this.#texts.set(path, { version: 1, text });
    this.notify('textDocument/didOpen', { textDocument: { uri: this.uri(path), languageId, version: 1, text } });
  }

  /** Replaces `text.slice(start, end)`, as typing does. */
  edit(path: string, start: number, end: number, text: string): void {
    const known = this.#known(path);
    const lines = new LineIndex(known.text);
    const range = { start: lines.placeAt(start), end: lines.placeAt(end) };
    this.#texts.set(path, {
      version: known.version + 1,
      text: known.text.slice(0, start) + text + known.text.slice(end),
    });
    this.notify('textDocument/didChange', {
      textDocument: { uri: this.uri(path), version: known.version + 1 },
      contentChanges: [{ range, text }],
    });
  }

  /** Replaces the whole text. */
  replace(path: string, text: string): void {
    this.edit(path, 0, this.#known(path).text.length, text);
  }

  close(path: string): void {
    this.#texts.delete(path);
    this.notify('textDocument/didClose', { textDocument: { uri: this.uri(path) } });
  }

  text(path: string): string {
    return this.#known(path).text;
  }

  pull(path: string, previousResultId?: string): Promise<DocumentDiagnosticReport> {
    return this.request('textDocument/diagnostic', {
      ...this.at(path),
      ...(previousResultId === undefined ? {} : { previousResultId }),
    });
  }

  /** Codes of the findings of a file, with the text that each stands at. */
  async findings(path: string): Promise<readonly string[]> {
    const report = await this.pull(path);
    return report.kind === 'full' ? report.items.map((item) => this.#shown(path, item)) : ['unchanged'];
  }

  /** Address of the page that the first finding of a code is linked to. */
  async pageOf(path: string, code: string): Promise<string> {
    const report = await this.pull(path);
    const found = report.kind === 'full' ? report.items.find((item) => item.code === code) : undefined;
    return found?.codeDescription?.href ?? '';
  }

  /** What was published last for a file, in the same form; undefined when nothing was. */
  publishedFindings(path: string): readonly string[] | undefined {
    return this.published.get(this.uri(path))?.diagnostics.map((item) => this.#shown(path, item));
  }

  at(path: string): { readonly textDocument: { readonly uri: string } } {
    return { textDocument: { uri: this.uri(path) } };
  }

  position(path: string, offset: number): Position {
    return new LineIndex(this.text(path)).placeAt(offset);
  }

  everything(path: string): Range {
    const { text } = this.#known(path);
    return { start: { line: 0, character: 0 }, end: new LineIndex(text).placeAt(text.length) };
  }

  #known(path: string): { version: number; text: string } {
    const known = this.#texts.get(path);
    if (!known) throw new Error(`${path} is not open`);
    return known;
  }

  #shown(path: string, { code, range }: Diagnostic): string {
    const known = this.#texts.get(path);
    if (!known) return String(code);
    const lines = new LineIndex(known.text);
    return `${code} ${known.text.slice(lines.offsetAt(range.start), lines.offsetAt(range.end))}`;
  }
}

/** Timers that fire when a test says so. */
export class TestTimers {
  #waiting: { work: () => void; milliseconds: number }[] = [];

  readonly later = (work: () => void, milliseconds: number): { dispose(): void } => {
    const entry = { work, milliseconds };
    this.#waiting.push(entry);
    return {
      dispose: () => {
        this.#waiting = this.#waiting.filter((other) => other !== entry);
      },
    };
  };

  /** Fires everything that waits for up to `milliseconds`. */
  pass(milliseconds = 100): void {
    const due = this.#waiting.filter((entry) => entry.milliseconds <= milliseconds);
    this.#waiting = this.#waiting.filter((entry) => entry.milliseconds > milliseconds);
    for (const { work } of due) work();
  }
}

export interface MemoryServer {
  readonly client: LspClient;
  readonly files: MemoryFiles;
  readonly timers: TestTimers;
  readonly initialized: InitializeResult;
  /** Resolves when the server has done all that was asked of it and has said what it had to say. */
  settled(): Promise<void>;
  dispose(): void;
}

export interface MemoryServerOptions {
  readonly initializationOptions?: unknown;
  readonly counter?: Runtime['counter'];
  /** Files that are read only when the promise resolves. */
  readonly slow?: Readonly<Record<string, Promise<void>>>;
}

/** A server over texts in memory, and its client, joined by two streams. */
export async function memoryServer(
  contents: ConstructorParameters<typeof MemoryFiles>[0],
  capabilities: ClientCapabilities = EDITOR,
  { initializationOptions, counter = memoryCounter, slow = {} }: MemoryServerOptions = {},
): Promise<MemoryServer> {
  const files = new MemoryFiles(contents);
  for (const [path, read] of Object.entries(slow)) files.slow.set(path, read);
  const timers = new TestTimers();
  const runtime: Runtime = {
    version: '0.0.0',
    rulePages: pathToFileURL('docs/rules').href,
    files,
    counter,
    yieldNow: () => immediate(),
    later: timers.later,
  };
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const server = createConnection(
    ProposedFeatures.all,
    new StreamMessageReader(toServer),
    new StreamMessageWriter(toClient),
  );
  startServer(server, runtime);
  server.listen();
  const client = new LspClient(
    createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer)),
    addressOf,
  );
  const initialized = await client.initialize(capabilities, ROOT, initializationOptions);
  const settled = async (): Promise<void> => {
    await client.request('strata/systems', {});
    timers.pass();
    await client.request('strata/systems', {});
    await client.request('strata/systems', {});
  };
  return {
    client,
    files,
    timers,
    initialized,
    settled,
    dispose: () => {
      client.connection.dispose();
      server.dispose();
    },
  };
}

export interface ServerProcess {
  readonly client: LspClient;
  readonly process: ChildProcess;
  /** Says goodbye; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** A server process that is spoken to over its standard input and output. */
export function serverProcess(
  file: string,
  uriOf: (path: string) => string,
  args: readonly string[] = ['--stdio'],
): ServerProcess {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const client = new LspClient(
    createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin)),
    uriOf,
  );
  return {
    client,
    process: child,
    stop: async () => {
      await client.request('shutdown', undefined);
      client.notify('exit', undefined);
      return exited;
    },
  };
}
