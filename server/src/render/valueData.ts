import type { Lookup } from '../model/lookup';
import type { Selection } from '../model/selection';
import type { PromptSystem } from '../model/system';
import type { Value } from '../syntax/piece';
import { newState } from './state';
import { slotText } from './values';

/**
 * The values of slots in one selection as data, before anything shapes them: what scenario, default or sample give, files
 * read. Undefined for a hole, and for a value that is assembled from parts.
 */
export function valueData(
  system: PromptSystem,
  selection: Selection,
  lookup: Lookup,
): (slot: string) => Value | undefined {
  const state = newState(system, selection, { lookup, measure: undefined, overrides: undefined });
  return (slot) => slotText(state, slot).data;
}
