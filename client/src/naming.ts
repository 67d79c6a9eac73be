// Asks for a better name after a refactoring that has made one up. A command of the code action could do that, but VS Code
// forgets the commands of a menu while their edit is being made.
import { commands, Position, Selection, type Uri, window, workspace } from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';

/** The kind of the action that puts a slot in the place of the selection. */
const EXTRACTS = 'refactor.extract.slot';

/** An edit that has not been made by then is not made at all. */
const PATIENCE_MS = 10_000;

export const withNaming = (middleware: Middleware): Middleware => ({
  ...middleware,
  resolveCodeAction: async (action, token, next) => {
    const editor = window.activeTextEditor;
    const resolved = await next(action, token);
    if (resolved?.edit && resolved.kind?.value === EXTRACTS && editor)
      nameAfterEdit(editor.document.uri, editor.selection.start);
    return resolved;
  },
});

/** Waits for the next edit of a text, then asks for the name that stands behind a position. */
function nameAfterEdit(uri: Uri, start: Position): void {
  const end = (): void => {
    clearTimeout(timer);
    listener.dispose();
  };
  const listener = workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (document.uri.toString() !== uri.toString() || contentChanges.length === 0) return;
    end();
    const word = /[\p{L}_]/u.exec(document.lineAt(start.line).text.slice(start.character));
    const editor = window.visibleTextEditors.find((one) => one.document === document);
    if (!word || !editor) return;
    const at = new Position(start.line, start.character + word.index);
    editor.selection = new Selection(at, at);
    void commands.executeCommand('editor.action.rename', [uri, at]);
  });
  const timer = setTimeout(end, PATIENCE_MS);
}
