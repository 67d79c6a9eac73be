import type { Lookup } from '../../model/lookup';
import { holds, type Selection } from '../../model/selection';
import type { PromptSystem } from '../../model/system';
import type { Layout } from '../../render/layout';
import { tagOf } from '../facts/sourceText';
import type { Handling } from './attempts';
import type { Place } from './places';

/** What the program does with a value before it stands in its place. */
export function handlingOf(system: PromptSystem, lookup: Lookup, layout: Layout, place: Place): Handling {
  const isList = system.slots.get(place.slot)?.type === 'list';
  return {
    item: isList ? (itemOf(system, layout.rendered.selection, place.slot) ?? '') : undefined,
    pulls: pulledSlot(system, lookup, layout, place),
  };
}

/** How an item of a list is written in one selection. */
export function itemOf(system: PromptSystem, { axes }: Selection, name: string): string | undefined {
  const entry = system.slots.get(name)?.entry;
  const variant = entry?.variants?.find((one) => one.item !== undefined && holds(one.when, axes));
  return (variant ?? entry)?.item;
}

/** Another slot whose tag the value may hold, when it is template text for the program, or is filled by a pass before the last. */
function pulledSlot(system: PromptSystem, lookup: Lookup, layout: Layout, place: Place): Handling['pulls'] {
  const host = place.host?.slot ?? place.slot;
  const isTemplate = system.slots.get(place.slot)?.entry.expand === true;
  const last = system.dialects.at(-1);
  const tag = place.within === undefined ? tagOf(lookup, place)?.tag : undefined;
  const isFilledEarly = system.dialects.length > 1 && tag !== undefined && tag !== last?.print(host);
  const dialect = isTemplate ? system.dialects[0] : isFilledEarly ? last : undefined;
  if (!dialect) return undefined;
  const other = layout.filled.find(({ slot }) => {
    const entry = system.slots.get(slot)?.entry;
    return slot !== place.slot && slot !== host && entry && !entry.expand && !entry.parts && dialect.holds(slot);
  });
  if (!other) return undefined;
  const advice = isTemplate
    ? 'Take `expand` away, or do not let others write this value.'
    : 'Fill the slot in the last pass, or escape braces in the value.';
  return { slot: other.slot, tag: dialect.print(other.slot), advice };
}
