import type { PromptSystem, Slot } from '../model/system';
import type { Value } from '../syntax/piece';
import type { Rendered } from './segment';

/**
 * Something for every slot that nothing gives a value and that stands in none of the renderings, although a text may hold
 * it: `{% if notes %}{{ notes }}{% endif %}` is sent with nothing in it until a value shows what stands there.
 */
export function valuesUnseen(system: PromptSystem, rendered: readonly Rendered[]): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  const seen = new Set<string>();
  for (const { appearances } of rendered) for (const { slot } of appearances) seen.add(slot);
  const given = new Set<string>();
  for (const scenario of Object.values(system.entry.scenarios ?? {}))
    for (const name of Object.keys(scenario?.values ?? {})) given.add(name);
  for (const [name, slot] of system.slots) {
    if (seen.has(name) || given.has(name) || name.includes('.') || system.markerSlots.has(name)) continue;
    const value = isEmptyHanded(slot) ? somethingFor(slot) : undefined;
    if (value !== undefined) values.set(name, value);
  }
  return values;
}

const isEmptyHanded = ({ entry }: Slot): boolean =>
  entry.default === undefined && entry.sample === undefined && !entry.parts && !entry.expand;

function somethingFor({ name, type }: Slot): Value | undefined {
  if (type === undefined || type === 'text' || type === 'line') return `\u27e8${name}\u27e9`;
  return type === 'list' ? [`\u27e8${name}\u27e9`] : undefined;
}
