// A text that is not saved yet but knows its file (`untitled:/folder/strata.yaml`) is that file for the server: so a proposed
// manifest is checked, and shows in the templates what it says, before anything is written.
import { Uri, workspace } from 'vscode';

const UNSAVED = 'untitled';

/** The address under which the server knows a text. */
export function toServer(uri: Uri): string {
  return isUnsavedFile(uri) ? uri.with({ scheme: 'file' }).toString() : uri.toString();
}

/** The text of an address of the server: one that is not saved yet before the file on the disk. */
export function fromServer(address: string): Uri {
  const uri = Uri.parse(address);
  if (uri.scheme !== 'file') return uri;
  const unsaved = workspace.textDocuments.find(
    (document) => isUnsavedFile(document.uri) && samePath(document.uri, uri),
  );
  return unsaved && !unsaved.isClosed ? unsaved.uri : uri;
}

/** Whether a text is to become a file whose place is known already. */
export const isUnsavedFile = (uri: Uri): boolean => uri.scheme === UNSAVED && uri.path.startsWith('/');

/** The address of a file that is not there yet, to be shown and saved. Only folders of the disk can be told so. */
export function unsavedFile(file: Uri): Uri | undefined {
  return file.scheme === 'file' ? file.with({ scheme: UNSAVED }) : undefined;
}

const samePath = (unsaved: Uri, file: Uri): boolean => unsaved.with({ scheme: 'file' }).toString() === file.toString();
