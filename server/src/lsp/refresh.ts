import type { Connection } from 'vscode-languageserver/node';
import type { CountStretches } from '../features/costs/sections';
import { refreshKeys } from '../features/refreshKeys';
import { type ChangedParams, NOTIFICATIONS } from '../protocol';
import type { Snapshot } from '../workspace/snapshot';
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
  /** What was answered last, by kind and address. */
  readonly #answered = new Map<Kind, Map<string, { version: number | undefined; key: string }>>();
  #changed: Set<string> | undefined;

  constructor(
    connection: Connection,
    snapshot: () => Promise<Snapshot>,
    documents: Documents,
    runtime: Runtime,
    client: () => Client,
    count: CountStretches,
  ) {
    this.#connection = connection;
    this.#snapshot = snapshot;
    this.#documents = documents;
    this.#asked = new Gathered(runtime, GATHER, () => void this.#refresh());
    this.#client = client;
    this.#count = count;
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
  edited(): void {
    this.#asked.ask();
  }

  /** Files were read, counts arrived, or another scenario was chosen. */
  changed(addresses: readonly string[]): void {
    this.#changed ??= new Set();
    for (const address of addresses) this.#changed.add(address);
    this.#asked.ask();
  }

  async #refresh(): Promise<void> {
    const snapshot = await this.#snapshot();
    for (const [kind, known] of this.#answered) {
      let stale = false;
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
        stale = true;
      }
      if (stale) this.#connection.sendRequest(METHODS[kind]).catch(() => undefined);
    }
    if (!this.#changed) return;
    const params: ChangedParams = { uris: [...this.#changed] };
    this.#changed = undefined;
    void this.#connection.sendNotification(NOTIFICATIONS.changed, params);
  }
}
