import type {
  CreateFile,
  OptionalVersionedTextDocumentIdentifier,
  Range,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver-types';
import type { FileEdit } from '../rules/rule';
import { Hosts } from '../workspace/hosted';
import type { Snapshot } from '../workspace/snapshot';
import type { Change } from './actions/action';
import { locationOf } from './convert';

/** What the client said that it can do with an edit. */
export interface EditOptions {
  /** Whether the client can create a file as part of an edit. */
  readonly createsFiles: boolean;
}

const START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** A change as one edit of the protocol: all of it, or nothing, and undone in one step. */
export function workspaceEditOf(snapshot: Snapshot, change: Change, options: EditOptions): WorkspaceEdit {
  const changes = editsByFile(snapshot, new Hosts(snapshot.lookup).edits(change.edits));
  const creates = options.createsFiles ? (change.creates ?? []) : [];
  if (creates.length === 0) return { changes };
  const documentChanges: (CreateFile | TextDocumentEdit)[] = creates.flatMap(({ uri, text }) => [
    { kind: 'create' as const, uri, options: { ignoreIfExists: true } },
    ...(text === '' ? [] : [{ textDocument: anyVersion(uri), edits: [{ range: START, newText: text }] }]),
  ]);
  for (const [uri, edits] of Object.entries(changes)) documentChanges.push({ textDocument: anyVersion(uri), edits });
  return { documentChanges };
}

const anyVersion = (uri: string): OptionalVersionedTextDocumentIdentifier => ({ uri, version: null });

/** Edits of the protocol by the address of their file, each file's in the order in which they were given. */
export function editsByFile(snapshot: Snapshot, edits: readonly FileEdit[]): Record<string, TextEdit[]> {
  const changes: Record<string, TextEdit[]> = {};
  for (const edit of edits) {
    const own = changes[edit.uri] ?? [];
    own.push({ range: locationOf(snapshot, edit).range, newText: edit.text });
    changes[edit.uri] = own;
  }
  return changes;
}

/** The edit with the versions of the texts that are open, so that a client refuses it when they have changed since. */
export function withVersions(
  edit: WorkspaceEdit,
  versions: ReadonlyMap<string, number>,
  clientUri: (address: string) => string,
): WorkspaceEdit {
  const documentChanges =
    edit.documentChanges ??
    Object.entries(edit.changes ?? {}).map(([uri, edits]) => ({ textDocument: anyVersion(uri), edits }));
  return {
    documentChanges: documentChanges.map((one) => {
      if (!('textDocument' in one)) return one;
      const { uri } = one.textDocument;
      return { ...one, textDocument: { uri: clientUri(uri), version: versions.get(uri) ?? null } };
    }),
  };
}
