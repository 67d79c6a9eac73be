// Proposes a manifest for templates that have none. It is shown as a text that is not saved: until somebody saves it, nothing
// is written, and all the while the templates show what it would say about them.
import {
  commands,
  l10n,
  type QuickPickItem,
  type TextDocument,
  Uri,
  WorkspaceEdit,
  type WorkspaceFolder,
  window,
  workspace,
} from 'vscode';
import type { ProposeResult } from '../../server/src/protocol';
import { unsavedFile } from './addresses';
import { describe } from './log';
import type { Services } from './start';

export async function proposeManifest({ log, server }: Services, argument: unknown): Promise<void> {
  const place = await placeFor(argument);
  if (!place) return;
  let proposal: ProposeResult | null = null;
  try {
    proposal = await server.request('propose', { uri: place.toString() });
  } catch (error) {
    log.error(`No manifest could be proposed: ${describe(error)}`);
  }
  if (!proposal) void window.showWarningMessage(l10n.t('The Strata language server does not answer.'));
  else if (proposal.text === null) void window.showInformationMessage(nothingFor(place));
  else if (proposal.exists) await showBeside(proposal.text, proposal);
  else await showUnsaved(proposal.text, proposal);
}

/** A folder, or a template alone: what was clicked, else the folder of the workspace that the file in the editor is in. */
async function placeFor(argument: unknown): Promise<Uri | undefined> {
  if (argument instanceof Uri) return argument;
  const own = window.activeTextEditor?.document.uri;
  const folder = (own && workspace.getWorkspaceFolder(own)) ?? (await oneOf(workspace.workspaceFolders ?? []));
  if (folder) return folder.uri;
  if (own && own.scheme !== 'untitled') return own;
  if ((workspace.workspaceFolders ?? []).length === 0)
    void window.showInformationMessage(l10n.t('Open a folder with templates first, or save the template.'));
  return undefined;
}

async function oneOf(folders: readonly WorkspaceFolder[]): Promise<WorkspaceFolder | undefined> {
  if (folders.length < 2) return folders[0];
  const items = folders.map((folder): QuickPickItem & { readonly folder: WorkspaceFolder } => ({
    label: folder.name,
    description: workspace.asRelativePath(folder.uri),
    folder,
  }));
  const title = l10n.t('Folder for strata.yaml');
  return (await window.showQuickPick(items, { title }))?.folder;
}

/** Only folders of the disk can be searched; elsewhere what is open is all that is known. */
const nothingFor = (place: Uri): string =>
  place.scheme === 'file'
    ? l10n.t(
        'Every template in {0} that could be found is named by a manifest already.',
        workspace.asRelativePath(place),
      )
    : l10n.t(
        'Strata cannot search this folder, because it is not on the disk. Open a template and run the command there.',
      );

/** In a document that is written to the place of the manifest when somebody says so. */
async function showUnsaved(text: string, proposal: ProposeResult): Promise<void> {
  const file = Uri.parse(proposal.manifest);
  const address = unsavedFile(file);
  const document = await (address ? openUnsaved(address, text) : openText(text));
  await window.showTextDocument(document, { preview: false });
  const [write, discard] = [l10n.t('Write {0}', workspace.asRelativePath(file)), l10n.t('Discard')];
  const choices = workspace.fs.isWritableFileSystem(file.scheme) === false ? [discard] : [write, discard];
  const chosen = await window.showInformationMessage(summaryOf(proposal), ...choices);
  if (chosen === write && !document.isClosed) await (address ? document.save() : writeTo(file, document));
  if (chosen === discard) await close(document);
}

async function openUnsaved(address: Uri, text: string): Promise<TextDocument> {
  const document = await workspace.openTextDocument(address);
  if (document.getText() !== '') return document;
  const edit = new WorkspaceEdit();
  edit.insert(address, document.positionAt(0), text);
  await workspace.applyEdit(edit);
  return document;
}

/** A text without a place: where there is no disk, a file cannot be told before it is there. */
const openText = (text: string) => workspace.openTextDocument({ language: 'yaml', content: text });

async function writeTo(file: Uri, document: TextDocument): Promise<void> {
  await workspace.fs.writeFile(file, new TextEncoder().encode(document.getText()));
  await close(document);
  await window.showTextDocument(file, { preview: false });
}

/** Beside a manifest that is there already, to take from it what is of use. */
function showBeside(text: string, proposal: ProposeResult): Promise<void> {
  const file = workspace.asRelativePath(Uri.parse(proposal.manifest));
  const says = l10n.t(
    '{0} is there already and stays as it is. This proposal is for templates that no manifest names.',
    file,
  );
  return showText(text, says);
}

async function showText(text: string, says: string): Promise<void> {
  await window.showTextDocument(await openText(text), { preview: false });
  void window.showInformationMessage(says);
}

function summaryOf({ templates, more }: ProposeResult): string {
  const [first = ''] = templates;
  const about =
    templates.length === 1
      ? l10n.t('A proposal for {0}, from its headings, tags and slots.', first)
      : l10n.t('A proposal for {0} templates, from their headings, tags and slots.', templates.length);
  const rest = more ? ` ${l10n.t('There are more templates; they are left out.')}` : '';
  return `${about}${rest} ${l10n.t('Trust and lifetimes are guesses: correct them. Nothing is written yet.')}`;
}

/** Closes a text that was not saved without asking whether it should be. */
async function close(document: TextDocument): Promise<void> {
  if (document.isClosed) return;
  await window.showTextDocument(document);
  await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
}
