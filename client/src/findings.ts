// Findings of files that nobody looks at. The library loses sight of one in two ways. A file that is closed, and gone before
// the workspace is asked about again, is never asked about again. And an answer that comes while another question about the
// same file is under way is noted as told, but not shown. Both would leave the findings of files that are long gone.
import { type DiagnosticCollection, languages, TabInputText, TabInputTextDiff, type Uri, window } from 'vscode';
import {
  type DiagnosticCollectionProvider,
  DiagnosticCollectionSource,
  type Middleware,
  type vsdiag,
} from 'vscode-languageclient/node';

type Known = vsdiag.PreviousResultId;

export class Findings implements DiagnosticCollectionProvider {
  #pulled: DiagnosticCollection | undefined;

  create(name: string | undefined, source: DiagnosticCollectionSource): DiagnosticCollection {
    const collection = languages.createDiagnosticCollection(name);
    if (source === DiagnosticCollectionSource.pull) this.#pulled = collection;
    return collection;
  }

  dispose(collection: DiagnosticCollection): void {
    if (collection === this.#pulled) this.#pulled = undefined;
    collection.dispose();
  }

  readonly middleware: Middleware = {
    provideWorkspaceDiagnostics: (known, token, report, next) =>
      next([...known, ...this.#forgotten(known)], token, (chunk) => {
        report(chunk);
        if (chunk) this.#show(chunk.items);
      }),
  };

  /** Files that have findings but are not asked about. */
  #forgotten(known: readonly Known[]): Known[] {
    const asked = new Set(known.map(({ uri }) => uri.toString()));
    const all = [...(this.#pulled ?? [])];
    return all.flatMap(([uri, found]) => (found.length > 0 && !asked.has(uri.toString()) ? [{ uri, value: '' }] : []));
  }

  /** Shows what the library has not: of a file in an editor it knows better. */
  #show(items: readonly vsdiag.WorkspaceDocumentDiagnosticReport[]): void {
    const seen = inEditors();
    for (const item of items) {
      if (!('items' in item) || seen.has(item.uri.toString())) continue;
      const held = this.#pulled?.get(item.uri) ?? [];
      const same = held.length === item.items.length && held.every((one, i) => one === item.items[i]);
      if (!same) this.#pulled?.set(item.uri, item.items);
    }
  }
}

function inEditors(): ReadonlySet<string> {
  const inputs = window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  const uris = inputs.flatMap((input): Uri[] => {
    if (input instanceof TabInputText) return [input.uri];
    return input instanceof TabInputTextDiff ? [input.original, input.modified] : [];
  });
  return new Set(uris.map((uri) => uri.toString()));
}
