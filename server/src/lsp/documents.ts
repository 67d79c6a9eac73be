import type { Connection } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { isRendered } from '../features/renderedDocument';
import { normalizeAddress } from '../text/address';
import type { Workspace } from '../workspace/workspace';

/** The texts that are open in the editor. What is open wins over the disk. */
export class Documents {
  readonly #open = new Map<string, { document: TextDocument; readonly clientUri: string }>();

  /** Addresses of the open texts. */
  get addresses(): readonly string[] {
    return [...this.#open.keys()];
  }

  isOpen(address: string): boolean {
    return this.#open.has(address);
  }

  version(address: string): number | undefined {
    return this.#open.get(address)?.document.version;
  }

  /** Versions of the open texts, by address. */
  get versions(): ReadonlyMap<string, number> {
    return new Map([...this.#open].map(([address, { document }]) => [address, document.version]));
  }

  languageOf(address: string): string | undefined {
    return this.#open.get(address)?.document.languageId;
  }

  /** The address in the client's own spelling, for messages about a text that it has open. */
  clientUri(address: string): string {
    return this.#open.get(address)?.clientUri ?? address;
  }

  /** Follows the connection. `edited` is told after every change, with the address of the text. */
  listen(connection: Connection, workspace: Workspace, edited: (address: string) => void): void {
    connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
      // What we have rendered ourselves is no template.
      if (isRendered(uri)) return;
      const address = normalizeAddress(uri);
      this.#open.set(address, { document: TextDocument.create(uri, languageId, version, text), clientUri: uri });
      workspace.open(address, languageId, version, text);
      edited(address);
    });
    connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
      const address = normalizeAddress(uri);
      const entry = this.#open.get(address);
      if (!entry) return;
      entry.document = TextDocument.update(entry.document, contentChanges, version);
      workspace.change(address, version, entry.document.getText());
      edited(address);
    });
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      const address = normalizeAddress(uri);
      if (!this.#open.delete(address)) return;
      workspace.close(address);
      edited(address);
    });
  }
}
