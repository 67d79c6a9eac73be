import type { Connection } from 'vscode-languageserver/node';
import type { CountStretches } from '../features/costs/sections';
import { refreshKeys } from '../features/refreshKeys';
import { type ChangedParams, NOTIFICATIONS } from '../protocol';
import type { Snapshot } from '../workspace/snapshot';
import type { AnsweredWorkspace, Changes } from './answeredWorkspace';
import type { Client } from './client';
import type { Documents } from './documents';
import { Gathered } from './gathered';
import type { Runtime } from './runtime';
import { describe } from './safely';

/** Changes within this time are one. */
const GATHER = 80;

type Kind = keyof Client['refreshes'];

const METHODS: Readonly<Record<Kind, string>> = {
  diagnostics: 'workspace/diagnostic/refresh',
  inlayHints: 'workspace/inlayHint/refresh',
  semanticTokens: 'workspace/semanticTokens/refresh',
  codeLens: 'workspace/codeLens/refresh',
  foldingRanges: 'workspace/foldingRange/refresh',
};

/**
 * Asks the client to ask again, but only for what would now be answered differently. An edit of a text makes the client
 * ask again for that text by itself; what it cannot know is that an edit of the manifest, a file on the disk or a count
 * that has arrived changes the answer for another text.
 */
export class Refresher {
  readonly #connection: Connection;
  readonly #snapshot: () => Promise<Snapshot>;
  readonly #documents: Documents;
  readonly #asked: Gathered;
  readonly #client: () => Client;
  readonly #count: CountStretches;
  readonly #workspace: AnsweredWorkspace;
  readonly #yieldNow: () => Promise<void>;
  /** What was answered last, by kind and address. */
  readonly #answered = new Map<Kind, Map<string, { version: number | undefined; key: string }>>();
  #changed: Set<string> | undefined;
  /** Something changed of which nobody says what it is about: counts arrived, files came late. */
  #isAnything = false;
  #edited = new Set<string>();

  constructor(
    connection: Connection,
    snapshot: () => Promise<Snapshot>,
    documents: Documents,
    runtime: Runtime,
    client: () => Client,
    count: CountStretches,
    workspace: AnsweredWorkspace,
  ) {
    this.#connection = connection;
    this.#snapshot = snapshot;
    this.#documents = documents;
    this.#asked = new Gathered(runtime, GATHER, () => void this.#refresh());
    this.#client = client;
    this.#count = count;
    this.#workspace = workspace;
    this.#yieldNow = () => runtime.yieldNow();
  }

  /** Remembers what an answer was made from. */
  answered(kind: Kind, snapshot: Snapshot, address: string): void {
    if (!this.#client().refreshes[kind]) return;
    let known = this.#answered.get(kind);
    if (!known) {
      known = new Map();
      this.#answered.set(kind, known);
    }
    known.set(address, {
      version: this.#documents.version(address),
      key: this.#keyOf(kind, snapshot, address),
    });
  }

  /** An answer that cannot be made is none that has changed: it costs no other its refresh. */
  #keyOf(kind: Kind, snapshot: Snapshot, address: string): string {
    try {
      return refreshKeys[kind](snapshot, address, this.#count);
    } catch (error) {
      this.#connection.console.error(`${METHODS[kind]} failed: ${describe(error)}`);
      return '';
    }
  }

  /** A text was edited, opened or closed. */
  edited(address: string): void {
    this.#edited.add(address);
    this.#asked.ask();
  }

  /** Files were read, counts arrived, or another scenario was chosen. */
  changed(addresses: readonly string[]): void {
    this.#changed ??= new Set();
    this.#isAnything ||= addresses.length === 0;
    for (const address of addresses) this.#changed.add(address);
    this.#asked.ask();
  }

  async #refresh(): Promise<void> {
    const snapshot = await this.#snapshot();
    const stale = this.#staleKinds(snapshot);
    const changes = {
      changed: this.#isAnything ? 'anything' : (this.#changed ?? []),
      edited: this.#edited,
    } as const;
    this.#isAnything = false;
    this.#edited = new Set();
    for (const kind of stale) this.#ask(kind);
    if (this.#changed) {
      const params: ChangedParams = { uris: [...this.#changed] };
      this.#changed = undefined;
      void this.#connection.sendNotification(NOTIFICATIONS.changed, params);
    }
    if (stale.has('diagnostics') || !this.#client().refreshes.diagnostics) return;
    if (await this.#isWorkspaceStale(snapshot, changes)) this.#ask('diagnostics');
  }

  #ask(kind: Kind): void {
    this.#connection.sendRequest(METHODS[kind]).catch(() => undefined);
  }

  #staleKinds(snapshot: Snapshot): ReadonlySet<Kind> {
    const stale = new Set<Kind>();
    for (const [kind, known] of this.#answered) {
      for (const [address, before] of known) {
        if (!this.#documents.isOpen(address)) {
          known.delete(address);
          continue;
        }
        // The client has not asked for this version yet; it will.
        if (this.#documents.version(address) !== before.version) continue;
        const key = this.#keyOf(kind, snapshot, address);
        if (key === before.key) continue;
        before.key = key;
        stale.add(kind);
      }
    }
    return stale;
  }

  async #isWorkspaceStale(snapshot: Snapshot, changes: Changes): Promise<boolean> {
    try {
      return await this.#workspace.isStale(snapshot, changes, this.#yieldNow);
    } catch (error) {
      this.#connection.console.error(`${METHODS.diagnostics} failed: ${describe(error)}`);
      return false;
    }
  }
}
