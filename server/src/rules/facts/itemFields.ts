import type { Lookup } from '../../model/lookup';
import type { Path } from '../../model/manifest';
import { fileOfValue } from '../../model/resolve';
import type { Slot } from '../../model/schema';
import type { PromptSystem } from '../../model/system';
import { parseData } from '../../syntax/yaml';

/** A field that the text of an item names, and where that text stands, counted from the slot. */
export interface FieldMention {
  readonly field: string;
  readonly path: Path;
  /** It stands in braces in the text of an item, perhaps at the beginning of a dotted path. Else it is the whole value. */
  readonly braced: boolean;
}

/** The fields that the texts of a slot's items, and its grouping, ask for. */
export function* fieldsAsked(slot: Slot): Generator<FieldMention> {
  yield* fieldsInText(slot.item, ['item']);
  yield* fieldsInText(slot.defer?.item, ['defer', 'item']);
  for (const [i, variant] of (slot.variants ?? []).entries())
    yield* fieldsInText(variant.item, ['variants', i, 'item']);
  if (slot.defer) yield { field: slot.defer.group, path: ['defer', 'group'], braced: false };
}

function* fieldsInText(text: string | undefined, path: Path): Generator<FieldMention> {
  for (const [, field] of (text ?? '').matchAll(/\{([\p{L}_][\p{L}\p{N}_]*)(?:\.[\p{L}\p{N}_.]*)?\}/gu)) {
    if (field !== undefined && field !== 'item') yield { field, path, braced: true };
  }
}

/**
 * All fields that items of a list slot have, in its sample, its default and every scenario; undefined when that is not
 * known for certain: a file cannot be read, a value is no list of maps, the program assembles the value.
 */
export function fieldsGiven(system: PromptSystem, name: string, lookup: Lookup): ReadonlySet<string> | undefined {
  const slot = system.entry.slots?.[name];
  if (!slot || slot.parts) return undefined;
  const scenarios = Object.values(system.entry.scenarios ?? {});
  const values = [slot.default, slot.sample, ...scenarios.map((scenario) => scenario.values?.[name])];
  const fields = new Set<string>();
  for (const value of values) {
    if (value === undefined || value === null || value === '') continue;
    const items = itemsOf(value, system, lookup);
    if (!items) return undefined;
    for (const item of items) {
      if (item === null || typeof item !== 'object' || Array.isArray(item)) return undefined;
      for (const field of Object.keys(item)) fields.add(field);
    }
  }
  return fields.size === 0 ? undefined : fields;
}

function itemsOf(value: unknown, system: PromptSystem, lookup: Lookup): readonly unknown[] | undefined {
  const path = fileOfValue(value);
  if (path === undefined) return Array.isArray(value) ? value : undefined;
  const { found } = lookup.find(system.manifest.file.uri, path);
  if (found.kind !== 'file') return undefined;
  const { value: read, faults } = parseData(found.file);
  return faults.length === 0 && Array.isArray(read) ? read : undefined;
}
