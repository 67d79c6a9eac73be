import { type Connection, TextDocumentContentRefreshRequest } from 'vscode-languageserver/node';
import { renderedText } from '../features/renderedDocument';
import type { Snapshot } from '../workspace/snapshot';
import { Gathered } from './gathered';
import type { Runtime } from './runtime';

/** Rendered documents that are followed; an editor does not tell which of them it still shows. */
const MOST = 20;

/** Changes within this time are one. */
const GATHER = 200;

/** The rendered prompts that the client has asked for: it is told to ask again when one of them reads otherwise. */
export class Contents {
  readonly #connection: Connection;
  readonly #snapshot: () => Promise<Snapshot>;
  readonly #asked: Gathered;
  /** Text as answered last, by the address that was asked for; the one asked for last at the end. */
  readonly #answered = new Map<string, string>();

  constructor(connection: Connection, snapshot: () => Promise<Snapshot>, runtime: Runtime) {
    this.#connection = connection;
    this.#snapshot = snapshot;
    this.#asked = new Gathered(runtime, GATHER, () => void this.#refresh());
  }

  answer(snapshot: Snapshot, uri: string): string {
    const text = renderedText(snapshot, uri);
    this.#answered.delete(uri);
    this.#answered.set(uri, text);
    const [oldest] = this.#answered.keys();
    if (this.#answered.size > MOST && oldest !== undefined) this.#answered.delete(oldest);
    return text;
  }

  /** Something that prompts are made of may have changed. */
  changed(): void {
    if (this.#answered.size > 0) this.#asked.ask();
  }

  async #refresh(): Promise<void> {
    const snapshot = await this.#snapshot();
    for (const [uri, before] of this.#answered) {
      const text = renderedText(snapshot, uri);
      if (text === before) continue;
      this.#answered.set(uri, text);
      this.#connection.sendRequest(TextDocumentContentRefreshRequest.type, { uri }).catch(() => undefined);
    }
  }
}
