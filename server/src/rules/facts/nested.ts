import type { Location } from '../../model/system';
import type { SlotAppearance } from '../../render/segment';
import type { Place } from '../hostile/places';
import type { RenderContext } from '../rule';
import { placesOf } from './fences/forging';
import { trustOf, written } from './trust';

/** A value that may hold anything, in a value that the program assembles from it and from others. */
export type NestedPlace = Place & { readonly host: SlotAppearance };

/** Those that stand in values which are themselves to be relied on. Where the whole may hold anything, it is told as a whole. */
export function nestedPlaces(context: RenderContext): readonly NestedPlace[] {
  return placesOf(context).filter((place): place is NestedPlace => {
    const outer = place.host && trustOf(context.system, place.host);
    return place.host !== undefined && outer !== 'data' && outer !== 'request';
  });
}

/** What a finding calls it: `notes in {playbook}`. */
export const writtenNested = ({ system }: RenderContext, { slot, host }: NestedPlace): string =>
  `${slot} in ${written(system, host.slot)}`;

/** Where the manifest puts it into the other value; undefined when it stands deeper than among the parts of that one. */
export function partOf(context: RenderContext, { slot, host }: NestedPlace): Location | undefined {
  const parts = context.system.slots.get(host.slot)?.entry.parts ?? [];
  const index = parts.findIndex((part) => part.slot === slot);
  return index < 0 ? undefined : context.place(['slots', host.slot, 'parts', index]);
}
