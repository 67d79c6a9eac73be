import { fileOfValue } from '../../model/resolve';
import type { PromptSystem, Slot } from '../../model/system';
import type { SlotUse } from '../../syntax/tree';
import { parseData } from '../../syntax/yaml';
import type { SystemContext } from '../rule';

export interface Given {
  readonly value: unknown;
  /** Where it is given, in words. */
  readonly from: string;
}

/** The values that the manifest gives for what a tag prints: those of the slot, at the path that is written behind its name (`user.name`). */
export function valuesAt({ system, lookup }: SystemContext, slot: Slot, { name, path }: SlotUse): readonly Given[] {
  const steps = path
    .slice(name.length)
    .split(/[.[\]/]+/)
    .filter((step) => step !== '');
  return valuesOf(system, slot).flatMap(({ value, from }): Given[] => {
    const file = fileOfValue(value);
    const found = file === undefined ? undefined : lookup.find(system.manifest.file.uri, file).found;
    let at: unknown = value;
    if (file !== undefined) {
      if (found?.kind !== 'file') return [];
      at = steps.length > 0 ? parseData(found.file).value : found.file.text;
    }
    for (const step of steps)
      at = at !== null && typeof at === 'object' && Object.hasOwn(at, step) ? at[step as keyof typeof at] : undefined;
    return at === undefined || at === null ? [] : [{ value: at, from }];
  });
}

function valuesOf(system: PromptSystem, { name, entry }: Slot): readonly Given[] {
  const scenarios = Object.entries(system.entry.scenarios ?? {}).flatMap(([scenario, { values }]) =>
    values && Object.hasOwn(values, name) ? [{ value: values[name], from: `scenario "${scenario}"` }] : [],
  );
  return [
    { value: entry.sample, from: 'its sample' },
    { value: entry.default, from: 'its default' },
    ...scenarios,
  ].filter(({ value }) => value !== undefined && value !== null);
}
