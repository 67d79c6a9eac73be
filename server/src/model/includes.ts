import type { Dialect } from '../syntax/dialects/dialect';
import { splitKey } from '../syntax/embedded';
import type { TextReference } from '../syntax/tree';
import type { SourceFile } from '../text/source';
import { treeOf } from './body';
import type { Lookup } from './lookup';
import type { PromptSystem } from './system';
import { textParts } from './textParts';

/** Texts that one system may include, over all chains; a system with more is not followed further. */
const MOST_INCLUDES = 500;

/** Where an include was looked for, and what was found. */
export interface ResolvedInclude {
  /** Addresses tried, in order. */
  readonly tried: readonly string[];
  readonly file?: SourceFile;
  /** One of the addresses has not been read yet, so nothing is said about the others. */
  readonly pending: boolean;
}

/** Looks up what a text names: beside that text, then in the folders of the manifest's `includes`. */
export function resolveInclude(
  system: PromptSystem,
  lookup: Lookup,
  dialect: Dialect,
  name: string,
  from: string,
): ResolvedInclude {
  const folders = system.entry.includes === undefined ? [] : [system.entry.includes].flat();
  const names = dialect.includeNames?.(name) ?? [];
  const candidates = [
    ...names.map((path) => ({ from, path })),
    ...folders.flatMap((folder) =>
      names.map((path) => ({ from: system.manifest.file.uri, path: `${folder}/${path}` })),
    ),
  ];
  const tried: string[] = [];
  for (const candidate of candidates) {
    const { uri, found } = lookup.find(candidate.from, candidate.path);
    // A text in one of the folders is looked for beside it first, which is there.
    if (tried.includes(uri)) continue;
    tried.push(uri);
    if (found.kind === 'file') return { tried, file: found.file, pending: false };
    if (found.kind === 'pending') return { tried, pending: true };
  }
  return { tried, pending: false };
}

/** An include as it stands in a text, with what it leads to. */
export interface FoundInclude {
  readonly from: SourceFile;
  readonly reference: TextReference;
  readonly resolved: ResolvedInclude;
  /** Addresses from the template to the text that holds the tag. */
  readonly chain: readonly string[];
  /** The text leads back to itself. */
  readonly cycle: boolean;
}

/** Whether a name, as it is written, leads out of the workspace folder: to a file that may well be there and is never read. */
export function leadsOutside({ reference, resolved }: FoundInclude, lookup: Lookup): boolean {
  const [first] = resolved.tried;
  if (resolved.file || resolved.pending || reference.optional || first === undefined) return false;
  return lookup.at(first).kind === 'outside';
}

/** All includes that the template texts of a system reach, each place once; a cycle is followed up to where it closes. */
export function includesOf(system: PromptSystem, lookup: Lookup): readonly FoundInclude[] {
  const dialect = system.dialects[0];
  if (!dialect?.includeNames) return [];
  const out: FoundInclude[] = [];
  const done = new Set<string>();
  const visit = (file: SourceFile, chain: readonly string[]): void => {
    if (done.has(file.uri) || out.length >= MOST_INCLUDES) return;
    done.add(file.uri);
    const here = [...chain, file.uri];
    const byPath = new Map<string, ResolvedInclude>();
    for (const reference of treeOf(file, system.entry.trim === true, dialect).references ?? []) {
      if (reference.path === undefined) continue;
      const resolved = byPath.get(reference.path) ?? resolveInclude(system, lookup, dialect, reference.path, file.uri);
      byPath.set(reference.path, resolved);
      const cycle = resolved.file !== undefined && here.includes(resolved.file.uri);
      out.push({ from: file, reference, resolved, chain: here, cycle });
      if (resolved.file && !cycle) visit(resolved.file, here);
    }
  };
  for (const named of system.files) {
    if (named.role !== 'template' && named.role !== 'expand') continue;
    const manifest = system.manifest.file;
    const isOwn = named.uri === manifest.uri && !splitKey(named.written);
    const found = isOwn ? undefined : lookup.find(manifest.uri, named.written).found;
    if (!found) visit(manifest, []);
    else if (found.kind === 'file') visit(found.file, []);
  }
  for (const text of textParts(system)) visit(text, []);
  return out;
}

/**
 * Whether a name that an included text reads is one that the tags give which bring that text in, and not the slot that is
 * called so. Of a text that stands in a place of its own as well it is not.
 */
export function givenNames(system: PromptSystem, lookup: Lookup): (uri: string, name: string) => boolean {
  const tags = new Map<string, TextReference[]>();
  for (const { reference, resolved } of includesOf(system, lookup)) {
    if (!resolved.file) continue;
    const all = tags.get(resolved.file.uri);
    if (all) all.push(reference);
    else tags.set(resolved.file.uri, [reference]);
  }
  const own = new Set(system.files.filter(({ role }) => role === 'template').map(({ uri }) => uri));
  return (uri, name) =>
    !own.has(uri) &&
    (tags.get(uri)?.every(({ gives, isolated }) => isolated || gives?.includes(name) === true) ?? false);
}
