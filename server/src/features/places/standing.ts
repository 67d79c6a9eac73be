import { layerAt } from '../../model/fileRegions';
import type { Layer, Slot } from '../../model/system';
import type { TextContext } from '../../rules/rule';
import { innerText } from '../../workspace/hosted';

/**
 * The layer in whose text a place of a file stands: that of its part, else of its region, else the base layer. Undefined for
 * a text that others include: there it is theirs.
 */
function layerAround(context: TextContext, offset: number): Layer | undefined {
  const { file, system } = context;
  const inner = innerText(context);
  const at = inner?.embedded.toInner(offset);
  if (inner && at !== undefined) return system?.hasLayers ? layerAt(system, inner.text.file, at) : undefined;
  if (!system?.hasLayers || !system.files.some(({ uri, role }) => uri === file.uri && role === 'template'))
    return undefined;
  return layerAt(system, file, offset);
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
