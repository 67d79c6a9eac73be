// An extension beside Strata, for `npm start` alone: a window that shows nothing else begins with a template and its preview.
import { commands, Selection, TextEditorRevealType, Uri, window, workspace } from 'vscode';

/** The template with the most to see, and a slot round which all of it stands. */
const FIRST = 'gateway/chat-main.prompt';
const SLOT = '{context}';

/** What is opened in a folder that does not have it: the first file of the first kind that there is. */
const KINDS = ['**/*.prompt', '**/*.{prompt.*,prompty}', '**/strata.yaml'];

export async function activate(): Promise<void> {
  const [folder] = workspace.workspaceFolders ?? [];
  if (!folder || window.tabGroups.all.some(({ tabs }) => tabs.length > 0)) return;
  const uri = await firstFile(Uri.joinPath(folder.uri, FIRST));
  if (!uri) {
    const what =
      'There is no template and no strata.yaml in this folder. Open a file and run “Strata: Create strata.yaml”.';
    void window.showInformationMessage(what);
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

async function firstFile(best: Uri): Promise<Uri | undefined> {
  try {
    await workspace.fs.stat(best);
    return best;
  } catch {
    for (const kind of KINDS) {
      const [first] = (await workspace.findFiles(kind, '**/node_modules/**')).sort((a, b) =>
        a.path < b.path ? -1 : 1,
      );
      if (first) return first;
    }
    return undefined;
  }
}
