// Hostile values: every slot that may hold anything is filled with what would break out of exactly this template, and what
// reaches the model as it was meant is told. Nothing is guessed: the rendering itself says what the program lets through.
import type { Lookup } from '../../model/lookup';
import type { PromptSystem } from '../../model/system';
import { type Layout, layoutOf } from '../../render/layout';
import type { Escape, Rendered } from '../../render/segment';
import type { Value } from '../../syntax/piece';
import { listed } from '../../text/listed';
import { type Attempt, attemptsAt, targetsOf } from './attempts';
import { type Escapes, escapesIn, type Part } from './escapes';
import { handlingOf, itemOf } from './handling';
import { assembled, everyTurn, keyOf, openPlaces, type Place } from './places';
import { shapeWalked } from './shape';
import { attackedPaths, hostileValue } from './values';

export interface Verdict {
  readonly slot: string;
  readonly escapes: boolean;
  /** Neither is known: what it writes does not stand in the prompt as it was written. */
  readonly unclear?: true;
  /** What it does, what holds it, or why that is not known, in words. */
  readonly says: string;
}

export interface Hostile {
  /** The prompt with the hostile values; the part of a value that breaks out is a segment of its own. */
  readonly rendered: Rendered;
  /** One for each slot that was tried: what escapes first. */
  readonly verdicts: readonly Verdict[];
}

export interface HostileInput {
  readonly system: PromptSystem;
  readonly lookup: Lookup;
  /** The prompt with the values that it has. */
  readonly rendered: Rendered;
  /** The data of a slot's value as it is. */
  dataOf(slot: string): Value | undefined;
  /** The prompt with other values. */
  renderWith(values: ReadonlyMap<string, Value>): Rendered;
}

export function hostile(given: HostileInput): Hostile {
  const input = { ...given, dataOf: withShapes(given) };
  const { system, lookup, dataOf } = input;
  const filled = layoutOf(input.renderWith(placeholders(input, given.dataOf)));
  const places = openPlaces(system, filled, dataOf);
  const { bySlot: attempts, invited } = attemptsBySlot(input, filled, places);
  const origins = originsOf(filled);
  const values = new Map<string, Value>();
  const attacked = new Map<string, readonly string[]>();
  for (const [slot, tries] of attempts) {
    const target = { slot: system.slots.get(slot), item: itemOf(system, filled.rendered.selection, slot), origins };
    values.set(slot, hostileValue(dataOf(slot), target, tries));
    attacked.set(slot, attackedPaths(dataOf(slot), target));
  }
  const rendered = input.renderWith(values);
  const layout = layoutOf(rendered);
  const turns = everyTurn(system, layout, dataOf);
  const found = escapesIn({ system, lookup, layout, places: turns, attempts, invited, attacked });
  return { rendered: divided(rendered, found.parts), verdicts: verdictsOf(system, attempts, found) };
}

/** What has no value is taken for such as the templates go through. */
function withShapes({ system, lookup, dataOf }: HostileInput): HostileInput['dataOf'] {
  const shapes = new Map<string, Value | undefined>();
  return (slot) => {
    const value = dataOf(slot);
    if (!isEmpty(value) || !system.slots.has(slot) || system.slots.get(slot)?.entry.parts) return value;
    if (!shapes.has(slot)) shapes.set(slot, shapeWalked(system, lookup, slot));
    return shapes.get(slot) ?? value;
  };
}

/** A word for every open slot that has no value, so that all of them have a place in the text. */
function placeholders(
  { system, rendered, dataOf }: HostileInput,
  givenFor: HostileInput['dataOf'],
): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  const open = new Set<string>();
  const fill = (name: string, layer: string | null): void => {
    const slot = system.slots.get(name);
    if (open.has(name) || system.markerSlots.has(name)) return;
    open.add(name);
    const own = slot?.layer?.id ?? layer;
    if (assembled(system, name, dataOf)) {
      for (const part of slot?.entry.parts ?? []) if (part.slot !== undefined) fill(part.slot, own);
      return;
    }
    const trust = slot?.trust ?? system.layers.find((one) => one.id === own)?.trust;
    if ((trust === 'data' || trust === 'request') && isEmpty(givenFor(name)))
      values.set(
        name,
        hostileValue(dataOf(name), { slot, item: itemOf(system, rendered.selection, name), origins: new Set() }, []),
      );
  };
  for (const { slot, layer, state } of rendered.appearances) if (state !== 'marker') fill(slot, layer);
  for (const slot of system.slots.keys()) fill(slot, null);
  return values;
}

