import { l10n, Range, type TextDocument, Uri, WorkspaceEdit, window, workspace } from 'vscode';
import type { WireEdit } from '../../../server/src/protocol';

/** Takes a change of texts back, as long as they are as it has left them. */
export type Undo = () => Promise<boolean>;

/**
 * Makes changes of texts, in one step that an editor can undo as well. A file that had no unsaved changes is saved after it,
 * so that what was asked for stands on the disk; one that had some keeps them unsaved. Undefined when it could not be made.
 */
export async function applyEdits(edits: readonly WireEdit[]): Promise<Undo | undefined> {
  const change = new WorkspaceEdit();
  for (const { source, text } of edits) {
    const { start, end } = source.range;
    change.replace(Uri.parse(source.file), new Range(start.line, start.character, end.line, end.character), text);
  }
  const files = [...new Set(edits.map(({ source }) => source.file))];
  const documents = await Promise.all(files.map((file) => workspace.openTextDocument(Uri.parse(file))));
  const before = documents.map((document) => document.getText());
  if (!(await apply(change, documents))) return undefined;
  const after = documents.map((document) => document.getText());
  return () => back(documents, before, after);
}

async function apply(change: WorkspaceEdit, documents: readonly TextDocument[]): Promise<boolean> {
  if (change.size === 0) return true;
  const clean = documents.filter((document) => !document.isDirty && !document.isUntitled);
  if (!(await workspace.applyEdit(change))) {
    void window.showWarningMessage(l10n.t('The change could not be made.'));
    return false;
  }
  await Promise.all(clean.map((document) => document.save()));
  return true;
}

async function back(
  closed: readonly TextDocument[],
  before: readonly string[],
  after: readonly string[],
): Promise<boolean> {
  // What is in no editor may have been closed since.
  const documents = await Promise.all(closed.map(({ uri }) => workspace.openTextDocument(uri)));
  if (documents.some((document, i) => document.getText() !== after[i])) {
    void window.showWarningMessage(l10n.t('The text has changed since, so this is not taken back here.'));
    return false;
  }
  const change = new WorkspaceEdit();
  documents.forEach((document, i) => {
    const [was, is] = [before[i] ?? '', after[i] ?? ''];
    const most = Math.min(was.length, is.length);
    let start = 0;
    while (start < most && was[start] === is[start]) start++;
    let end = 0;
    while (end < most - start && was.at(-1 - end) === is.at(-1 - end)) end++;
    const place = new Range(document.positionAt(start), document.positionAt(is.length - end));
    change.replace(document.uri, place, was.slice(start, was.length - end));
  });
  return apply(change, documents);
}
