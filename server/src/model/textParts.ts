// Texts of parts that stand in the manifest itself, and the part that a text belongs to.
import { embeddedText, splitKey } from '../syntax/embedded';
import { resolveAddress } from '../text/address';
import type { SourceFile } from '../text/source';
import type { Part, PromptSystem } from './system';

/** The text of a part that stands in the manifest, as a file of its own; undefined when it is not written there as one string. */
export function textOfPart(system: PromptSystem, part: Part): SourceFile | undefined {
  if (part.entry.text === undefined) return undefined;
  const key = `/${[...system.path, 'parts', part.index, 'text'].join('/')}`;
  const embedded = embeddedText(system.manifest.file, key);
  return embedded?.file.text === part.entry.text ? embedded.file : undefined;
}

/** The part whose text a file is; of a string inside of another file, the part that names it or is written there. */
export function partOfText(system: PromptSystem, { uri }: SourceFile): Part | undefined {
  if (!uri.includes('#')) return system.parts.find((part) => part.uri === uri);
  const { uri: from } = system.manifest.file;
  return system.parts.find((part) => {
    const keyed = splitKey(part.entry.file ?? '');
    const own = keyed ? `${resolveAddress(from, keyed.path)}#${keyed.key}` : textOfPart(system, part)?.uri;
    return own === uri;
  });
}

/** All texts of parts that stand in the manifest. */
export function textParts(system: PromptSystem): readonly SourceFile[] {
  return system.parts.map((part) => textOfPart(system, part)).filter((file) => file !== undefined);
}
