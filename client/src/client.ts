// The connection to the language server: starts it, restarts it, and asks it Strata's own requests.
import {
  Disposable,
  EventEmitter,
  type ExtensionContext,
  type LogOutputChannel,
  l10n,
  type Position,
  type TextDocument,
  Uri,
  window,
  workspace,
} from 'vscode';
import {
  type CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  Command,
  type DocumentSelector,
  type ErrorHandler,
  type LanguageClient,
  type LanguageClientOptions,
  type NodeModule,
  State,
  TransportKind,
} from 'vscode-languageclient/node';
import {
  type ChangedParams,
  type ChooseParams,
  COMMANDS,
  type CompareParams,
  type CompareResult,
  type DialectParams,
  type DialectResult,
  type FillParams,
  type FillResult,
  type FollowParams,
  type FollowResult,
  type LocateParams,
  type LocateResult,
  NOTIFICATIONS,
  type ProposeParams,
  type ProposeResult,
  REQUESTS,
  type RenderFailure,
  type RenderParams,
  type RenderResult,
  type RevisionsParams,
  type RevisionsResult,
  type StatusParams,
  type StatusResult,
  type SystemsParams,
  type SystemsResult,
  type ValueParams,
  type ValueResult,
} from '../../server/src/protocol';
import { fromServer, isUnsavedFile, toServer } from './addresses';
import { Findings } from './findings';
import { HINTS, withHints } from './hints';
import { registerLevels, withLevels } from './levels';
import { describe } from './log';
import { Gate } from './middleware';
import { withNaming } from './naming';
import { QuietClient, RestartAFewTimes } from './restarting';
import { isTemplateLanguage, MANIFEST, type Scope } from './scope';

/** Strata's own requests: what is sent, and what is answered. */
export interface OwnRequests {
  readonly render: readonly [RenderParams, RenderResult | RenderFailure];
  readonly follow: readonly [FollowParams, FollowResult | RenderFailure | null];
  readonly value: readonly [ValueParams, ValueResult | null];
  readonly locate: readonly [LocateParams, LocateResult | RenderFailure];
  readonly compare: readonly [CompareParams, CompareResult | RenderFailure];
  readonly revisions: readonly [RevisionsParams, RevisionsResult];
  readonly fill: readonly [FillParams, FillResult];
  readonly propose: readonly [ProposeParams, ProposeResult | null];
  readonly dialect: readonly [DialectParams, DialectResult | null];
  readonly systems: readonly [SystemsParams, SystemsResult];
  readonly status: readonly [StatusParams, StatusResult];
  readonly choose: readonly [ChooseParams, unknown];
}

/** The connection to the language server, which may end and be started again. */
export class Server extends Disposable {
  readonly #client: LanguageClient;
  readonly #gate: Gate;
  readonly #log: LogOutputChannel;
  readonly #scope: Scope;
  readonly #changed = new EventEmitter<ChangedParams>();
  readonly #started = new EventEmitter<void>();
  readonly #ended = new EventEmitter<void>();
  readonly #subscriptions: Disposable[] = [];
  /** The message that offers to start the server again is shown. */
  #offered = false;
  /** Something that renderings or counts are made of has changed. */
  readonly onDidChange = this.#changed.event;
  /** The server runs: for the first time, or again. */
  readonly onDidStart = this.#started.event;
  /** The server no longer runs. */
  readonly onDidEnd = this.#ended.event;

