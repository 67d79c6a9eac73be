// What the cases do through the API of VS Code: open a file, change it, ask what the editor would ask, wait for an answer.
import assert from 'node:assert/strict';
import {
  commands,
  type Diagnostic,
  languages,
  type Position,
  Range,
  RelativePattern,
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
  // The window has opened it; this side may hear of it a moment later.
  return until(`${pathOf(uri)} is in front`, [window.onDidChangeActiveTextEditor], () => {
    const { activeTextEditor } = window;
    return activeTextEditor?.document.uri.toString() === uri.toString() && activeTextEditor;
  });
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

const written: string[] = [];
let removed = 0;

/** Writes files into a folder that there has never been, and gives its name. It is there until the next case begins. */
export async function newFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const name = `written-${written.length + 1}`;
  written.push(name);
  for (const path of foldersOf(Object.keys(files).map((path) => `${name}/${path}`)))
    await seen(fileAt(path), () => workspace.fs.createDirectory(fileAt(path)));
  await Promise.all(Object.entries(files).map(([path, text]) => writeFile(`${name}/${path}`, text)));
  return name;
}

/**
 * The folders that files lie in, the outer ones first. What watches the disk may miss what comes at the same time as its
 * folder, so each is made, and seen, before there is anything in it.
 */
function foldersOf(paths: readonly string[]): readonly string[] {
  const folders = paths.flatMap((path) => {
    const names = path.split('/').slice(0, -1);
    return names.map((_, index) => names.slice(0, index + 1).join('/'));
  });
  return [...new Set(folders)];
}

/** Writes a file into a folder that is there, and returns when the window has seen it. */
export function writeFile(path: string, text: string): Promise<void> {
  return seen(fileAt(path), () => workspace.fs.writeFile(fileAt(path), new TextEncoder().encode(text)));
}

async function seen(uri: Uri, change: () => Thenable<void>): Promise<void> {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const watcher = workspace.createFileSystemWatcher(new RelativePattern(Uri.joinPath(uri, '..'), name));
  let told = false;
  const listeners = [watcher.onDidCreate, watcher.onDidChange].map((event) =>
    event(() => {
      told = true;
    }),
  );
  const wait = until(`${pathOf(uri)} is seen`, [watcher.onDidCreate, watcher.onDidChange], () => told);
  await Promise.all([change(), wait]);
  for (const one of [...listeners, watcher]) one.dispose();
}

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
  // A list of messages that is left open lies over the panel.
  await commands.executeCommand('notifications.clearAll');
  await commands.executeCommand('notifications.hideList');
  for (const name of written.slice(removed)) await workspace.fs.delete(fileAt(name), { recursive: true });
  removed = written.length;
}

/** Whether a folder is open, or comes to be a moment after the tests have begun. */
export function isOpened(): Promise<boolean> {
  const { onDidChangeWorkspaceFolders } = workspace;
  const look = () => (workspace.workspaceFolders ?? []).length > 0;
  return until('a folder is open', [onDidChangeWorkspaceFolders], look, 5000).catch(() => false);
}
