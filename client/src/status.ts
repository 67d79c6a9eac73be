// The language status of the file in the editor: which system and scenario its numbers are about, and what they are worth.
import { commands, Disposable, LanguageStatusSeverity, l10n, languages, type TextDocument, window } from 'vscode';
import type { StatusResult, WireTokens } from '../../server/src/protocol';
import { Latest } from './latest';
import { describe } from './log';
import { normalized } from './scope';
import type { Services } from './start';

/** Milliseconds after the last change before the status is asked again: it is read, not watched. */
const PAUSE = 200;

/** Context key for menus and keys: the file in the editor belongs to a prompt system. */
export const HAS_SYSTEM = 'strata.hasSystem';

export class StatusItem extends Disposable {
  readonly #services: Services;
  readonly #item = languages.createLanguageStatusItem('strata.system', []);
  readonly #latest = new Latest((stale) => this.#refresh(stale), PAUSE);
  readonly #subscriptions: Disposable;
  #document: TextDocument | undefined;

  constructor(services: Services) {
    super(() => this.#subscriptions.dispose());
    this.#services = services;
    this.#item.name = 'Strata';
    this.#item.command = { command: 'strata.selectScenario', title: l10n.t('Scenario') };
    this.#subscriptions = Disposable.from(
      this.#item,
      this.#latest,
      window.onDidChangeActiveTextEditor((editor) => this.#follow(editor?.document)),
      services.server.onDidStart(() => this.#latest.ask()),
      services.scope.onDidChange(() => this.#latest.ask()),
      services.selections.onDidChoose(() => this.#latest.ask()),
      services.server.onDidChange(({ uris }) => {
        const own = this.#document?.uri.toString();
        if (own !== undefined && (uris.length === 0 || uris.some((uri) => normalized(uri) === own))) this.#latest.ask();
      }),
    );
    this.#follow(window.activeTextEditor?.document);
  }

  #follow(document: TextDocument | undefined): void {
    // An output channel or a panel in front leaves the file that was worked on as it was.
    if (document && document.uri.scheme !== 'output') this.#document = document;
    this.#latest.ask();
  }

  async #refresh(stale: () => boolean): Promise<void> {
    const { log, scope, server } = this.#services;
    const document = this.#document;
    await scope.settled;
    const known = document && !document.isClosed && server.running && scope.concerns(document);
    let status: StatusResult | undefined;
    try {
      status = known ? await server.request('status', { uri: document.uri.toString() }) : undefined;
    } catch (error) {
      log.warn(`The status of ${document?.uri.toString()} could not be read: ${describe(error)}`);
    }
    if (!stale()) this.#show(document, status);
  }

  #show(document: TextDocument | undefined, status: StatusResult | undefined): void {
    const has = status !== undefined && status.system !== null;
    void commands.executeCommand('setContext', HAS_SYSTEM, has);
    if (!has || !document) {
      this.#item.selector = [];
      this.#item.busy = false;
      return;
    }
    this.#item.selector = { language: document.languageId };
    this.#item.severity = LanguageStatusSeverity.Information;
    this.#item.text = [status.system, status.scenario].filter(Boolean).join(' › ');
    this.#item.detail = [tokens(status.total), status.tokenizer, status.dialect].filter(Boolean).join(' · ');
    this.#item.busy = status.total?.pending ?? false;
  }
}

/** `3,120 tok`, `≈ 3,120 tok` for an estimate. */
function tokens(total: WireTokens | null): string {
  if (!total) return '';
  const number = total.tokens.toLocaleString();
  return total.exact ? l10n.t('{0} tok', number) : l10n.t('≈ {0} tok', number);
}
