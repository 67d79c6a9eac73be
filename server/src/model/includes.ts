import { bindingAt, bindingsOf } from '../syntax/dialects/bindings';
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

/** What a name is that an included text reads: one that it is given, the slot that is called so, or now one and now the other. */
export type Meaning = 'given' | 'slot' | 'both';

/**
 * What the names of included texts are, by the tags that bring these texts in: they give names themselves, stand where a
 * name is set (`with`, loops), or keep all others out. What a text is given, those see that it includes in turn.
 */
export function givenNames(system: PromptSystem, lookup: Lookup): (uri: string, name: string) => Meaning {
  const tags = new Map<string, FoundInclude[]>();
  for (const found of includesOf(system, lookup)) {
    const { file } = found.resolved;
    if (!file) continue;
    const all = tags.get(file.uri);
    if (all) all.push(found);
    else tags.set(file.uri, [found]);
  }
  const own = new Set(system.files.filter(({ role }) => role === 'template').map(({ uri }) => uri));
  const known = new Map<string, Meaning>();
  const meaningOf = (uri: string, name: string): Meaning => {
    const key = `${uri}\n${name}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    // A text that includes itself gives nothing that it does not have.
    known.set(key, own.has(uri) ? 'slot' : 'given');
    const meanings = new Set((tags.get(uri) ?? []).map((found) => at(found, name)));
    if (own.has(uri) || meanings.size === 0) meanings.add('slot');
    const [only = 'slot'] = meanings;
    const meaning = meanings.size === 1 ? only : 'both';
    known.set(key, meaning);
    return meaning;
  };
  const at = (found: FoundInclude, name: string): Meaning => {
    const { isolated, gives } = found.reference;
    if (isolated || gives?.includes(name) || isSetAt(system, found, name)) return 'given';
    return meaningOf(found.from.uri, name);
  };
  return meaningOf;
}

/** Whether a name is set where an include stands; a text that extends another one gives it what it sets anywhere. */
function isSetAt(
  { dialects: [dialect], entry }: PromptSystem,
  { from, reference }: FoundInclude,
  name: string,
): boolean {
  if (!dialect || (reference.kind !== 'include' && reference.kind !== 'extends')) return false;
  const bindings = bindingsOf(dialect, treeOf(from, entry.trim === true, dialect));
  if (reference.kind === 'include') return bindingAt(bindings, name, reference.span.start) !== undefined;
  return bindings.some((one) => one.name === name && one.scope.end >= from.text.trimEnd().length);
}
