// A system with other texts than those of now: as it was committed last, or with some of its files replaced.
import { embeddedIn, type Found, type Lookup } from '../../model/lookup';
import { readManifest } from '../../model/manifest/manifest';
import { systemsOf } from '../../model/resolve';
import type { PromptSystem } from '../../model/system';
import type { RenderParams } from '../../protocol';
import { splitKey } from '../../syntax/embedded';
import type { SourceFile } from '../../text/source';

/** The text that stands at an address instead of that of now; undefined where it is the same. */
export type OtherText = (uri: string) => SourceFile | undefined;

/** Which texts a request wants instead of those of now; undefined when it wants none. */
export function otherTexts(lookup: Lookup, { committed, texts }: RenderParams): OtherText | undefined {
  if (committed === true) return (uri) => lookup.committed?.(uri);
  if (texts === undefined || Object.keys(texts).length === 0) return undefined;
  const files = new Map(Object.entries(texts).map(([uri, text]) => [uri, { uri, text }]));
  return (uri) => {
    const keyed = splitKey(uri);
    const file = files.get(keyed?.path ?? uri);
    if (!file || !keyed) return file;
    const found = embeddedIn({ kind: 'file', file }, keyed.key);
    return found.kind === 'file' ? found.file : undefined;
  };
}

/** The same files with the texts that they have otherwise. */
export function lookupWith(lookup: Lookup, other: OtherText): Lookup {
  const instead = (uri: string, found: Found): Found => {
    const file = found.kind === 'file' ? other(uri) : undefined;
    return file ? { kind: 'file', file } : found;
  };
  return {
    find(from, path) {
      const { uri, found } = lookup.find(from, path);
      return { uri, found: instead(uri, found) };
    },
    at: (uri) => instead(uri, lookup.at(uri)),
    ...(lookup.glob ? { glob: lookup.glob.bind(lookup) } : {}),
  };
}

/** The system as another text of its manifest declares it; undefined when it is not in it. */
export function systemWith(system: PromptSystem, lookup: Lookup, other: OtherText): PromptSystem | undefined {
  const { file, kind } = system.manifest;
  const before = kind === 'manifest' ? other(file.uri) : undefined;
  if (!before) return system;
  const systems = systemsOf(readManifest(before), (pattern) => lookup.glob?.(file.uri, pattern) ?? []);
  return systems.find((one) => one.key === system.key);
}
