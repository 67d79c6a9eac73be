import { type Region, regionsOf } from '../model/regions';
import type { Layer, PromptSystem, Slot } from '../model/system';
import type { TextContext } from '../rules/rule';
import { Kept } from '../text/kept';
import type { SourceFile } from '../text/source';

const known = new Kept<SourceFile, WeakMap<PromptSystem, readonly Region[]>>();

/**
 * The layer in whose text a place of a file stands: that of its part, else of its region, else the base layer. Undefined for
 * a text that others include: there it is theirs.
 */
export function layerAround({ file, bodyStart, system }: TextContext, offset: number): Layer | undefined {
  if (!system?.hasLayers || !system.files.some(({ uri, role }) => uri === file.uri && role === 'template'))
    return undefined;
  const part = system.parts.find(({ uri }) => uri === file.uri)?.entry.layer;
  const id = part ?? regionAt(regionsIn(file, bodyStart, system), offset)?.layer;
  return system.layers.find((layer) => layer.id === id) ?? system.base;
}

/** Whose a slot is where it stands: its own trust and lifetime, else those of the layer round it. */
export function standingOf(
  context: TextContext,
  slot: Slot,
  offset: number,
): { readonly layer: Layer | undefined; readonly trust: Slot['trust']; readonly lifetime: Slot['lifetime'] } {
  const layer = slot.layer ?? layerAround(context, offset);
  return { layer, trust: slot.trust ?? layer?.trust, lifetime: slot.lifetime ?? layer?.lifetime };
}

function regionsIn(file: SourceFile, bodyStart: number, system: PromptSystem): readonly Region[] {
  let ofFile = known.get(file);
  if (!ofFile) {
    ofFile = new WeakMap();
    known.set(file, ofFile);
  }
  let regions = ofFile.get(system);
  if (!regions) {
    regions = regionsOf(file.text, bodyStart, system.layers, system.base.id);
    ofFile.set(system, regions);
  }
  return regions;
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
