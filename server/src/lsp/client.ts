import type { InitializeParams } from 'vscode-languageserver/node';

/** What the client can do, as far as an answer depends on it. */
export interface Client {
  /** It asks for diagnostics itself; else they are published. */
  readonly pullsDiagnostics: boolean;
  readonly refreshes: {
    readonly diagnostics: boolean;
    readonly inlayHints: boolean;
    readonly semanticTokens: boolean;
    readonly codeLens: boolean;
    readonly foldingRanges: boolean;
  };
  readonly watchesFiles: boolean;
  readonly relativePatterns: boolean;
  readonly folderEvents: boolean;
  readonly definitionLinks: boolean;
  readonly nestedSymbols: boolean;
  readonly createsFiles: boolean;
  readonly versionedEdits: boolean;
  /** It asks for the edit of a code action when the action is chosen. */
  readonly resolvesActions: boolean;
  readonly snippets: boolean;
  /** Formatters can be registered for some files alone. */
  readonly registersFormatting: boolean;
  /** It shows documents whose text the server gives (LSP 3.18). */
  readonly readsContent: boolean;
  readonly showsProgress: boolean;
  /** It has the commands of our own VS Code extension, so code lenses and hints may name them. */
  readonly ownCommands: boolean;
  /** The user trusts the folders. Clients that know no such thing say nothing. */
  readonly trusted: boolean;
}

export function readClient(params: InitializeParams): Client {
  const text = params.capabilities.textDocument;
  const workspace = params.capabilities.workspace;
  const options: unknown = params.initializationOptions;
  return {
    pullsDiagnostics: text?.diagnostic !== undefined,
    refreshes: {
      diagnostics: workspace?.diagnostics?.refreshSupport === true,
      inlayHints: workspace?.inlayHint?.refreshSupport === true,
      semanticTokens: workspace?.semanticTokens?.refreshSupport === true,
      codeLens: workspace?.codeLens?.refreshSupport === true,
      foldingRanges: workspace?.foldingRange?.refreshSupport === true,
    },
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    relativePatterns: workspace?.didChangeWatchedFiles?.relativePatternSupport === true,
    folderEvents: workspace?.workspaceFolders === true,
    definitionLinks: text?.definition?.linkSupport === true,
    nestedSymbols: text?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    createsFiles: workspace?.workspaceEdit?.resourceOperations?.includes('create') === true,
    versionedEdits: workspace?.workspaceEdit?.documentChanges === true,
    resolvesActions:
      text?.codeAction?.dataSupport === true && text.codeAction.resolveSupport?.properties.includes('edit') === true,
    snippets: text?.completion?.completionItem?.snippetSupport === true,
    registersFormatting:
      text?.formatting?.dynamicRegistration === true && text.rangeFormatting?.dynamicRegistration === true,
    readsContent: workspace?.textDocumentContent !== undefined,
    showsProgress: params.capabilities.window?.workDoneProgress === true,
    ownCommands: option(options, 'commands') === true,
    trusted: option(options, 'trusted') !== false,
  };
}

const option = (options: unknown, name: string): unknown =>
  typeof options === 'object' && options !== null ? Reflect.get(options, name) : undefined;

/** The workspace folders that the client opened, by address. */
export function foldersOf(params: InitializeParams): readonly string[] {
  if (params.workspaceFolders) return params.workspaceFolders.map((folder) => folder.uri);
  return params.rootUri ? [params.rootUri] : [];
}
