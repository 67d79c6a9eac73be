import type {
  CodeActionParams,
  CodeLensParams,
  CompletionParams,
  DocumentLinkParams,
  DocumentSymbolParams,
  FoldingRangeParams,
  InlayHintParams,
  Position,
  ReferenceParams,
  RenameFilesParams,
  RenameParams,
  SelectionRangeParams,
  SemanticTokensParams,
  ServerCapabilities,
  TextDocumentPositionParams,
  WorkspaceSymbolParams,
} from 'vscode-languageserver/node';
import { codeActions, FIX_ALL, fixAll, wants } from '../features/codeActions';
import { codeLenses } from '../features/codeLens';
import { completion, TRIGGER_CHARACTERS } from '../features/completion';
import { definition } from '../features/definition';
import { documentLinks } from '../features/documentLinks';
import { documentSymbols, flatSymbols } from '../features/documentSymbols';
import { fileRename } from '../features/fileRename';
import { foldingRanges } from '../features/folding';
import { highlights } from '../features/highlights';
import { hover } from '../features/hover';
import { inlayHints } from '../features/inlayHints';
import { references } from '../features/references';
import { prepareRename, rename } from '../features/rename';
import { selectionRanges } from '../features/selectionRanges';
import { semanticTokens } from '../features/semanticTokens';
import { workspaceSymbols } from '../features/workspaceSymbols';
import { SEMANTIC_TOKEN_MODIFIERS, SEMANTIC_TOKEN_TYPES } from '../protocol';
import type { Service } from '../service';
import type { Snapshot } from '../workspace/snapshot';
import type { Client } from './client';
import type { Refresher } from './refresh';

/** What a feature is asked with: one moment of the workspace, and the file that the request is about. */
export interface Ask {
  readonly snapshot: Snapshot;
  readonly uri: string;
  readonly client: Client;
  readonly refresher: Refresher;
  readonly service: Service;
}

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

/** Every request of the protocol that Strata answers from a snapshot: announcing and handling cannot drift apart. */
export const HANDLERS: readonly Handler[] = [
  atPosition('textDocument/hover', { hoverProvider: true }, hover),
  handler<TextDocumentPositionParams, unknown>(
    'textDocument/definition',
    { definitionProvider: true },
    null,
    ({ snapshot, uri, client }, { position }) => {
      const links = definition(snapshot, uri, position);
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
  handler<RenameParams, unknown>('textDocument/rename', {}, null, ({ snapshot, uri }, params) =>
    rename(snapshot, uri, params.position, params.newName),
  ),
  handler<CompletionParams, unknown>(
    'textDocument/completion',
    { completionProvider: { triggerCharacters: [...TRIGGER_CHARACTERS] } },
    null,
    ({ snapshot, uri }, { position, context }) => completion(snapshot, uri, position, context?.triggerCharacter),
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
    { codeActionProvider: { codeActionKinds: ['quickfix', FIX_ALL] } },
    null,
    async ({ snapshot, uri, client, service }, { range, context }) => {
      const actions = codeActions(snapshot, uri, range, { only: context.only, createsFiles: client.createsFiles });
      // The whole file is gone through only when somebody asks for it: on saving, or from the menu of source actions.
      const all =
        context.only && wants(context.only, FIX_ALL)
          ? await fixAll(snapshot, uri, (text) => service.whatIf(snapshot, uri, text))
          : undefined;
      return all ? [...actions, all] : actions;
    },
  ),
  handler<CodeLensParams, unknown>(
    'textDocument/codeLens',
    { codeLensProvider: {} },
    null,
    ({ snapshot, uri, client, refresher }) => {
      if (!client.ownCommands) return [];
      refresher.answered('codeLens', snapshot, uri);
      return codeLenses(snapshot, uri);
    },
  ),
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
        full: true,
      },
    },
    null,
    ({ snapshot, uri, refresher }) => {
      refresher.answered('semanticTokens', snapshot, uri);
      return semanticTokens(snapshot, uri);
    },
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
  handler<RenameFilesParams, unknown>(
    'workspace/willRenameFiles',
    { workspace: { fileOperations: { willRename: { filters: [{ scheme: 'file', pattern: { glob: '**' } }] } } } },
    null,
    ({ snapshot }, { files }) => fileRename(snapshot, files),
  ),
];
