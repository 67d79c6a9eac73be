import type {
  CodeAction,
  CodeActionParams,
  CodeLensParams,
  CompletionItem,
  CompletionParams,
  DocumentLinkParams,
  DocumentRangeFormattingParams,
  DocumentRangesFormattingParams,
  DocumentSymbolParams,
  ExecuteCommandParams,
  FoldingRangeParams,
  InlayHintParams,
  Position,
  ReferenceParams,
  RenameFilesParams,
  RenameParams,
  SelectionRangeParams,
  SemanticTokensDeltaParams,
  SemanticTokensParams,
  SemanticTokensRangeParams,
  ServerCapabilities,
  TextDocumentContentParams,
  TextDocumentPositionParams,
  WorkspaceEdit,
  WorkspaceSymbolParams,
} from 'vscode-languageserver/node';
import { actions } from '../features/actions/index.generated';
import { codeLenses } from '../features/codeLens';
import { completion, TRIGGER_CHARACTERS } from '../features/completion/completion';
import { fileItems, filePlace } from '../features/completion/fileCompletion';
import { resolveCompletion } from '../features/completion/slotCompletion';
import { definition } from '../features/definition';
import { documentLinks } from '../features/documentLinks';
import { documentSymbols, flatSymbols } from '../features/documentSymbols';
import { fileRename } from '../features/fileRename';
import { FIX_ALL } from '../features/fixAll';
import { foldingRanges } from '../features/folding';
import { formatting } from '../features/formatting';
import { highlights } from '../features/highlights';
import { hover } from '../features/hover';
import { inlayHints } from '../features/inlayHints';
import { references } from '../features/references';
import { prepareRename, rename } from '../features/rename';
import { isRendered, renderedDefinition, renderedHover } from '../features/renderedDocument';
import { selectionRanges } from '../features/selectionRanges';
import { semanticTokens } from '../features/semanticTokens';
import { workspaceSymbols } from '../features/workspaceSymbols';
import { SEMANTIC_TOKEN_MODIFIERS, SEMANTIC_TOKEN_TYPES } from '../protocol';
import { normalizeAddress } from '../text/address';
import type { Snapshot } from '../workspace/snapshot';
import type { Ask } from './ask';
import { execute, executedLenses } from './commands';
import { offeredActions, resolvedAction, versioned } from './edits';

/** One LSP request: its name, what is announced for it, its answer, and the answer when that fails. */
export interface Handler {
  readonly method: string;
  readonly capability: ServerCapabilities;
  readonly fallback: unknown;
  answer(ask: Ask, params: unknown): unknown;
}

const handler = <P, R>(
  method: string,
  capability: ServerCapabilities,
  fallback: R,
  answer: (ask: Ask, params: P) => R,
): Handler => ({ method, capability, fallback, answer: (ask, params) => answer(ask, params as P) });

/** A request about a place in a file that has no answer elsewhere. */
const atPosition = <R>(
  method: string,
  capability: ServerCapabilities,
  answer: (snapshot: Snapshot, uri: string, position: Position) => R | null,
): Handler =>
  handler<TextDocumentPositionParams, R | null>(method, capability, null, ({ snapshot, uri }, { position }) =>
    answer(snapshot, uri, position),
  );

const ACTION_KINDS = [...new Set(['quickfix', FIX_ALL, ...actions.map((action) => action.kind)])];

