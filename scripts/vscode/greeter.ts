// An extension beside Strata, for `npm start` alone: a window that shows nothing else begins with a template and its preview.
import { commands, Selection, TextEditorRevealType, Uri, window, workspace } from 'vscode';

/** The template with the most to see, and a slot round which all of it stands. */
const FIRST = 'gateway/chat-main.prompt';
const SLOT = '{context}';

export async function activate(): Promise<void> {
  const [folder] = workspace.workspaceFolders ?? [];
  if (!folder || window.tabGroups.all.some(({ tabs }) => tabs.length > 0)) return;
  const uri = Uri.joinPath(folder.uri, FIRST);
  try {
    await workspace.fs.stat(uri);
  } catch {
    return;
  }
  const editor = await window.showTextDocument(uri, { preview: false });
  const { document } = editor;
  const place = document.positionAt(Math.max(0, document.getText().indexOf(SLOT) + 1));
  editor.selection = new Selection(place, place);
  // Beside the preview lines are shorter and more of them are wrapped, so the place is looked for again.
  const again = window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
    if (textEditor === editor) editor.revealRange(editor.selection, TextEditorRevealType.InCenterIfOutsideViewport);
  });
  await commands.executeCommand('strata.openPreviewToSide', uri);
  editor.revealRange(editor.selection, TextEditorRevealType.InCenter);
  setTimeout(() => again.dispose(), 2000);
}
