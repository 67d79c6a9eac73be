import { bodyOf } from '../../model/body';
import { type Region, regionsOf } from '../../model/regions';
import type { Layer, PromptSystem } from '../../model/system';
import { Kept } from '../../text/kept';
import type { SourceFile } from '../../text/source';

const known = new Kept<SourceFile, WeakMap<PromptSystem, readonly Region[]>>();

/** The regions of a file for a system, in offsets of the file; read once for all the fixes that ask. */
export function regionsIn(system: PromptSystem, file: SourceFile): readonly Region[] {
  let ofFile = known.get(file);
  if (!ofFile) {
    ofFile = new WeakMap();
    known.set(file, ofFile);
  }
  let regions = ofFile.get(system);
  if (!regions) {
    const body = bodyOf(file, system.entry.trim === true);
    regions = regionsOf(body.text, body.span.start, system.layers, system.base.id);
    ofFile.set(system, regions);
  }
  return regions;
}

/** The layer to which the text at an offset of a file belongs: that of its part, of its region, or the base layer. */
export function layerAt(system: PromptSystem, file: SourceFile, offset: number): Layer {
  const part = system.parts.find((p) => p.uri === file.uri)?.entry.layer;
  const id = part ?? regionsIn(system, file).find((region) => region.start <= offset && offset < region.end)?.layer;
  return system.layers.find((layer) => layer.id === id) ?? system.base;
}