/** Every request of the protocol that Strata answers from a snapshot: announcing and handling cannot drift apart. */
export const HANDLERS: readonly Handler[] = [
  atPosition('textDocument/hover', { hoverProvider: true }, (snapshot, uri, position) =>
    (isRendered(uri) ? renderedHover : hover)(snapshot, uri, position),
  ),
  handler<TextDocumentPositionParams, unknown>(
    'textDocument/definition',
    { definitionProvider: true },
    null,
    ({ snapshot, uri, client }, { position }) => {
      const links = (isRendered(uri) ? renderedDefinition : definition)(snapshot, uri, position);
      if (client.definitionLinks) return links;
      return links.map((link) => ({ uri: link.targetUri, range: link.targetSelectionRange }));
    },
  ),
  handler<ReferenceParams, unknown>(
    'textDocument/references',
    { referencesProvider: true },
    null,
    ({ snapshot, uri }, params) => references(snapshot, uri, params.position, params.context.includeDeclaration),
  ),
  atPosition('textDocument/documentHighlight', { documentHighlightProvider: true }, highlights),
  atPosition('textDocument/prepareRename', { renameProvider: { prepareProvider: true } }, prepareRename),
  handler<RenameParams, WorkspaceEdit | null>('textDocument/rename', {}, null, (ask, params) =>
    versioned(ask, rename(ask.snapshot, ask.uri, params.position, params.newName)),
  ),
  handler<CompletionParams, unknown>(
    'textDocument/completion',
    { completionProvider: { triggerCharacters: [...TRIGGER_CHARACTERS], resolveProvider: true } },
    null,
    async ({ snapshot, uri, client, service }, { position, context }) => {
      const place = filePlace(snapshot, uri, position);
      const files = place ? fileItems(place, await service.filesAround(uri)) : [];
      const options = { files, snippets: client.snippets };
      return completion(snapshot, uri, position, context?.triggerCharacter, options);
    },
  ),
  handler<CompletionItem, unknown>('completionItem/resolve', {}, null, ({ snapshot }, item) =>
    resolveCompletion(snapshot, item),
  ),
  handler<DocumentSymbolParams, unknown>(
    'textDocument/documentSymbol',
    { documentSymbolProvider: { label: 'Strata' } },
    null,
    ({ snapshot, uri, client, service }) =>
      (client.nestedSymbols ? documentSymbols : flatSymbols)(snapshot, uri, service.count),
  ),
  handler<WorkspaceSymbolParams, unknown>(
    'workspace/symbol',
    { workspaceSymbolProvider: true },
    null,
    ({ snapshot }, { query }) => workspaceSymbols(snapshot, query),
  ),
  handler<CodeActionParams, unknown>(
    'textDocument/codeAction',
    { codeActionProvider: { codeActionKinds: ACTION_KINDS, resolveProvider: true } },
    null,
    (ask, params) => offeredActions(ask, params),
  ),
  handler<CodeAction, unknown>('codeAction/resolve', {}, null, (ask, action) => resolvedAction(ask, action)),
  handler<CodeLensParams, unknown>(
    'textDocument/codeLens',
    { codeLensProvider: {} },
    null,
    ({ snapshot, uri, client, refresher }) => {
      refresher.answered('codeLens', snapshot, uri);
      const lenses = codeLenses(snapshot, uri);
      return client.ownCommands ? lenses : executedLenses(lenses);
    },
  ),
  handler<ExecuteCommandParams, unknown>('workspace/executeCommand', {}, null, (ask, params) => execute(ask, params)),
  handler<InlayHintParams, unknown>(
    'textDocument/inlayHint',
    { inlayHintProvider: true },
    null,
    ({ snapshot, uri, refresher, service }, { range }) => {
      refresher.answered('inlayHints', snapshot, uri);
      return inlayHints(snapshot, uri, range, service.count);
    },
  ),
  handler<SemanticTokensParams, unknown>(
    'textDocument/semanticTokens/full',
    {
      semanticTokensProvider: {
        legend: { tokenTypes: [...SEMANTIC_TOKEN_TYPES], tokenModifiers: [...SEMANTIC_TOKEN_MODIFIERS] },
        full: { delta: true },
        range: true,
      },
    },
    null,
    ({ snapshot, uri, refresher, tokens }) => {
      refresher.answered('semanticTokens', snapshot, uri);
      return tokens.full(uri, semanticTokens(snapshot, uri));
    },
  ),
  handler<SemanticTokensDeltaParams, unknown>(
    'textDocument/semanticTokens/full/delta',
    {},
    null,
    ({ snapshot, uri, refresher, tokens }, { previousResultId }) => {
      refresher.answered('semanticTokens', snapshot, uri);
      return tokens.delta(uri, previousResultId, semanticTokens(snapshot, uri));
    },
  ),
  handler<SemanticTokensRangeParams, unknown>(
    'textDocument/semanticTokens/range',
    {},
    null,
    ({ snapshot, uri }, { range }) => semanticTokens(snapshot, uri, range),
  ),
  handler<FoldingRangeParams, unknown>(
    'textDocument/foldingRange',
    { foldingRangeProvider: true },
    null,
    ({ snapshot, uri, refresher }) => {
      refresher.answered('foldingRanges', snapshot, uri);
      return foldingRanges(snapshot, uri);
    },
  ),
  handler<SelectionRangeParams, unknown>(
    'textDocument/selectionRange',
    { selectionRangeProvider: true },
    null,
    ({ snapshot, uri }, { positions }) => selectionRanges(snapshot, uri, positions),
  ),
  handler<DocumentLinkParams, unknown>(
    'textDocument/documentLink',
    { documentLinkProvider: {} },
    null,
    ({ snapshot, uri }) => documentLinks(snapshot, uri),
  ),
  handler<RenameFilesParams, WorkspaceEdit | null>(
    'workspace/willRenameFiles',
    { workspace: { fileOperations: { willRename: { filters: [{ scheme: 'file', pattern: { glob: '**' } }] } } } },
    null,
    (ask, { files }) => versioned(ask, fileRename(ask.snapshot, files)),
  ),
  handler<unknown, unknown>('textDocument/formatting', {}, null, ({ snapshot, uri }) => formatting(snapshot, uri)),
  handler<DocumentRangeFormattingParams, unknown>(
    'textDocument/rangeFormatting',
    {},
    null,
    ({ snapshot, uri }, { range }) => formatting(snapshot, uri, [range]),
  ),
  handler<DocumentRangesFormattingParams, unknown>(
    'textDocument/rangesFormatting',
    {},
    null,
    ({ snapshot, uri }, { ranges }) => formatting(snapshot, uri, ranges),
  ),
  handler<TextDocumentContentParams, unknown>(
    'workspace/textDocumentContent',
    {},
    { text: '' },
    ({ snapshot, contents }, { uri }) => ({ text: contents.answer(snapshot, uri) }),
  ),
];

/** The address of the text that a request is about; empty for requests about none. */
export function addressIn(params: unknown): string {
  if (typeof params !== 'object' || params === null || !('textDocument' in params)) return '';
  const document = params.textDocument;
  if (typeof document !== 'object' || document === null || !('uri' in document)) return '';
  const uri = String(document.uri);
  // What a rendered prompt is made of stands behind its path.
  return isRendered(uri) ? uri : normalizeAddress(uri);
}
