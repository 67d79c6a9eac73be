import { l10n, Range, Uri, WorkspaceEdit, window, workspace } from 'vscode';
import type { WireEdit } from '../../../server/src/protocol';

/**
 * Makes changes of texts. A file that had no unsaved changes is saved after it, so that what was asked for stands on the
 * disk; one that had some keeps them unsaved.
 */
export async function applyEdits(edits: readonly WireEdit[]): Promise<boolean> {
  if (edits.length === 0) return true;
  const change = new WorkspaceEdit();
  for (const { source, text } of edits) {
    const { start, end } = source.range;
    change.replace(Uri.parse(source.file), new Range(start.line, start.character, end.line, end.character), text);
  }
  const files = [...new Set(edits.map(({ source }) => source.file))];
  const documents = await Promise.all(files.map((file) => workspace.openTextDocument(Uri.parse(file))));
  const clean = documents.filter((document) => !document.isDirty && !document.isUntitled);
  if (!(await workspace.applyEdit(change))) {
    void window.showWarningMessage(l10n.t('The change could not be made.'));
    return false;
  }
  await Promise.all(clean.map((document) => document.save()));
  return true;
}
