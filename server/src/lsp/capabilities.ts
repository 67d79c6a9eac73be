import { type ServerCapabilities, TextDocumentSyncKind } from 'vscode-languageserver/node';
import { HANDLERS } from './handlers';

/** What the server announces: the rows of the table of handlers, and what belongs to the connection itself. */
export function capabilities(): ServerCapabilities {
  const rows = HANDLERS.map((handler) => handler.capability);
  const workspace = Object.assign({}, ...rows.map((row) => row.workspace));
  return Object.assign({}, ...rows, {
    positionEncoding: 'utf-16',
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    diagnosticProvider: { identifier: 'strata', interFileDependencies: true, workspaceDiagnostics: true },
    workspace: { ...workspace, workspaceFolders: { supported: true, changeNotifications: true } },
  } satisfies ServerCapabilities);
}
