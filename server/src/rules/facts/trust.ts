import type { Layer, PromptSystem, Slot } from '../../model/system';
import type { Lifetime, Trust } from '../../model/words';
import type { Layout } from '../../render/layout';
import type { SlotAppearance } from '../../render/segment';

/** Trust of the value of an appearance: the slot's own, else that of the layer that its value belongs to. */
export function trustOf(system: PromptSystem, appearance: SlotAppearance): Trust | undefined {
  return system.slots.get(appearance.slot)?.trust ?? layerOf(system, appearance.layer)?.trust;
}

/** Lifetime of a slot where it stands: its own, else that of the layer that its value belongs to. */
export function lifetimeOf(system: PromptSystem, slot: string, layer: string | null): Lifetime | undefined {
  return system.slots.get(slot)?.lifetime ?? layerOf(system, layer)?.lifetime;
}

/** Undefined for text of no layer (null), and for an id that the system does not have. */
export function layerOf(system: PromptSystem, id: string | null): Layer | undefined {
  return id === null ? undefined : system.layers.find((layer) => layer.id === id);
}

/** Whether a value can hold words at all. A number, a date, a true or false cannot tell the model anything. */
export function holdsWords(slot: Slot | undefined): boolean {
  return slot?.type !== 'number' && slot?.type !== 'date' && slot?.type !== 'boolean';
}

/** The slot as it is written in the templates of the system. */
export function written(system: PromptSystem, slot: string): string {
  const dialect = system.dialects[0];
  return dialect?.holds(slot) ? dialect.print(slot) : slot;
}

/** Slots of trust `data` that can hold words, each place once; one without a value yet will have one. */
export function dataAppearances(system: PromptSystem, layout: Layout): readonly SlotAppearance[] {
  return untrusted(system, layout, (trust) => trust === 'data');
}

/** As `dataAppearances`, with what people ask (`request`), which may hold anything as well. */
export function openAppearances(system: PromptSystem, layout: Layout): readonly SlotAppearance[] {
  return untrusted(system, layout, (trust) => trust === 'data' || trust === 'request');
}

function untrusted(
  system: PromptSystem,
  layout: Layout,
  wanted: (trust: Trust | undefined) => boolean,
): readonly SlotAppearance[] {
  const seen = new Set<string>();
  return layout.standing.filter((appearance) => {
    if (appearance.redacted || !wanted(trustOf(system, appearance)) || !holdsWords(system.slots.get(appearance.slot)))
      return false;
    // A slot in a loop appears once for each turn; its tag is one place.
    const key = `${appearance.place.uri} ${appearance.place.span.start} ${appearance.slot}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
