// `strata-rendered:` documents: a prompt as it is sent, to be read, searched and compared like any other text. They follow
// what is typed into the templates.
import { Disposable, EventEmitter, type LogOutputChannel, l10n, type TextDocument, type Uri, workspace } from 'vscode';
import { RENDERED_SCHEME } from '../../../server/src/protocol';
import { toServer } from '../addresses';
import type { Server } from '../client';
import { Latest } from '../latest';
import { describe } from '../log';
import { normalized, type Scope } from '../scope';
import { paramsOf } from './address';
import { renderedText } from './pieces';
import { type RenderedPrompt, registerSources } from './sources';

/** Milliseconds after the last change before the open documents are rendered again. */
const PAUSE = 150;

export interface RenderedServices {
  readonly log: LogOutputChannel;
  readonly scope: Scope;
  readonly server: Server;
}

export function watchRendered(services: RenderedServices): Disposable {
  const documents = new RenderedDocuments(services);
  return Disposable.from(
    documents,
    registerSources((document) => documents.of(document)),
  );
}

class RenderedDocuments extends Disposable {
  readonly #services: RenderedServices;
  readonly #shown = new Map<string, RenderedPrompt>();
  readonly #changed = new EventEmitter<Uri>();
  readonly #latest = new Latest(async () => this.#renderAgain(), PAUSE);
  readonly #subscriptions: Disposable;

  constructor(services: RenderedServices) {
    super(() => this.#subscriptions.dispose());
    this.#services = services;
    const { server } = services;
    this.#subscriptions = Disposable.from(
      this.#latest,
      this.#changed,
      workspace.registerTextDocumentContentProvider(RENDERED_SCHEME, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (uri) => this.#textOf(uri),
      }),
      workspace.onDidCloseTextDocument(({ uri }) => this.#shown.delete(uri.toString())),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && this.#madeOf(toServer(document.uri))) this.#latest.ask();
      }),
      server.onDidChange(({ uris }) => {
        if (uris.length === 0 || uris.some((uri) => this.#madeOf(normalized(uri)))) this.#latest.ask();
      }),
      server.onDidStart(() => this.#latest.ask()),
    );
  }

  /** What a document shows, unless it could not be rendered. */
  of({ uri }: TextDocument): RenderedPrompt | undefined {
    return this.#shown.get(uri.toString());
  }

  async #textOf(uri: Uri): Promise<string> {
    const { log, scope, server } = this.#services;
    const address = uri.toString();
    try {
      await scope.settled;
      const answer = await server.request('render', paramsOf(uri) ?? {});
      if (answer && !('reason' in answer)) {
        const prompt = { ...renderedText(answer), result: answer };
        this.#shown.set(address, prompt);
        return prompt.text;
      }
      if (answer) return answer.message;
    } catch (error) {
      log.error(`A rendered prompt could not be shown: ${describe(error)}`);
    }
    // Nothing better is known while the server is started again.
    return this.#shown.get(address)?.text ?? l10n.t('The Strata language server does not answer.');
  }

  #renderAgain(): void {
    for (const { uri } of workspace.textDocuments) if (uri.scheme === RENDERED_SCHEME) this.#changed.fire(uri);
  }

  #madeOf(address: string): boolean {
    return [...this.#shown.values()].some(({ result: { files, manifest } }) =>
      [manifest, ...files].some((file) => normalized(file) === address),
    );
  }
}