  constructor(context: ExtensionContext, log: LogOutputChannel, scope: Scope) {
    super(() => this.#end());
    this.#log = log;
    this.#scope = scope;
    this.#gate = new Gate(scope, (document) => this.#tellSaved(document));
    this.#client = new QuietClient(
      'strata',
      'Strata',
      serverModules(context),
      clientOptions(
        languagesOf(context),
        log,
        scope,
        this.#gate,
        new RestartAFewTimes(
          () => this.running,
          () => this.#offerRestart(),
        ),
      ),
    );
    this.#subscriptions.push(
      registerLevels(this.#client),
      this.#client.onNotification(NOTIFICATIONS.changed, (params: ChangedParams) => this.#changed.fire(params)),
      this.#client.onDidChangeState(({ newState }) => {
        if (newState === State.Starting) this.#gate.reset();
        if (newState === State.Stopped || newState === State.StartFailed) this.#ended.fire();
        // It ended before it had begun; nobody starts it again by himself.
        if (newState === State.StartFailed) void this.#offerRestart();
        if (newState !== State.Running) return;
        log.info(`The language server of Strata ${context.extension.packageJSON.version} runs.`);
        this.#started.fire();
      }),
      scope.onDidChange(() => this.#tellNamed()),
      workspace.onDidGrantWorkspaceTrust(() => this.restart()),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(HINTS)) this.#askAgain(workspace.textDocuments);
      }),
    );
  }

  get running(): boolean {
    return this.#client.state === State.Running;
  }

  async start(): Promise<void> {
    try {
      await this.#client.start();
    } catch (error) {
      this.#log.error(`The language server did not start: ${describe(error)}`);
      this.#scope.update(undefined);
    }
  }

  async restart(): Promise<void> {
    this.#log.info('The language server is started again.');
    if (this.#client.state === State.Starting) await this.start();
    if (this.#client.state === State.Running) await this.#client.stop();
    await this.start();
  }

  /** Asks one of Strata's own requests; waits for a server that is starting. */
  request<K extends keyof OwnRequests>(name: K, params: OwnRequests[K][0]): Promise<OwnRequests[K][1]> {
    const known =
      'uri' in params && params.uri !== undefined ? { ...params, uri: toServer(Uri.parse(params.uri)) } : params;
    return this.#client.sendRequest<OwnRequests[K][1]>(REQUESTS[name], known);
  }

  /** What the server offers to do at a place, of one kind. */
  async actions(uri: Uri, place: Position, kind: string): Promise<readonly CodeAction[]> {
    const { line, character } = place;
    const position = { line, character };
    const offered = await this.#client.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: toServer(uri) },
      range: { start: position, end: position },
      context: { diagnostics: [], only: [kind] },
    });
    return (offered ?? []).filter((one): one is CodeAction => !Command.is(one));
  }

  /** Does what the server has offered; where it cannot be done, the server says why. */
  async perform(action: CodeAction): Promise<void> {
    const { edit } = await this.#client.sendRequest(CodeActionResolveRequest.type, action);
    const written = await this.#client.protocol2CodeConverter.asWorkspaceEdit(edit);
    if (written) await workspace.applyEdit(written);
  }

  /** Resolves when the process of the server has ended; the editor waits for it when the window closes. */
  async stop(): Promise<void> {
    if (this.#client.state === State.Running) await this.#client.stop();
  }

  /** A manifest names other files than before: open ones are told to the server, and their colours and hints are asked again. */
  async #tellNamed(): Promise<void> {
    const documents = await this.#gate.releaseNamed();
    if (documents.length === 0) return;
    this.#client.getFeature('textDocument/diagnostic').refresh();
    this.#askAgain(documents);
  }

  /**
   * A text that had no file has been saved, and is closed: the document of its file has been opened before that, and the
   * server, for whom both are one, must not take it for closed.
   */
  async #tellSaved({ uri }: TextDocument): Promise<void> {
    if (!isUnsavedFile(uri)) return;
    const saved = workspace.textDocuments.find((document) => document.uri.toString() === toServer(uri));
    if (saved) await this.#client.getFeature('textDocument/didOpen').getProvider(saved)?.send(saved);
  }

  /** Lets the editor ask again for what is drawn into these documents. */
  #askAgain(documents: readonly TextDocument[]): void {
    for (const document of documents) {
      this.#client.getFeature('textDocument/inlayHint').getProvider(document)?.onDidChangeInlayHints.fire();
      const tokens = this.#client.getFeature('textDocument/semanticTokens').getProvider(document);
      tokens?.onDidChangeSemanticTokensEmitter.fire();
    }
  }

  async #offerRestart(): Promise<void> {
    if (this.#offered) return;
    this.#offered = true;
    const restart = l10n.t('Restart');
    const showLog = l10n.t('Show Log');
    const chosen = await window.showErrorMessage(
      l10n.t('The Strata language server has stopped. Checks, hints and the preview wait until it runs again.'),
      restart,
      showLog,
    );
    this.#offered = false;
    if (chosen === restart) await this.restart();
    if (chosen === showLog) this.#log.show();
  }

  #end(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
    this.#started.dispose();
    this.#ended.dispose();
    this.#client.dispose().catch((error) => this.#log.error(describe(error)));
  }
}

function serverModules(context: ExtensionContext): { readonly run: NodeModule; readonly debug: NodeModule } {
  const server: NodeModule = { module: context.asAbsolutePath('dist/server.js'), transport: TransportKind.ipc };
  const run: NodeModule = {
    ...server,
    module: context.asAbsolutePath('dist/launch.js'),
    args: [`--code-cache=${Uri.joinPath(context.globalStorageUri, 'code').fsPath}`],
  };
  return { run, debug: { ...server, options: { execArgv: ['--nolazy', '--inspect=6009'] } } };
}

/** The languages that this extension declares. */
const languagesOf = ({ extension }: ExtensionContext): readonly string[] =>
  extension.packageJSON.contributes.languages.map(({ id }: { readonly id: string }) => id);

function clientOptions(
  languages: readonly string[],
  log: LogOutputChannel,
  scope: Scope,
  gate: Gate,
  errorHandler: ErrorHandler,
): LanguageClientOptions {
  const findings = new Findings();
  return {
    documentSelector: selector(languages),
    outputChannel: log,
    errorHandler,
    middleware: withLevels(withNaming(withHints({ ...gate.middleware, ...findings.middleware }))),
    diagnosticCollectionProvider: findings,
    uriConverters: { code2Protocol: toServer, protocol2Code: fromServer },
    // Code lenses and hints may name the commands of this extension; in a folder that is not trusted git is not asked.
    initializationOptions: () => ({ commands: true, trusted: workspace.isTrusted }),
    initializationFailedHandler: () => false,
    // All of these are off by default; without `onChange` findings would stand still while somebody types.
    diagnosticPullOptions: {
      onChange: true,
      onTabs: true,
      onFocus: true,
      filter: (document) => !scope.concerns(document),
      match: (_selector, resource) => scope.concerns(resource),
    },
    markdown: { isTrusted: { enabledCommands: Object.values(COMMANDS) } },
  };
}

/**
 * Templates in any place, and every file of the places that a workspace may lie in: a manifest may name any of them. The
 * gate keeps those that none names from the server.
 */
function selector(languages: readonly string[]): DocumentSelector {
  const schemes = new Set(['file', 'untitled', 'vscode-vfs', 'vscode-remote']);
  for (const folder of workspace.workspaceFolders ?? []) schemes.add(folder.uri.scheme);
  const templates = languages.filter(isTemplateLanguage).map((language) => ({ language }));
  return [...templates, { pattern: `**/${MANIFEST}` }, ...[...schemes].map((scheme) => ({ scheme }))];
}
