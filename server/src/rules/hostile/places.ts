import type { Lookup } from '../../model/lookup';
import type { PromptSystem } from '../../model/system';
import type { Layout, MessageLayout } from '../../render/layout';
import type { Segment, SlotAppearance } from '../../render/segment';
import type { Value } from '../../syntax/piece';
import { expandedTags } from '../facts/assigned';
import { isEscaped } from '../facts/escaping';
import { runsIn, runsOf } from '../facts/messageText';
import { holdsWords, trustOf } from '../facts/trust';

/** A place of the prompt where the value of a slot stands that may hold anything. */
export interface Place extends SlotAppearance {
  /** The slot in whose assembled value it stands; its tag is that of this one. */
  readonly host?: SlotAppearance;
}

/**
 * Every place of every slot that may hold anything, in the order of the text: where its tag stands, and where another
 * slot's value is assembled from it.
 */
export function openPlaces(
  system: PromptSystem,
  layout: Layout,
  dataOf: (slot: string) => Value | undefined,
): readonly Place[] {
  const seen = new Set<string>();
  return everyTurn(system, layout, dataOf).filter((place) => {
    const key = keyOf(place);
    return !seen.has(key) && seen.add(key);
  });
}

/** The same with every turn of a loop, in which a tag stands once more. */
export function everyTurn(
  system: PromptSystem,
  layout: Layout,
  dataOf: (slot: string) => Value | undefined,
): readonly Place[] {
  return layout.standing.flatMap((appearance): readonly Place[] => {
    const message = layout.messages[appearance.message];
    if (!message || appearance.redacted) return [];
    const isAssembled = assembled(system, appearance.slot, dataOf);
    const all = isAssembled ? nestedPlaces(layout, message, appearance) : [appearance];
    return all.filter((place) => isOpen(system, place));
  });
}

/** The same for every turn of a loop: its tag is one place. */
export const keyOf = ({ place, slot, use }: Place): string =>
  `${place.uri} ${place.span.start} ${slot} ${use?.path ?? ''}`;

/** Whether the value of a slot comes from its parts: then it is the program's work, and only what is put into it is not. */
export function assembled(system: PromptSystem, slot: string, dataOf: (slot: string) => Value | undefined): boolean {
  return system.slots.get(slot)?.entry.parts !== undefined && dataOf(slot) === undefined;
}

/** Whether nothing that the value holds can be a tag when it reaches the text: not in any of the variables it goes through. */
export function isEscapedAt(system: PromptSystem, lookup: Lookup, place: Place): boolean {
  const { host } = place;
  const tags = expandedTags(system, lookup, place);
  const escapes = (appearance: SlotAppearance): boolean =>
    tags.length === 0
      ? isEscaped(system, appearance, undefined)
      : tags.every((tag) => isEscaped(system, appearance, tag));
  if (!host) return escapes(place);
  return escapes(host) || isEscaped(system, place, undefined);
}

function isOpen(system: PromptSystem, place: Place): boolean {
  const trust = trustOf(system, place);
  return (trust === 'data' || trust === 'request') && holdsWords(system.slots.get(place.slot));
}

/** Where the values of other slots stand in a value that is assembled from them. */
function nestedPlaces(layout: Layout, message: MessageLayout, host: SlotAppearance): Place[] {
  const places: { segment: Segment; start: number; end: number }[] = [];
  let open = false;
  for (const { segment, start, end } of runsIn(runsOf(layout, message), host.start, host.end)) {
    const isOfHost = segment.within === host.slot && segment.slot !== undefined;
    const last = places.at(-1);
    if (!isOfHost) open = false;
    else if (open && last?.segment.slot === segment.slot) {
      if (segment.kind === 'value') last.end = end;
    } else {
      open = segment.kind === 'value';
      if (open) places.push({ segment, start, end });
    }
  }
  return places.map(({ segment, start, end }) => ({
    ...host,
    slot: segment.slot ?? '',
    layer: segment.layer,
    within: host.slot,
    host,
    start,
    end,
  }));
}
