// Texts that stand in the place of others while two prompts are compared.
import { Uri, workspace } from 'vscode';
import type { RenderResult } from '../../../server/src/protocol';
import { normalized } from '../scope';
import type { Against } from './messages';

/** A larger file is no prompt. */
const LARGEST = 10_000_000;

/** Addresses of the files of a prompt that are not as they are saved. */
export function unsavedOf({ manifest, files }: RenderResult): readonly string[] {
  const dirty = new Set(
    workspace.textDocuments
      .filter(({ isDirty, uri }) => isDirty && uri.scheme !== 'untitled')
      .map(({ uri }) => `${uri}`),
  );
  return [...new Set([manifest, ...files])].filter((address) => dirty.has(normalized(address)));
}

/** The texts that a comparison asks for, by address; undefined when one of them cannot be read. */
export async function textsFor(
  result: RenderResult,
  { saved, file }: Against,
): Promise<Readonly<Record<string, string>> | undefined> {
  try {
    if (file) return { [file.of]: await textNow(Uri.parse(file.by)) };
    if (!saved) return {};
    const texts = unsavedOf(result).map(async (address) => [address, await textOnDisk(Uri.parse(address))] as const);
    return Object.fromEntries(await Promise.all(texts));
  } catch {
    return undefined;
  }
}

/** The text of an editor before that of the disk. */
async function textNow(uri: Uri): Promise<string> {
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  return open ? open.getText() : textOnDisk(uri);
}

async function textOnDisk(uri: Uri): Promise<string> {
  const { size } = await workspace.fs.stat(uri);
  if (size > LARGEST) throw new Error(`${uri} is too large.`);
  return new TextDecoder().decode(await workspace.fs.readFile(uri));
}
