import { includesOf } from '../../model/includes';
import type { Lookup } from '../../model/lookup';
import { fileOfValue } from '../../model/resolve';
import { holds, type Selection } from '../../model/selection';
import type { PromptSystem, Slot } from '../../model/system';
import type { SystemContext, TextContext } from '../rule';

/** Names that a text uses: of every slot, and the whole path of those that are written with one (`comments.author`). */
export function namesIn(text: Pick<TextContext, 'tree'>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const use of text.tree?.slots ?? []) {
    names.add(use.name);
    if (use.path !== use.name) names.add(use.path);
  }
  return names;
}

/** Every slot that something of the system uses: texts, parts, parts of slots, the scope line, breakpoints. */
export function namesUsed({ system, texts, rendered }: SystemContext): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (more: Iterable<string>): void => {
    for (const name of more) names.add(name);
  };
  for (const text of texts) add(namesIn(text));
  for (const part of system.entry.parts ?? []) {
    add([part.slot, part.unlessEmpty].filter((name) => name !== undefined));
    if (part.text !== undefined) add(namesOfText(system, part.text));
  }
  for (const slot of Object.values(system.entry.slots ?? {})) {
    for (const part of slot.parts ?? []) {
      add([part.slot, part.unlessEmpty].filter((name) => name !== undefined));
      if (part.text !== undefined && slot.expand) add(namesOfText(system, part.text));
    }
    if (slot.expand)
      for (const value of [slot.default, slot.sample]) if (typeof value === 'string') add(namesOfText(system, value));
  }
  for (const scenario of Object.values(system.entry.scenarios ?? {})) {
    for (const [name, value] of Object.entries(scenario.values ?? {})) {
      if (typeof value === 'string' && system.slots.get(name)?.entry.expand) add(namesOfText(system, value));
    }
  }
  const scope = system.entry.cache?.scope?.line;
  if (scope !== undefined) add(namesOfText(system, scope));
  // A later pass reads the values as well, and fills what stands in them.
  if (system.dialects.length > 1) for (const { appearances } of rendered) add(appearances.map(({ slot }) => slot));
  add(system.markerSlots);
  return names;
}

/** Names of the slots in a text that stands in the manifest. */
function namesOfText(system: PromptSystem, text: string): readonly string[] {
  return system.dialects.flatMap((dialect) => dialect.scan(text).slots.map((use) => use.name));
}

/**
 * Whether every text of the system can be read, in every dialect. While one is missing or not read yet, nobody knows
 * which slots and headings it holds, and what is asked of all texts together has no answer.
 */
export function allTextsRead(system: PromptSystem, lookup: Lookup): boolean {
  if (system.dialects.length === 0) return false;
  const { uri } = system.manifest.file;
  const named = system.files.every((file) => {
    if (file.role !== 'template' && file.role !== 'expand') return true;
    return file.uri === uri || lookup.find(uri, file.written).found.kind === 'file';
  });
  return (
    named &&
    includesOf(system, lookup).every(
      ({ resolved, reference }) => resolved.file !== undefined || reference.optional === true,
    )
  );
}

/** Names that the texts and parts of one selection use, whether the engine reaches them or not. */
export function namesInSelection(context: SystemContext, selection: Selection): ReadonlySet<string> {
  const { system } = context;
  const left = new Set<string>();
  const kept = new Set<string>();
  const names = new Set<string>(system.markerSlots);
  for (const part of system.parts) {
    const stands = holds(part.entry.when, selection.axes);
    if (part.uri !== undefined) (stands ? kept : left).add(part.uri);
    if (!stands) continue;
    if (part.entry.slot !== undefined) names.add(part.entry.slot);
    if (part.entry.text !== undefined) for (const name of namesOfText(system, part.entry.text)) names.add(name);
  }
  for (const text of context.texts) {
    if (left.has(text.file.uri) && !kept.has(text.file.uri)) continue;
    for (const name of namesIn(text)) names.add(name);
  }
  const scope = system.entry.cache?.scope;
  if (scope) for (const name of namesOfText(system, scope.line)) names.add(name);
  // The values of these may be made of other slots; a set goes on with what is added on the way.
  for (const name of names) for (const inner of namesInValue(context, name, selection)) names.add(inner);
  return names;
}

/** Names of the slots that the value of a slot is made of. The texts of `expand` files are texts of their own. */
function namesInValue({ system }: SystemContext, name: string, selection: Selection): readonly string[] {
  const slot = system.slots.get(name) ?? system.slots.get(name.split('.', 1)[0] ?? name);
  if (!slot) return [];
  const { parts = [], expand, default: fallback, sample } = slot.entry;
  const held = parts.filter((part) => holds(part.when, selection.axes));
  const nested = held.flatMap((part) => part.slot ?? []);
  if (!expand) return nested;
  const values = selection.scenario === null ? undefined : system.entry.scenarios?.[selection.scenario]?.values;
  const texts = [...held.map((part) => part.text), values?.[slot.name], fallback, sample];
  return [...nested, ...texts.flatMap((text) => (typeof text === 'string' ? namesOfText(system, text) : []))];
}

/** The slots of whose values a slot is a part in a selection. */
export function hostsOf(system: PromptSystem, name: string, selection: Selection): readonly Slot[] {
  return [...system.slots.values()].filter((slot) =>
    slot.entry.parts?.some((part) => part.slot === name && holds(part.when, selection.axes)),
  );
}

/** Whether a value of the manifest is empty; a file counts as empty when it is, or is not read yet. */
function isEmptyValue(value: unknown, system: PromptSystem, lookup: Lookup): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  const path = fileOfValue(value);
  if (path === undefined) return false;
  const { found } = lookup.find(system.manifest.file.uri, path);
  return found.kind === 'pending' || (found.kind === 'file' && found.file.text.trim() === '');
}

/** Slots that must stand in the text of a selection: required, or given a value that is not empty by its scenario. */
export function wantedSlots({ system, lookup }: SystemContext, selection: Selection): readonly Slot[] {
  return [...system.slots.values()].filter((slot) => {
    // A marker renders to nothing, and a slot whose `when` does not hold is empty whatever the scenario says.
    if (system.markerSlots.has(slot.name) || slot.name.includes('.') || !holds(slot.entry.when, selection.axes))
      return false;
    return slot.required || isGiven(system, lookup, slot.name, selection);
  });
}

export function isGiven(system: PromptSystem, lookup: Lookup, slot: string, selection: Selection): boolean {
  const values = selection.scenario === null ? undefined : system.entry.scenarios?.[selection.scenario]?.values;
  return values !== undefined && Object.hasOwn(values, slot) && !isEmptyValue(values[slot], system, lookup);
}
