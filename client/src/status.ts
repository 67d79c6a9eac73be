// What the file in the editor costs: in the status bar the numbers, in the status of the language what they are about and worth.
import {
  commands,
  Disposable,
  LanguageStatusSeverity,
  l10n,
  languages,
  MarkdownString,
  StatusBarAlignment,
  TabInputWebview,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import type { StatusResult, WireTokens } from '../../server/src/protocol';
import { toServer } from './addresses';
import { Latest } from './latest';
import { describe } from './log';
import { VIEW_TYPE } from './preview/manager';
import { normalized } from './scope';
import type { Services } from './start';

/** Milliseconds after the last change before the status is asked again: it is read, not watched. */
const PAUSE = 200;

/** Context key for the palette and the walkthrough: the file in the editor belongs to a prompt system. */
export const HAS_SYSTEM = 'strata.hasSystem';

/** Left of the place in the text, as other facts about the file. */
const PRIORITY = 101;

export class StatusItem extends Disposable {
  readonly #services: Services;
  readonly #item = languages.createLanguageStatusItem('strata.system', []);
  readonly #bar = window.createStatusBarItem('strata.tokens', StatusBarAlignment.Right, PRIORITY);
  readonly #latest = new Latest((stale) => this.#refresh(stale), PAUSE);
  readonly #subscriptions: Disposable;
  #document: TextDocument | undefined;

  constructor(services: Services) {
    super(() => this.#subscriptions.dispose());
    this.#services = services;
    this.#item.name = 'Strata';
    this.#item.command = { command: 'strata.selectScenario', title: l10n.t('Scenario') };
    this.#bar.name = l10n.t('Strata: Tokens');
    this.#bar.command = 'strata.selectScenario';
    this.#subscriptions = Disposable.from(
      this.#item,
      this.#bar,
      this.#latest,
      window.onDidChangeActiveTextEditor((editor) => this.#follow(editor?.document)),
      // A tab that holds no text takes the place of a file without an editor having changed.
      window.tabGroups.onDidChangeTabs(() => this.#latest.ask()),
      services.server.onDidStart(() => this.#latest.ask()),
      services.server.onDidEnd(() => this.#latest.ask()),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && services.scope.concerns(document)) this.#latest.ask();
      }),
      services.scope.onDidChange(() => this.#latest.ask()),
      services.selections.onDidChoose(() => this.#latest.ask()),
      services.server.onDidChange(({ uris }) => {
        const own = this.#document && toServer(this.#document.uri);
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
    const document = isAboutAFile() ? this.#document : undefined;
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
      this.#bar.hide();
      return;
    }
    this.#bar.text = textOf(status);
    this.#bar.tooltip = tooltipOf(status);
    this.#bar.accessibilityInformation = { label: `Strata: ${this.#bar.text}`, role: 'button' };
    this.#bar.show();
    this.#item.selector = { language: document.languageId };
    this.#item.severity = LanguageStatusSeverity.Information;
    this.#item.text = [status.system, status.scenario].filter(Boolean).join(' › ');
    // All of it stands in one line, which ends at the edge of the window: how tokens are counted is in the status bar.
    this.#item.detail = [tokens(status.total, status.holes), exactness(status), status.dialect]
      .filter(Boolean)
      .join(' · ');
    this.#item.busy = status.total?.pending ?? false;
  }
}

/** Whether a text is in front, or the preview of one; not so for settings, a picture, a walkthrough. */
function isAboutAFile(): boolean {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  // The editor puts words of its own before the type of a view.
  return (
    window.activeTextEditor !== undefined || (input instanceof TabInputWebview && input.viewType.endsWith(VIEW_TYPE))
  );
}

/** `marked 55, below the minimum of 1,024`: nothing is cached. */
function idleOf({ cachedPrefix, idle, total }: StatusResult): string {
  if (cachedPrefix === null || idle === undefined) return '';
  return l10n.t('marked {0}, {1}', about(cachedPrefix, total?.exact ?? false), idle);
}

/** `3,120 tok · cache 2,310 · scenario run`. */
function textOf({ total, holes, cachedPrefix, idle, scenario }: StatusResult): string {
  const cached =
    cachedPrefix === null || idle !== undefined ? '' : l10n.t('cache {0}', about(cachedPrefix, total?.exact ?? false));
  const named = scenario === null ? '' : l10n.t('scenario {0}', scenario);
  return [tokens(total, holes), cached, named].filter(Boolean).join(' · ');
}

function tooltipOf(status: StatusResult): MarkdownString {
  const { system, scenario, total, tokenizer, dialect } = status;
  const name = [system, scenario].filter(Boolean).join(' › ');
  const range =
    total && !total.exact
      ? l10n.t('An estimate, between {0} and {1}', total.low.toLocaleString(), total.high.toLocaleString())
      : '';
  const tooltip = new MarkdownString('', true);
  tooltip.isTrusted = { enabledCommands: LINKS.map(({ command }) => command) };
  tooltip.appendMarkdown('**').appendText(name).appendMarkdown('**\n\n');
  for (const line of [textOf(status), idleOf(status), range, [tokenizer, dialect].filter(Boolean).join(' · ')])
    if (line !== '') tooltip.appendText(line).appendMarkdown('\n\n');
  const links = LINKS.map(({ command, icon, title }) => `[$(${icon}) ${title()}](command:${command})`);
  return tooltip.appendMarkdown(links.join(' &nbsp; '));
}

const LINKS = [
  { command: 'strata.openPreviewToSide', icon: 'open-preview', title: () => l10n.t('Preview') },
  { command: 'strata.selectScenario', icon: 'list-selection', title: () => l10n.t('Scenario') },
  { command: 'strata.compareScenarios', icon: 'diff', title: () => l10n.t('Compare') },
] as const;

/** `3,120 tok`; `≈ 3,120 tok` for an estimate, `≥ 3,120 tok` where slots have no value. */
function tokens(total: WireTokens | null, holes: readonly string[]): string {
  if (!total) return '';
  return l10n.t('{0} tok', holes.length > 0 ? `≥ ${total.tokens.toLocaleString()}` : about(total.tokens, total.exact));
}

const exactness = ({ total, holes }: StatusResult): string =>
  total === null || holes.length > 0 ? '' : total.exact ? l10n.t('exact') : l10n.t('an estimate');

const about = (count: number, exact: boolean): string => `${exact ? '' : '≈ '}${count.toLocaleString()}`;
