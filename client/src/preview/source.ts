import { Range, Selection, type TextDocumentShowOptions, Uri, ViewColumn, window } from 'vscode';
import type { WireSource } from '../../../server/src/protocol';
import { normalized } from '../scope';

/**
 * Shows a place in an editor: the one that has the file open, else one beside the panel. With `open` it gets the focus, and a
 * group is made for it where there is none; without, the panel keeps the focus and stays where it is.
 */
export async function showSource(
  { file, range }: WireSource,
  open: boolean,
  panel: ViewColumn | undefined,
): Promise<void> {
  const { start, end } = range;
  const place = new Range(start.line, start.character, end.line, end.character);
  const address = normalized(file);
  const shown = window.visibleTextEditors.find((editor) => editor.document.uri.toString() === address);
  const beside = window.tabGroups.all.find((group) => group.viewColumn !== panel)?.viewColumn;
  const viewColumn = shown?.viewColumn ?? beside ?? (open ? ViewColumn.Beside : undefined);
  if (viewColumn === undefined) return;
  const options: TextDocumentShowOptions = { viewColumn, preserveFocus: !open, preview: true, selection: place };
  const editor = await window.showTextDocument(Uri.parse(file), options);
  editor.selection = new Selection(place.start, place.end);
}
