import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import type { NamedFile, PromptSystem } from '../model/system';
import { replaceScalar } from '../rules/facts/manifestEdit';
import { folderOf, isInside, normalizeAddress, relativePath } from '../text/address';
import type { Snapshot } from '../workspace/snapshot';
import { locationOf } from './convert';

export interface FileMove {
  readonly oldUri: string;
  readonly newUri: string;
}

/**
 * The edits of manifests that keep every path leading to its file when files or folders are about to be moved: of the
 * manifests that name them, and of manifests that move away from what they name.
 */
export function fileRename(snapshot: Snapshot, moves: readonly FileMove[]): WorkspaceEdit | null {
  const normal = moves.map(({ oldUri, newUri }) => ({
    oldUri: normalizeAddress(oldUri),
    newUri: normalizeAddress(newUri),
  }));
  const changes = new Map<string, Map<number, TextEdit>>();
  for (const system of snapshot.systems) {
    if (system.manifest.kind === 'head') continue;
    for (const named of system.files) addEdit(snapshot, changes, system, named, normal);
  }
  if (changes.size === 0) return null;
  return { changes: Object.fromEntries([...changes].map(([uri, edits]) => [uri, [...edits.values()]])) };
}

function addEdit(
  snapshot: Snapshot,
  changes: Map<string, Map<number, TextEdit>>,
  system: PromptSystem,
  named: NamedFile,
  moves: readonly FileMove[],
): void {
  const manifest = system.manifest.file.uri;
  const [from, to] = [moved(manifest, moves), moved(named.uri, moves)];
  if (from === manifest && to === named.uri) return;
  const before = relativePath(folderOf(manifest), named.uri);
  const after = relativePath(folderOf(from), to);
  // A pattern names many files at once, and is left as it is.
  if (before === after || !named.written.includes(before)) return;
  const { text } = system.manifest.file;
  const written = text.slice(named.place.span.start, named.place.span.end);
  // A name that YAML might read as something else is put in quotes.
  const isPlain = /^[\p{L}\p{N}_./-]*$/u.test(after) || (/^["']/.test(written) && !/["'\\]/.test(after));
  const newText = isPlain
    ? written.replace(before, () => after)
    : replaceScalar(
        system.manifest,
        named.place.span,
        named.written.replace(before, () => after),
      ).text;
  if (newText === written) return;
  const edits = changes.get(manifest) ?? new Map<number, TextEdit>();
  edits.set(named.place.span.start, { range: locationOf(snapshot, named.place).range, newText });
  changes.set(manifest, edits);
}

/** Where a file stands after the moves, its folder's included. */
function moved(uri: string, moves: readonly FileMove[]): string {
  for (const { oldUri, newUri } of moves) {
    if (uri === oldUri) return newUri;
    if (isInside(oldUri, uri)) return newUri + uri.slice(oldUri.length);
  }
  return uri;
}
