import { KeptPair } from '../text/kept';
import type { SourceFile } from '../text/source';
import { bodyOf } from './body';
import { type Region, regionsOf } from './regions';
import type { Layer, PromptSystem } from './system';
import { partOfText } from './textParts';

const known = new KeptPair<SourceFile, PromptSystem, readonly Region[]>();

/** The regions of a file for a system, in offsets of the file; read once for all who ask. */
export const regionsIn = (system: PromptSystem, file: SourceFile): readonly Region[] =>
  known.of(file, system, () => {
    const body = bodyOf(file, system.entry.trim === true);
    return regionsOf(body.text, body.span.start, system.layers, system.base.id);
  });

/** The layer to which the text at an offset of a file belongs: that of its part, of its region, or the base layer. */
export function layerAt(system: PromptSystem, file: SourceFile, offset: number): Layer {
  const part = partOfText(system, file)?.entry.layer;
  const id = part ?? regionAt(regionsIn(system, file), offset)?.layer;
  return system.layers.find((layer) => layer.id === id) ?? system.base;
}

/** Regions are in order and do not overlap. */
function regionAt(regions: readonly Region[], offset: number): Region | undefined {
  let from = 0;
  let to = regions.length;
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if ((regions[middle]?.start ?? 0) <= offset) from = middle;
    else to = middle;
  }
  const region = regions[from];
  return region && region.start <= offset && offset < region.end ? region : undefined;
}
