import { holds } from '../../model/selection';
import type { Location, Slot } from '../../model/system';
import { LIFETIME_WORDS, TRUST_WORDS } from '../../model/words';
import type { WireSlot } from '../../protocol';
import { grouped } from '../../text/grouped';
import type { Snapshot } from '../../workspace/snapshot';
import { wireSourceOf } from '../convert';
import { placesAt } from '../places/subject';
import type { View } from '../view';
import type { TrialView } from './trial';

/** The slots of a system in one rendering: who fills each, with what from where, and where a value would be written. */
export function wireSlots(snapshot: Snapshot, view: TrialView): readonly WireSlot[] {
  const { system, tokens } = view;
  return [...system.slots.values()].map((slot) => {
    const fillAt = fillPlace(view, slot.name);
    const limit = limitOf(view, slot);
    const written = system.dialects[0]?.print(slot.name);
    return {
      name: slot.name,
      layer: slot.layer?.id ?? null,
      required: slot.required,
      tokens: tokens.slots.get(slot.name)?.tokens ?? 0,
      valueFrom: view.tried.includes(slot.name) ? 'changed here' : valueFrom(view, slot),
      ...(slot.type === undefined ? {} : { type: slot.type }),
      ...(slot.trust === undefined ? {} : { trust: slot.trust, trustWord: TRUST_WORDS[slot.trust].label }),
      ...(slot.lifetime === undefined ? {} : { lifetimeWord: LIFETIME_WORDS[slot.lifetime] }),
      ...(slot.description === undefined ? {} : { description: slot.description }),
      ...(slot.setBy === undefined ? {} : { setBy: slot.setBy }),
      ...(slot.property === undefined ? {} : { property: slot.property }),
      ...(written === undefined ? {} : { written }),
      ...(limit === undefined ? {} : { limit }),
      source: wireSourceOf(snapshot, slot.place),
      ...(fillAt ? { fillAt: wireSourceOf(snapshot, fillAt) } : {}),
    };
  });
}

/** What a value may have at most, in words: `2,500 characters`. */
function limitOf({ selection }: View, { entry }: Slot): string | undefined {
  const max = entry.variants?.find((v) => v.max !== undefined && holds(v.when, selection.axes))?.max ?? entry.max;
  if (max?.chars !== undefined) return `${grouped(max.chars)} characters`;
  return max?.tokens === undefined ? undefined : `${grouped(max.tokens)} tokens`;
}

/** Where a value comes from, in the order in which the engine asks. */
function valueFrom({ system, selection, rendered }: View, { name, entry }: Slot): string {
  if (!holds(entry.when, selection.axes)) return 'left empty here';
  const { scenario } = selection;
  const values = scenario === null ? undefined : system.entry.scenarios?.[scenario]?.values;
  if (values && Object.hasOwn(values, name)) return `scenario "${scenario}"`;
  // Parts that are left out or empty leave the place to the default, then to the sample.
  if (entry.parts) return rendered.appearances.find(({ slot, from }) => slot === name && from)?.from ?? 'parts';
  if (entry.default !== undefined) return 'default';
  if (entry.sample !== undefined) return 'sample';
  return 'no value';
}

/** The scenario's value of the slot, else its `values`, else the scenario. */
function fillPlace({ system, selection }: View, name: string): Location | undefined {
  if (selection.scenario === null) return undefined;
  const scenario = ['scenarios', selection.scenario];
  return (
    placesAt(system, [...scenario, 'values', name], 'value')[0] ??
    placesAt(system, [...scenario, 'values'], 'key')[0] ??
    placesAt(system, scenario, 'key')[0]
  );
}
