// Keeps documents that do not concern Strata from reaching the server: neither their text nor requests about them.
import type { TextDocument } from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';

type Send = (document: TextDocument) => Promise<void>;

/** What is asked about a document before the server hears of it. */
export interface Concern {
  concerns(document: TextDocument): boolean;
  /** Resolves once it is known what the server reads; `undefined` when it is. */
  readonly settled: Promise<void> | undefined;
}

/** Requests that an editor makes about one document. All of them take the document first and the next handler last. */
const ABOUT_A_DOCUMENT = [
  'provideCompletionItem',
  'provideHover',
  'provideDefinition',
  'provideReferences',
  'provideDocumentHighlights',
  'provideDocumentSymbols',
  'provideCodeActions',
  'provideCodeLenses',
  'provideDocumentFormattingEdits',
  'provideDocumentRangeFormattingEdits',
  'prepareRename',
  'provideRenameEdits',
  'provideDocumentLinks',
  'provideFoldingRanges',
  'provideSelectionRanges',
  'provideDocumentSemanticTokens',
  'provideDocumentSemanticTokensEdits',
  'provideDocumentRangeSemanticTokens',
  'provideInlayHints',
  'provideDiagnostics',
] as const satisfies readonly (keyof Middleware)[];

export class Gate {
  /** Open in the editor, not told to the server. */
  readonly #held = new Map<string, { readonly document: TextDocument; readonly send: Send }>();
  readonly #scope: Concern;
  readonly #closed: Send;

  /** `closed` is called when the server knows that a document is closed. */
  constructor(scope: Concern, closed: Send = async () => undefined) {
    this.#scope = scope;
    this.#closed = closed;
  }

  readonly middleware: Middleware = {
    didOpen: async (document, send) => {
      if (this.#scope.concerns(document)) return send(document);
      this.#held.set(document.uri.toString(), { document, send });
    },
    didChange: async (event, send) => {
      const held = this.#held.get(event.document.uri.toString());
      if (!held) return send(event);
      // A head was typed into it: from now on it is told, with the text as it is now.
      if (this.#scope.concerns(event.document)) await this.#release(held.document, held.send);
    },
    didSave: async (document, send) => {
      if (!this.#held.has(document.uri.toString())) await send(document);
    },
    didClose: async (document, send) => {
      if (this.#held.delete(document.uri.toString())) return;
      await send(document);
      await this.#closed(document);
    },
    ...Object.fromEntries(ABOUT_A_DOCUMENT.map((name) => [name, this.#guarded])),
  };

  /** Tells the server the documents that have come to concern it, and names them. */
  async releaseNamed(): Promise<readonly TextDocument[]> {
    const named = [...this.#held.values()].filter(({ document }) => this.#scope.concerns(document));
    await Promise.all(named.map(({ document, send }) => this.#release(document, send)));
    return named.map(({ document }) => document);
  }

  /** A new server knows nothing; the client will tell it every open document again. */
  reset(): void {
    this.#held.clear();
  }

  async #release(document: TextDocument, send: Send): Promise<void> {
    this.#held.delete(document.uri.toString());
    await send(document);
  }

  get #guarded() {
    return async (document: TextDocument, ...rest: unknown[]): Promise<unknown> => {
      const next = rest.pop() as (document: TextDocument, ...rest: unknown[]) => unknown;
      if (!this.#scope.concerns(document)) {
        await this.#scope.settled;
        if (!this.#scope.concerns(document)) return undefined;
      }
      return next(document, ...rest);
    };
  }
}
