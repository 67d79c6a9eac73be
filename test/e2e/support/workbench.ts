// What the cases do through the API of VS Code: open a file, change it, ask what the editor would ask, wait for an answer.
import assert from 'node:assert/strict';
import {
  commands,
  type Diagnostic,
  languages,
  type Position,
  Range,
  Selection,
  type TextDocument,
  type TextDocumentShowOptions,
  type TextEditor,
  TextEditorRevealType,
  Uri,
  window,
  workspace,
} from 'vscode';
import { until } from './until';

/** The file of the opened folder, which is a copy of `examples` with `test/e2e/workspace` laid over it. */
export function fileAt(path: string): Uri {
  const [folder] = workspace.workspaceFolders ?? [];
  if (!folder) throw new Error('No folder is open.');
  return Uri.joinPath(folder.uri, path);
}

/** Where a file lies in the opened folder. */
export const pathOf = (uri: Uri): string => workspace.asRelativePath(uri, false);

/** Opens a file as a person does, so that its document is closed with its editor. */
export async function show(file: string | Uri, options: TextDocumentShowOptions = {}): Promise<TextEditor> {
  const uri = typeof file === 'string' ? fileAt(file) : file;
  await commands.executeCommand('vscode.open', uri, { preview: false, ...options });
  const { activeTextEditor } = window;
  assert.equal(activeTextEditor?.document.uri.toString(), uri.toString());
  return activeTextEditor;
}

/** Changes the text as typing does: the file on the disk stays what it is. `found` must stand in it exactly once. */
export async function replace(editor: TextEditor, found: string, by: string): Promise<void> {
  const done = await editor.edit((edit) => edit.replace(rangeOf(editor.document, found), by));
  assert.ok(done, `The editor refused to replace ${found}`);
}

/** Where a text stands, which must be once. */
export function rangeOf(document: TextDocument, found: string): Range {
  const text = document.getText();
  const at = text.indexOf(found);
  assert.ok(at >= 0 && text.indexOf(found, at + 1) < 0, `${found} does not stand exactly once in ${document.fileName}`);
  return new Range(document.positionAt(at), document.positionAt(at + found.length));
}

/** A place inside a text that stands in the document once, so many characters behind its beginning. */
export function placeIn(document: TextDocument, found: string, characters = 1): Position {
  return rangeOf(document, found).start.translate(0, characters);
}

export function moveTo(editor: TextEditor, position: Position): void {
  editor.selection = new Selection(position, position);
  editor.revealRange(editor.selection, TextEditorRevealType.InCenterIfOutsideViewport);
}

/** The findings of Strata in a file. */
export function findings(uri: Uri): Diagnostic[] {
  return languages.getDiagnostics(uri).filter(({ source }) => source === 'strata');
}

export function codeOf({ code }: Diagnostic): string {
  return String(typeof code === 'object' ? code.value : code);
}

/** Waits until these are the codes of a file's findings, in the order of their places, and gives the findings. */
export function findingsAre(uri: Uri, codes: readonly string[]): Promise<Diagnostic[]> {
  const sorted = () => findings(uri).sort((a, b) => a.range.start.compareTo(b.range.start));
  const listed = (all: readonly string[]) => all.join(', ') || 'none';
  const what = () => `findings of ${pathOf(uri)}: ${listed(codes)}; there are: ${listed(sorted().map(codeOf))}`;
  return until(what, [languages.onDidChangeDiagnostics], () => {
    const found = sorted();
    return found.map(codeOf).join() === codes.join() && found;
  });
}

/** Writes files into a new folder of the opened folder. They are there until the next case begins. */
export async function writeFolder(name: string, files: Readonly<Record<string, string>>): Promise<void> {
  written.add(name);
  for (const [path, text] of Object.entries(files)) {
    await workspace.fs.writeFile(fileAt(`${name}/${path}`), new TextEncoder().encode(text));
  }
}

const written = new Set<string>();

/** Takes back what a case has left: unsaved changes, editors, views, folders that it has written. */
export async function tidy(): Promise<void> {
  await commands.executeCommand('workbench.action.closeQuickOpen');
  const ours = ({ uri }: TextDocument) => uri.scheme === 'untitled' || workspace.getWorkspaceFolder(uri) !== undefined;
  for (const document of workspace.textDocuments.filter((one) => one.isDirty && ours(one))) {
    await window.showTextDocument(document);
    await commands.executeCommand('workbench.action.files.revert');
  }
  await commands.executeCommand('workbench.action.closeAllEditors');
  await commands.executeCommand('workbench.action.closePanel');
  for (const name of written) await workspace.fs.delete(fileAt(name), { recursive: true });
  written.clear();
}

/** The folder may be known a moment after the tests have begun. */
export function opened(): Promise<unknown> {
  return until('a folder is open', [workspace.onDidChangeWorkspaceFolders], () => workspace.workspaceFolders?.[0]);
}
