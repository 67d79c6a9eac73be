// A system as it was committed last.
import type { Lookup } from '../model/lookup';
import { readManifest } from '../model/manifest';
import { systemsOf } from '../model/resolve';
import type { PromptSystem } from '../model/system';

/** The same files with the texts that they had in the last commit, where these are others. */
export function committedLookup(lookup: Lookup): Lookup {
  const before = (uri: string, found: ReturnType<Lookup['at']>): ReturnType<Lookup['at']> => {
    const file = found.kind === 'file' ? lookup.committed?.(uri) : undefined;
    return file ? { kind: 'file', file } : found;
  };
  return {
    find(from, path) {
      const { uri, found } = lookup.find(from, path);
      return { uri, found: before(uri, found) };
    },
    at: (uri) => before(uri, lookup.at(uri)),
    ...(lookup.glob ? { glob: lookup.glob.bind(lookup) } : {}),
  };
}

/** The system as its manifest was committed; undefined when it was not in it. */
export function committedSystem(system: PromptSystem, lookup: Lookup): PromptSystem | undefined {
  const { file, kind } = system.manifest;
  const before = kind === 'manifest' ? lookup.committed?.(file.uri) : undefined;
  if (!before) return system;
  const systems = systemsOf(readManifest(before), (pattern) => lookup.glob?.(file.uri, pattern) ?? []);
  return systems.find((one) => one.key === system.key);
}