const isEmpty = (value: Value | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Paths of values that are printed. */
function originsOf({ rendered }: Layout): ReadonlySet<string> {
  const origins = new Set<string>();
  for (const { blocks } of rendered.messages)
    for (const { segments } of blocks)
      for (const segment of segments) for (const path of segment.origins ?? []) origins.add(path);
  return origins;
}

interface Invited {
  readonly bySlot: ReadonlyMap<string, readonly Attempt[]>;
  /** Texts of the attempts that a place invites, by its key. */
  readonly invited: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What is tried in each slot: everything that one of its places invites. */
function attemptsBySlot({ system, lookup }: HostileInput, layout: Layout, places: readonly Place[]): Invited {
  const targets = targetsOf(system, layout);
  const invited = new Map<string, ReadonlySet<string>>();
  const bySlot = new Map<string, readonly Attempt[]>();
  for (const place of places) {
    const known = bySlot.get(place.slot) ?? [];
    const here = attemptsAt(layout, place, targets, handlingOf(system, lookup, layout, place));
    invited.set(keyOf(place), new Set(here.map(({ text }) => text)));
    const more = here.filter((one) => !known.some((other) => other.text === one.text));
    // The tag of another slot is read last.
    const all = [...known, ...more];
    bySlot.set(place.slot, [
      ...all.filter(({ kind }) => kind !== 'slot'),
      ...all.filter(({ kind }) => kind === 'slot'),
    ]);
  }
  return { bySlot, invited };
}

function verdictsOf(
  system: PromptSystem,
  attempts: ReadonlyMap<string, readonly Attempt[]>,
  { parts, unclear }: Escapes,
): Verdict[] {
  const verdicts = [...attempts].map(([slot, tries]): Verdict => {
    const won = new Set(parts.filter((part) => part.slot === slot).flatMap((part) => part.attempts));
    const does = [...new Set(tries.filter((one) => won.has(one)).map((one) => one.forges))];
    if (does.length > 0) return { slot, escapes: true, says: listed(does) };
    if (system.slots.get(slot)?.type === 'json')
      return { slot, escapes: false, says: 'stays inside of the strings of its JSON' };
    if (unclear.has(slot)) return { slot, escapes: false, unclear: true, says: UNCLEAR };
    const held = [...new Set(tries.map((one) => one.held))];
    return { slot, escapes: false, says: held.length > 0 ? listed(held) : 'finds nothing here that it could imitate' };
  });
  const rank = ({ escapes, unclear: isUnclear }: Verdict): number => (escapes ? 0 : isUnclear ? 1 : 2);
  return verdicts.sort((a, b) => rank(a) - rank(b));
}

const UNCLEAR = 'is changed or cut before it stands in the prompt, so that what it wrote could not be followed';

/** The rendering with every part that escapes as a segment of its own. */
function divided(rendered: Rendered, parts: readonly Part[]): Rendered {
  if (parts.length === 0) return rendered;
  const bySegment = new Map(parts.map((part) => [part.segment, part]));
  return {
    ...rendered,
    messages: rendered.messages.map((message) => ({
      ...message,
      blocks: message.blocks.map((block) => ({
        ...block,
        segments: block.segments.flatMap((segment) => {
          const part = bySegment.get(segment);
          if (!part) return [segment];
          const escapes: Escape = {
            slot: part.slot,
            forges: listed(part.attempts.map((one) => one.forges)),
            codes: [...new Set(part.attempts.flatMap((one) => one.codes))],
            advice: part.attempts[0]?.advice ?? '',
            ...(part.unfenced ? { unfenced: true } : {}),
          };
          const inside = { ...segment, text: segment.text.slice(0, part.from) };
          const outside = { ...segment, text: segment.text.slice(part.from), escapes };
          return inside.text === '' ? [outside] : [inside, outside];
        }),
      })),
    })),
  };
}
