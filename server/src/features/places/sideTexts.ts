import type { Lookup } from '../../model/lookup';
import type { PromptSystem } from '../../model/system';
import { type ReadText, readText } from '../../model/texts';
import type { TextContext } from '../../rules/rule';
import { embeddedText } from '../../syntax/embedded';
import { textInHost } from '../../workspace/hosted';
import type { Snapshot } from '../../workspace/snapshot';

/**
 * Texts that are read like the templates of a system although no part names them: second copies that must stay equal, the
 * scope line, and text parts of slots that are filled as well. In offsets of the file that holds them.
 */
export const sideTextsOf = (snapshot: Snapshot, system: PromptSystem): readonly TextContext[] =>
  sideTexts(snapshot.lookup, system).map(textInHost);

/** The same texts, each in its own offsets. */
export function sideTexts(lookup: Lookup, system: PromptSystem): readonly ReadText[] {
  const { manifest, entry } = system;
  const copies = system.files
    .filter(({ role }) => role === 'fallback')
    .flatMap(({ written }) => {
      const { found } = lookup.find(manifest.file.uri, written);
      return found.kind === 'file' ? readText(found.file, system) : [];
    });
  const keys: (readonly (string | number)[])[] = entry.cache?.scope ? [['cache', 'scope', 'line']] : [];
  for (const [name, slot] of Object.entries(entry.slots ?? {}))
    if (slot.expand)
      (slot.parts ?? []).forEach((part, i) => {
        if (part.text !== undefined) keys.push(['slots', name, 'parts', i, 'text']);
      });
  const inManifest = keys.flatMap((key) => {
    const embedded = embeddedText(manifest.file, `/${[...system.path, ...key].join('/')}`);
    return embedded ? readText(embedded.file, system) : [];
  });
  return [...copies, ...inManifest];
}
