import type {
  CancellationToken,
  Connection,
  Diagnostic,
  DocumentDiagnosticParams,
  DocumentDiagnosticReport,
  WorkspaceDiagnosticParams,
  WorkspaceDiagnosticReport,
  WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver/node';
import { diagnostics } from '../features/diagnostics';
import { checkedFiles } from '../features/places/texts';
import type { Service } from '../service';
import { normalizeAddress } from '../text/address';
import type { Snapshot } from '../workspace/snapshot';
import type { AnsweredWorkspace } from './answeredWorkspace';
import type { Documents } from './documents';
import { type Runtime, sparingly } from './runtime';
import { describe } from './safely';

/** So many files are answered before other requests get a turn. */
const FILES_AT_A_TIME = 20;

/** Published diagnostics wait this long for the next keystroke. */
const PUBLISH_AFTER = 50;

/** Answer to a client that asks. `unchanged` when nothing that the findings depend on has changed since it asked last. */
export function pullDiagnostics(snapshot: Snapshot, params: DocumentDiagnosticParams): DocumentDiagnosticReport {
  const address = normalizeAddress(params.textDocument.uri);
  const resultId = snapshot.resultId(address);
  if (resultId === params.previousResultId) return { kind: 'unchanged', resultId };
  return { kind: 'full', resultId, items: [...diagnostics(snapshot, address)] };
}

/** What the findings of the whole workspace are made of. */
export interface WorkspaceSource {
  readonly answered: AnsweredWorkspace;
  readonly service: Service;
  readonly documents: Documents;
  readonly runtime: Runtime;
  log(message: string): void;
}

/** Answer for the whole workspace, in portions: `report` gets each as soon as it is there. */
export function pullWorkspaceDiagnostics(
  source: WorkspaceSource,
  params: WorkspaceDiagnosticParams,
  token: CancellationToken,
  report: ((part: WorkspaceDiagnosticReport) => void) | undefined,
): Promise<WorkspaceDiagnosticReport> {
  return sparingly(source.runtime, () => checkWorkspace(source, params, token, report));
}

async function checkWorkspace(
  { answered, service, documents, runtime, log }: WorkspaceSource,
  params: WorkspaceDiagnosticParams,
  token: CancellationToken,
  report: ((part: WorkspaceDiagnosticReport) => void) | undefined,
): Promise<WorkspaceDiagnosticReport> {
  const snapshot = service.workspace.snapshot();
  const previous = new Map(params.previousResultIds.map(({ uri, value }) => [normalizeAddress(uri), { uri, value }]));
  const files = checkedFiles(snapshot, service.listed);
  const known = new Set(files);
  answered.begin(snapshot);
  const all: WorkspaceDocumentDiagnosticReport[] = [];
  let portion: WorkspaceDocumentDiagnosticReport[] = [];
  const flush = (): void => {
    if (report) report({ items: portion });
    else all.push(...portion);
    for (const { uri } of portion) snapshot.rest(normalizeAddress(uri));
    portion = [];
  };
  for (const address of [...files, ...[...previous.keys()].filter((a) => !known.has(a))]) {
    const before = previous.get(address);
    const uri = before?.uri ?? documents.clientUri(address);
    const version = documents.version(address) ?? null;
    const resultId = snapshot.resultId(address);
    answered.answered(address, resultId);
    if (before?.value === resultId) portion.push({ kind: 'unchanged', uri, version, resultId });
    else portion.push({ kind: 'full', uri, version, resultId, items: itemsOf(snapshot, address, log) });
    if (portion.length < FILES_AT_A_TIME) continue;
    flush();
    await runtime.yieldNow();
    if (token.isCancellationRequested) break;
  }
  flush();
  return { items: all };
}

/** The findings of one of many files: where they cannot be made, those of the others are told all the same. */
function itemsOf(snapshot: Snapshot, address: string, log: (message: string) => void): Diagnostic[] {
  try {
    return [...diagnostics(snapshot, address)];
  } catch (error) {
    log(`the findings of ${address} failed: ${describe(error)}`);
    return [];
  }
}

/**
 * Diagnostics for clients that do not ask: after every change, those of the open texts and of the files that their systems
 * are made of, each published only when its findings may have changed, and taken back when no open text leads to it.
 */
export class Publisher {
  readonly #connection: Connection;
  readonly #snapshot: () => Promise<Snapshot>;
  readonly #documents: Documents;
  readonly #runtime: Runtime;
  readonly #published = new Map<string, { uri: string; resultId: string }>();
  #waiting: { dispose(): void } | undefined;

  constructor(connection: Connection, snapshot: () => Promise<Snapshot>, documents: Documents, runtime: Runtime) {
    this.#connection = connection;
    this.#snapshot = snapshot;
    this.#documents = documents;
    this.#runtime = runtime;
  }

  /** Something changed: publish soon, once for all that changes until then. */
  schedule(): void {
    this.#waiting?.dispose();
    this.#waiting = this.#runtime.later(() => {
      this.#waiting = undefined;
      void this.#publish();
    }, PUBLISH_AFTER);
  }

  async #publish(): Promise<void> {
    const snapshot = await this.#snapshot();
    const wanted = new Set(this.#documents.addresses);
    for (const open of this.#documents.addresses) {
      for (const system of snapshot.systemsOf(open)) {
        wanted.add(system.manifest.file.uri);
        for (const file of system.files) if (snapshot.file(file.uri)) wanted.add(file.uri);
      }
    }
    for (const address of wanted) this.#publishFile(snapshot, address);
    for (const [address, { uri }] of this.#published) {
      if (wanted.has(address)) continue;
      this.#published.delete(address);
      void this.#connection.sendDiagnostics({ uri, diagnostics: [] });
    }
  }

  #publishFile(snapshot: Snapshot, address: string): void {
    const resultId = snapshot.resultId(address);
    const before = this.#published.get(address);
    const version = this.#documents.version(address);
    const uri = this.#documents.clientUri(address);
    // An open text is published even when nothing changed, so that the client knows of which version it is.
    if (before?.resultId === resultId && before.uri === uri && version === undefined) return;
    const items = itemsOf(snapshot, address, (message) => this.#connection.console.error(message));
    if (items.length === 0 && !before && version === undefined) return;
    this.#published.set(address, { uri, resultId });
    void this.#connection.sendDiagnostics({ uri, diagnostics: items, ...(version === undefined ? {} : { version }) });
  }
}
