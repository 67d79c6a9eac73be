import { type ServerCapabilities, TextDocumentSyncKind } from 'vscode-languageserver/node';
import { RENDERED_SCHEME } from '../protocol';
import type { Client } from './client';
import { EXECUTED } from './commands';
import { HANDLERS } from './handlers';

/** What the server announces: the rows of the table of handlers, and what belongs to the connection itself. */
export function capabilities(client: Client): ServerCapabilities {
  const rows = HANDLERS.map((handler) => handler.capability);
  const workspace = Object.assign({}, ...rows.map((row) => row.workspace));
  return Object.assign({}, ...rows, {
    positionEncoding: 'utf-16',
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    diagnosticProvider: { identifier: 'strata', interFileDependencies: true, workspaceDiagnostics: true },
    // Registered for our own files alone where that is possible: a formatter for every file would be asked for all of them.
    ...(client.registersFormatting
      ? {}
      : { documentFormattingProvider: true, documentRangeFormattingProvider: { rangesSupport: true } }),
    // An editor makes a command of its own of each of these; our extension has better ones.
    ...(client.ownCommands ? {} : { executeCommandProvider: { commands: EXECUTED } }),
    workspace: {
      ...workspace,
      workspaceFolders: { supported: true, changeNotifications: true },
      // Our own extension shows rendered prompts itself.
      ...(client.readsContent && !client.ownCommands ? { textDocumentContent: { schemes: [RENDERED_SCHEME] } } : {}),
    },
  } satisfies ServerCapabilities);
}
