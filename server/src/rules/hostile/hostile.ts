// Hostile values: every slot that may hold anything is filled with what would break out of exactly this template, and what
// reaches the model as it was meant is told. Nothing is guessed: the rendering itself says what the program lets through.
import type { Lookup } from '../../model/lookup';
import type { PromptSystem } from '../../model/system';
import { type Layout, layoutOf } from '../../render/layout';
import type { Escape, Rendered } from '../../render/segment';
import type { Value } from '../../syntax/piece';
import { openAppearances } from '../facts/trust';
import { type Attempt, attemptsAt, targetsOf } from './attempts';
import { escapedParts, type Part } from './escapes';
import { hostileValue } from './values';

export interface Verdict {
  readonly slot: string;
  readonly escapes: boolean;
  /** What it does, or what holds it, in words. */
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

export function hostile(input: HostileInput): Hostile {
  const { system } = input;
  const filled = layoutOf(input.renderWith(placeholders(input)));
  const attempts = attemptsBySlot(system, filled);
  const values = new Map<string, Value>();
  for (const [slot, tries] of attempts)
    values.set(slot, hostileValue(input.dataOf(slot), system.slots.get(slot), tries));
  const rendered = input.renderWith(values);
  const parts = escapedParts({ system, lookup: input.lookup, layout: layoutOf(rendered), attempts });
  return { rendered: divided(rendered, parts), verdicts: verdictsOf(attempts, parts) };
}

/** A word for every open slot that has no value, so that all of them have a place in the text. */
function placeholders({ system, rendered, dataOf }: HostileInput): ReadonlyMap<string, Value> {
  const open = new Set<string>();
  const isOpen = (slot: string, layer: string | null): boolean => {
    const trust = system.slots.get(slot)?.trust ?? system.layers.find((one) => one.id === layer)?.trust;
    return trust === 'data' || trust === 'request';
  };
  for (const { slot, layer, state } of rendered.appearances)
    if (state !== 'marker' && isOpen(slot, layer)) open.add(slot);
  for (const slot of system.slots.keys()) if (isOpen(slot, null)) open.add(slot);
  const values = new Map<string, Value>();
  for (const name of open) {
    const slot = system.slots.get(name);
    if (slot?.entry.parts || system.markerSlots.has(name)) continue;
    const value = dataOf(name);
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
      values.set(name, hostileValue(undefined, slot, []));
  }
  return values;
}

/** What is tried in each slot: everything that one of its places invites. */
function attemptsBySlot(system: PromptSystem, layout: Layout): Map<string, readonly Attempt[]> {
  const targets = targetsOf(system, layout);
  const bySlot = new Map<string, readonly Attempt[]>();
  for (const appearance of openAppearances(system, layout)) {
    if (system.slots.get(appearance.slot)?.entry.parts) continue;
    const known = bySlot.get(appearance.slot) ?? [];
    const more = attemptsAt(layout, appearance, targets).filter(
      (one) => !known.some((other) => other.text === one.text),
    );
    bySlot.set(appearance.slot, [...known, ...more]);
  }
  return bySlot;
}

function verdictsOf(attempts: ReadonlyMap<string, readonly Attempt[]>, parts: readonly Part[]): Verdict[] {
  const verdicts = [...attempts].map(([slot, tries]): Verdict => {
    const won = new Set(parts.filter((part) => part.slot === slot).flatMap((part) => part.attempts));
    const does = tries.filter((one) => won.has(one)).map((one) => one.forges);
    if (does.length > 0) return { slot, escapes: true, says: listed(does) };
    const held = tries.map((one) => one.held);
    return { slot, escapes: false, says: held.length > 0 ? listed(held) : 'finds nothing here that it could imitate' };
  });
  return [...verdicts.filter((one) => one.escapes), ...verdicts.filter((one) => !one.escapes)];
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

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
            forges: listed(part.attempts.map((one) => one.forges)),
            codes: [...new Set(part.attempts.flatMap((one) => one.codes))],
          };
          const inside = { ...segment, text: segment.text.slice(0, part.from) };
          const outside = { ...segment, text: segment.text.slice(part.from), escapes };
          return inside.text === '' ? [outside] : [inside, outside];
        }),
      })),
    })),
  };
}
