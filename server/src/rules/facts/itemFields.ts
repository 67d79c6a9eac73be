import type { Lookup } from '../../model/lookup';
import type { Path } from '../../model/manifest/manifest';
import { fileOfValue } from '../../model/resolve';
import type { Slot } from '../../model/schema';
import { holds, type Selection } from '../../model/selection';
import type { PromptSystem } from '../../model/system';
import { deferredItems, fieldOf } from '../../render/shape';
import type { Value } from '../../syntax/piece';
import { parseData } from '../../syntax/yaml';

/** A field that the text of an item names, and where that text stands, counted from the slot. */
export interface FieldMention {
  readonly field: string;
  /** With the path behind it, as it is written: `author.name`. */
  readonly whole: string;
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
  if (slot.defer) {
    const { group } = slot.defer;
    yield { field: group, whole: group, path: ['defer', 'group'], braced: false };
  }
}

function* fieldsInText(text: string | undefined, path: Path): Generator<FieldMention> {
  for (const [, whole = '', field] of (text ?? '').matchAll(/\{(([\p{L}_][\p{L}\p{N}_]*)(?:\.[\p{L}\p{N}_.]*)?)\}/gu)) {
    if (field !== undefined && field !== 'item') yield { field, whole, path, braced: true };
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

/** An item that has no such field, although the text it is written with names it. */
export interface LackingItem extends FieldMention {
  /** Where its value stands, counted from the system. */
  readonly value: Path;
  /** Its number in the list, from 0. */
  readonly index: number;
  readonly selection: Selection;
}

/** Items of one list that are looked at. */
const MOST_ITEMS = 2000;

/** For each field that the texts of a list's items name, the first item of a checked selection that is written without it. */
export function* itemsLacking(
  system: PromptSystem,
  name: string,
  selections: readonly Selection[],
  lookup: Lookup,
): Generator<LackingItem> {
  const slot = system.entry.slots?.[name];
  if (slot?.type !== 'list' || ![...fieldsAsked(slot)].some(({ braced }) => braced)) return;
  const told = new Set<string>();
  for (const selection of selections) {
    const value = holds(slot.when, selection.axes) ? valueIn(system, name, selection) : undefined;
    const items = value && itemsOf(value.written, system, lookup)?.slice(0, MOST_ITEMS);
    if (!items) continue;
    const deferred = deferredItems(items as readonly Value[], slot.defer);
    const asked = [...fieldsOfItems(slot, selection)];
    const askedShort = [...fieldsInText(slot.defer?.item, ['defer', 'item'])];
    for (const [index, item] of items.entries()) {
      for (const mention of deferred.has(index) ? askedShort : asked) {
        const key = `${mention.path.join('.')} ${mention.whole}`;
        if (told.has(key) || hasField(item, mention.whole)) continue;
        told.add(key);
        yield { ...mention, value: value.path, index, selection };
      }
    }
  }
}

/** The fields that the text of an item names in one selection. */
function fieldsOfItems(slot: Slot, { axes }: Selection): Generator<FieldMention> {
  const at = slot.variants?.findIndex((one) => one.item !== undefined && holds(one.when, axes)) ?? -1;
  return at >= 0
    ? fieldsInText(slot.variants?.[at]?.item, ['variants', at, 'item'])
    : fieldsInText(slot.item, ['item']);
}

/** What fills a slot that is not assembled from parts. */
function valueIn(
  { entry }: PromptSystem,
  name: string,
  { scenario }: Selection,
): { readonly written: unknown; readonly path: Path } | undefined {
  const slot = entry.slots?.[name];
  const values = scenario === null ? undefined : entry.scenarios?.[scenario]?.values;
  if (scenario !== null && values && Object.hasOwn(values, name))
    return { written: values[name], path: ['scenarios', scenario, 'values', name] };
  if (!slot || slot.parts) return undefined;
  if (slot.default !== undefined) return { written: slot.default, path: ['slots', name, 'default'] };
  return slot.sample === undefined ? undefined : { written: slot.sample, path: ['slots', name, 'sample'] };
}

function hasField(item: unknown, field: string): boolean {
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return false;
  return fieldOf(item as { readonly [key: string]: Value }, field) !== undefined;
}
