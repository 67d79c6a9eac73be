import { includesOf } from '../../model/includes';
import type { PromptSystem } from '../../model/system';
import { textsOfSystem } from '../../model/texts';
import type { TextContext } from '../../rules/rule';
import { hostOf, splitKey } from '../../syntax/embedded';
import type { Span } from '../../text/span';
import { hostAddress, innerText } from '../../workspace/hosted';
import type { Snapshot } from '../../workspace/snapshot';
import { sideTextsOf } from './sideTexts';

/** Addresses of the files that hold template text of a system: templates, parts, what they include, texts in a manifest. */
export function textFilesOf(snapshot: Snapshot, system: PromptSystem): readonly string[] {
  return [...new Set(textsOfSystem(system, snapshot.lookup).map(({ file }) => hostAddress(file.uri)))];
}

/** Every file that a check of the whole workspace looks at: what is listed by its name, and what systems are made of. */
export function checkedFiles(snapshot: Snapshot, listed: Iterable<string>): readonly string[] {
  const files = new Set(listed);
  for (const system of snapshot.systems) {
    files.add(system.manifest.file.uri);
    for (const { uri } of system.files) if (snapshot.file(hostAddress(uri))) files.add(hostAddress(uri));
    for (const uri of snapshot.includedBy(system)) files.add(hostAddress(uri));
  }
  return [...files].sort();
}

/**
 * Whether the texts of a system in this file are strings inside of it: parts that a manifest writes itself, or a key of
 * a YAML or JSON file. Then the file round them has no body, no regions and no headings of its own.
 */
export function isHost(system: PromptSystem | undefined, uri: string): boolean {
  if (!system) return false;
  const isManifest = system.manifest.kind === 'manifest' && system.manifest.file.uri === uri;
  return (
    isManifest || system.files.some((file) => hostAddress(file.uri) === uri && splitKey(file.written) !== undefined)
  );
}

/** The texts of a file that an offset stands in, also those that a manifest holds beside its parts: as each system and dialect reads them. */
export function textsAt(snapshot: Snapshot, uri: string, offset: number): readonly TextContext[] {
  const own = snapshot.textsOf(uri).filter((context) => {
    const inner = innerText(context);
    return inner ? inner.embedded.toInner(offset) !== undefined : offset >= context.bodyStart;
  });
  const isManifest = snapshot.manifest(uri)?.kind === 'manifest';
  if (own.some(innerText) || !isManifest) return own;
  const beside = snapshot.systemsOf(uri).flatMap((system) => sideTextsOf(snapshot, system));
  const inString = beside.filter((context) => innerText(context)?.embedded.toInner(offset) !== undefined);
  return inString.filter(({ file }) => file.uri === uri);
}

/** Whether an offset stands in template text that is a string of this file. */
export const isInString = (snapshot: Snapshot, uri: string, offset: number): boolean =>
  textsAt(snapshot, uri, offset).some((context) => innerText(context) !== undefined);

/** A place in template text that names another file. */
export interface IncludePlace {
  /** File that holds the tag. */
  readonly from: string;
  /** The name as it is written. */
  readonly span: Span;
  readonly written: string;
  /** The file that it leads to. */
  readonly target: string;
}

/** The includes in the texts of a system that lead to a file. */
export function includePlaces(snapshot: Snapshot, system: PromptSystem): readonly IncludePlace[] {
  return includesOf(system, snapshot.lookup).flatMap(({ from, reference, resolved }) => {
    const { path, pathSpan } = reference;
    if (path === undefined || !pathSpan || !resolved.file) return [];
    const embedded = hostOf(from);
    const place = embedded ? embedded.toHost(pathSpan) : pathSpan;
    return [{ from: hostAddress(from.uri), span: place, written: path, target: resolved.file.uri }];
  });
}

/** The includes that stand in one file, for all systems that read it. */
export function includesIn(snapshot: Snapshot, uri: string): readonly IncludePlace[] {
  if (!snapshot.textsOf(uri).some(({ tree }) => (tree?.references?.length ?? 0) > 0)) return [];
  return snapshot
    .systemsOf(uri)
    .flatMap((system) => includePlaces(snapshot, system).filter(({ from }) => from === uri));
}
