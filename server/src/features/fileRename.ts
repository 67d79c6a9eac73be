import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import type { NamedFile, PromptSystem } from '../model/system';
import { replaceScalar } from '../rules/facts/manifest/manifestEdit';
import { folderOf, isInside, normalizeAddress, relativePath, resolveAddress } from '../text/address';
import { globBase, isGlob } from '../text/glob';
import type { Snapshot } from '../workspace/snapshot';
import { locationOf } from './convert';
import { type IncludePlace, includePlaces } from './places/texts';

/** A file or folder that is about to have another address. */
export interface FileMove {
  readonly oldUri: string;
  readonly newUri: string;
}

/**
 * The edits that keep every path leading to its file when files or folders are about to be moved: of the manifests that
 * name them and the texts that include them, and of manifests and texts that move away from what they name.
 */
export function fileRename(snapshot: Snapshot, moves: readonly FileMove[]): WorkspaceEdit | null {
  const normal = moves.map(({ oldUri, newUri }) => ({
    oldUri: normalizeAddress(oldUri),
    newUri: normalizeAddress(newUri),
  }));
  const changes = new Map<string, Map<number, TextEdit>>();
  for (const system of snapshot.systems) {
    for (const place of includePlaces(snapshot, system)) addInclude(snapshot, changes, system, place, normal);
    if (system.manifest.kind !== 'manifest') continue;
    for (const named of system.files) addEdit(snapshot, changes, system, named, normal);
    addFolders(snapshot, changes, system, normal);
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
  const { uri, before, path } = pathIn(system, named);
  const [from, to] = [moved(manifest, moves), moved(uri, moves)];
  if (from === manifest && to === uri) return;
  const after = relativePath(folderOf(from), to);
  if (before === after || !path.includes(before)) return;
  const { text } = system.manifest.file;
  const written = text.slice(named.place.span.start, named.place.span.end);
  // A name that YAML might read as something else is put in quotes.
  const isPlain = /^[\p{L}\p{N}_./-]*$/u.test(after) || (/^["']/.test(written) && !/["'\\]/.test(after));
  const newText = isPlain
    ? written.replace(before, () => after)
    : replaceScalar(
        system.manifest,
        named.place.span,
        path.replace(before, () => after),
      ).text;
  if (newText === written) return;
  const edits = changes.get(manifest) ?? new Map<number, TextEdit>();
  edits.set(named.place.span.start, { range: locationOf(snapshot, named.place).range, newText });
  changes.set(manifest, edits);
}

/** The file that is named, and how; of a pattern the folder that it looks into: it names many files at once, and stays as it is when one of them moves. */
function pathIn({ manifest, path: at }: PromptSystem, { uri, written, role }: NamedFile): PathIn {
  const pattern = role === 'template' ? manifest.data.systems[String(at[1])]?.template : undefined;
  if (pattern === undefined || !isGlob(pattern))
    return { uri, before: relativePath(folderOf(manifest.file.uri), uri), path: written };
  const base = globBase(pattern);
  return { uri: resolveAddress(manifest.file.uri, base), before: base, path: pattern };
}

interface PathIn {
  /** The file, or the folder of a pattern. */
  readonly uri: string;
  /** The part of the path that leads to it. */
  readonly before: string;
  readonly path: string;
}

/** The name in an include, relative to the folder in which the engine found it. */
function addInclude(
  snapshot: Snapshot,
  changes: Map<string, Map<number, TextEdit>>,
  system: PromptSystem,
  { from, span, written, target }: IncludePlace,
  moves: readonly FileMove[],
): void {
  const names = system.dialects[0]?.includeNames;
  const [fromNow, targetNow] = [moved(from, moves), moved(target, moves)];
  if (!names || (fromNow === from && targetNow === target)) return;
  const manifest = system.manifest.file.uri;
  const folders = [folderOf(from), ...foldersOf(system).map((folder) => resolveAddress(manifest, folder))];
  for (const folder of folders) {
    const path = names(written).find((name) => resolveAddress(`${folder}/x`, name) === target);
    if (path === undefined) continue;
    const base = folder === folderOf(from) ? folderOf(fromNow) : moved(folder, moves);
    const newText = nameFor(relativePath(base, targetNow), path, written, names);
    if (newText === written) return;
    const edits = changes.get(from) ?? new Map<number, TextEdit>();
    edits.set(span.start, { range: locationOf(snapshot, { uri: from, span }).range, newText });
    changes.set(from, edits);
    return;
  }
}

const foldersOf = (system: PromptSystem): readonly string[] => [system.entry.includes ?? []].flat();

/** A path as the author writes it: without the ending that the engine adds, where it was written without. */
function nameFor(path: string, before: string, written: string, names: (name: string) => readonly string[]): string {
  const ending = before.startsWith(written) ? before.slice(written.length) : '';
  const short = ending !== '' && path.endsWith(ending) ? path.slice(0, -ending.length) : path;
  return names(short).includes(path) ? short : path;
}

/** The folders of `includes` in a manifest. */
function addFolders(
  snapshot: Snapshot,
  changes: Map<string, Map<number, TextEdit>>,
  system: PromptSystem,
  moves: readonly FileMove[],
): void {
  const { manifest, path, entry } = system;
  const uri = manifest.file.uri;
  foldersOf(system).forEach((written, i) => {
    const before = resolveAddress(uri, written);
    const after = relativePath(folderOf(moved(uri, moves)), moved(before, moves));
    const place = manifest.place([...path, 'includes', ...(Array.isArray(entry.includes) ? [i] : [])])?.value;
    if (!place || after === relativePath(folderOf(uri), before)) return;
    const edits = changes.get(uri) ?? new Map<number, TextEdit>();
    const newText = replaceScalar(manifest, place, after === '' ? '.' : after).text;
    edits.set(place.start, { range: locationOf(snapshot, { uri, span: place }).range, newText });
    changes.set(uri, edits);
  });
}

/** Where a file stands after the moves, its folder's included. */
function moved(uri: string, moves: readonly FileMove[]): string {
  for (const { oldUri, newUri } of moves) {
    if (uri === oldUri) return newUri;
    if (isInside(oldUri, uri)) return newUri + uri.slice(oldUri.length);
  }
  return uri;
}
