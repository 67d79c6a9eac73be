import type { Path } from '../../model/manifest/manifest';
import type { System } from '../../model/schema';

/** A name that the entry of a system mentions, and where: the path is counted from the entry. */
export interface Mention {
  readonly kind: 'layer' | 'slot' | 'axis' | 'value';
  readonly name: string;
  /** For a value: its axis. */
  readonly axis?: string;
  readonly path: Path;
  /** Whether the name is the key at the path, or its value. */
  readonly part: 'key' | 'value';
}

type When = Readonly<Record<string, unknown>> | undefined;

/** Every mention of a layer, slot, axis or value of an axis; where one is declared is no mention. */
export function* mentionsIn(entry: System): Generator<Mention> {
  yield* mentionsInParts(entry);
  yield* mentionsInSlots(entry);
  yield* mentionsInCache(entry);
  yield* conditions(entry.strip?.when, ['strip', 'when']);
  for (const [name, scenario] of Object.entries(entry.scenarios ?? {})) {
    yield* conditions(scenario.select, ['scenarios', name, 'select']);
  }
  yield* mentionsInRules(entry.rules);
}

/** Mentions of layers and slots in `rules`, of a system or of a whole manifest. */
export function* mentionsInRules(rules: System['rules']): Generator<Mention> {
  for (const [code, rule] of Object.entries(rules ?? {})) {
    if (typeof rule !== 'object') continue;
    yield* listed('slot', rule.slots, ['rules', code, 'slots']);
    yield* listed('layer', rule.layers, ['rules', code, 'layers']);
  }
}

function* mentionsInParts(entry: System): Generator<Mention> {
  for (const [i, part] of (entry.parts ?? []).entries()) {
    yield* one('slot', part.slot, ['parts', i, 'slot']);
    yield* one('slot', part.unlessEmpty, ['parts', i, 'unlessEmpty']);
    yield* one('layer', part.layer, ['parts', i, 'layer']);
    yield* conditions(part.when, ['parts', i, 'when']);
  }
}

function* mentionsInSlots(entry: System): Generator<Mention> {
  for (const [name, slot] of Object.entries(entry.slots ?? {})) {
    const at: Path = ['slots', name];
    yield* conditions(slot.when, [...at, 'when']);
    yield* conditions(slot.redact?.when, [...at, 'redact', 'when']);
    for (const [i, part] of (slot.parts ?? []).entries()) {
      yield* one('slot', part.slot, [...at, 'parts', i, 'slot']);
      yield* one('slot', part.unlessEmpty, [...at, 'parts', i, 'unlessEmpty']);
      yield* conditions(part.when, [...at, 'parts', i, 'when']);
    }
    for (const [i, variant] of (slot.variants ?? []).entries()) {
      yield* conditions(variant.when, [...at, 'variants', i, 'when']);
    }
    for (const [field, about] of Object.entries(slot.fields ?? {})) {
      yield* conditions(about.when, [...at, 'fields', field, 'when']);
    }
  }
}

function* mentionsInCache(entry: System): Generator<Mention> {
  yield* conditions(entry.cache?.when, ['cache', 'when']);
  yield* conditions(entry.cache?.scope?.when, ['cache', 'scope', 'when']);
  for (const [i, breakpoint] of (entry.cache?.breakpoints ?? []).entries()) {
    // The slot of a breakpoint is declared by it.
    if (typeof breakpoint === 'object') yield* one('layer', breakpoint.after, ['cache', 'breakpoints', i, 'after']);
  }
}

function* one(kind: 'layer' | 'slot', name: string | undefined, path: Path): Generator<Mention> {
  if (name !== undefined) yield { kind, name, path, part: 'value' };
}

function* listed(kind: 'layer' | 'slot', names: readonly string[] | undefined, path: Path): Generator<Mention> {
  for (const [i, name] of (names ?? []).entries()) yield { kind, name, path: [...path, i], part: 'value' };
}

/** Axes and their values in a condition or a choice. */
function* conditions(when: When, path: Path): Generator<Mention> {
  for (const [axis, wanted] of Object.entries(when ?? {})) {
    const at = [...path, axis];
    yield { kind: 'axis', name: axis, path: at, part: 'key' };
    if (!Array.isArray(wanted)) yield { kind: 'value', name: String(wanted), axis, path: at, part: 'value' };
    else
      for (const [i, v] of wanted.entries())
        yield { kind: 'value', name: String(v), axis, path: [...at, i], part: 'value' };
  }
}
