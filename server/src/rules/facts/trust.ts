import type { Layer, PromptSystem, Slot } from '../../model/system';
import type { Lifetime, Trust } from '../../model/words';
import type { SlotAppearance } from '../../render/segment';

/** Trust of the value of an appearance: the slot's own, else that of the layer that its value belongs to. */
export function trustOf(system: PromptSystem, appearance: SlotAppearance): Trust | undefined {
  return system.slots.get(appearance.slot)?.trust ?? layerOf(system, appearance.layer)?.trust;
}

/** Lifetime of a slot where it stands: its own, else that of the layer that its value belongs to. */
export function lifetimeOf(system: PromptSystem, slot: string, layer: string | null): Lifetime | undefined {
  return system.slots.get(slot)?.lifetime ?? layerOf(system, layer)?.lifetime;
}

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
