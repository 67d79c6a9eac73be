// Values that can write what the prompt itself is made of: the end of their own fence, or a tag of instructions.
import type { MessageLayout } from '../../../render/layout';
import type { SlotAppearance } from '../../../render/segment';
import { isEscapedAt, openPlaces, type Place } from '../../hostile/places';
import type { Fix, Problem, RenderContext } from '../../rule';
import { escapeFixes, longerFix } from '../escapeFix';
import { asList } from '../fixes';
import { coreOf } from '../messageText';
import { trustOf, written } from '../trust';
import { type Fence, fenceAround } from './fence';

/** One finding for each tag: the values that an assembled one is made of are told together. */
export function* forgeries(context: RenderContext): Generator<Problem> {
  const { system, lookup, layout } = context;
  if (!system.hasLayers) return;
  const open = placesOf(context);
  if (open.length === 0) return;
  const authority = authorityTags(context);
  const found = new Map<string, Forgery>();
  for (const place of open) {
    const message = layout.messages[place.message];
    if (!message) continue;
    const core = coreOf(layout, message, place);
    const fence = fenceAround(layout, message, core.start, core.end);
    const closes = fence !== undefined && canClose(context, message, place, fence);
    if (!closes && (authority.length === 0 || isEscapedAt(system, lookup, place))) continue;
    const key = `${place.place.uri} ${place.place.span.start} ${place.host?.slot ?? place.slot} ${closes}`;
    const known = found.get(key);
    if (known) known.places.push(place);
    else found.set(key, { message, places: [place], ...(closes ? { fence } : {}) });
  }
  for (const forgery of found.values()) yield problemOf(context, forgery, authority);
}

/** Where values stand that may hold anything. A value that is assembled is asked by what it is made of. */
export function placesOf({ system, layout }: Pick<RenderContext, 'system' | 'layout'>): readonly Place[] {
  const assembled = new Set(layout.filled.filter(({ from }) => from === 'parts').map(({ slot }) => slot));
  return openPlaces(system, layout, (slot) => (assembled.has(slot) ? undefined : null));
}

interface Forgery {
  readonly message: MessageLayout;
  /** The value, or the values in an assembled one. */
  readonly places: Place[];
  /** The fence that it can close; without one it can write a tag of instructions. */
  readonly fence?: Fence;
}

/** A code fence that is longer than this is taken for one that was made long on purpose. */
export const USUAL_FENCE = 3;

function canClose({ system, lookup }: RenderContext, message: MessageLayout, place: Place, fence: Fence): boolean {
  if (fence.kind === 'tag') return !isEscapedAt(system, lookup, place);
  const slots = [place.slot, place.host?.slot].flatMap((name) => system.slots.get(name ?? '') ?? []);
  if (!place.fromData && slots.some(({ type, entry }) => type === 'json' || entry.escape === 'json')) return false;
  if (fence.kind === 'code' && fence.name.length > USUAL_FENCE) return false;
  // A line can only close what a line closes when it begins its line.
  const line = message.lines[message.lineAt(place.start)];
  return slots[0]?.type !== 'line' || message.text.slice(line?.start ?? 0, place.start).trim() === '';
}

function problemOf(context: RenderContext, { message, places, fence }: Forgery, authority: readonly string[]): Problem {
  const { system } = context;
  const [first] = places as [Place, ...Place[]];
  const names = [...new Set(places.map(({ slot }) => slot))];
  const who = first.host ? `${either(names)} in ${written(system, first.host.slot)}` : written(system, first.slot);
  const does = fence
    ? `can hold ${quoted(message.text.slice(fence.close.start, fence.close.end).trim())} and so close its own fence; what follows it reads as if it stood outside. ${ADVICE[fence.kind] ?? OTHERWISE}`
    : `can write \`<${authority[0]}>\`, the tag in which this prompt gives instructions. ${ADVICE.tag}`;
  return {
    ...first.place,
    slot: first.host?.slot ?? first.slot,
    message: `A value of ${who} ${does}`,
    ...(first.host
      ? {
          related: names.flatMap((name) => {
            const slot = system.slots.get(name);
            return slot ? [{ ...slot.place, message: `the slot ${name} is declared here` }] : [];
          }),
        }
      : {}),
    get fixes() {
      if (fence?.kind === 'code') return asList(longerFix(context, message, fence));
      return !fence || fence.kind === 'tag' ? escapeAll(context, places) : [];
    },
  };
}

const ADVICE: Readonly<Partial<Record<Fence['kind'], string>>> = {
  tag: 'Escape the value, or let the engine do it.',
  code: 'Make the fence longer.',
};
const OTHERWISE = 'Use a pair of tags and escape the value.';

const quoted = (close: string): string => (close.includes('`') ? close : `\`${close}\``);

const either = (names: readonly string[]): string =>
  names.length === 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

function escapeAll(context: RenderContext, places: readonly Place[]): readonly Fix[] {
  const distinct = places.filter((place, i) => places.findIndex(({ slot }) => slot === place.slot) === i);
  const fixes = distinct.map((place) => {
    // The tag in the text is that of the value it stands in.
    const { use: _tag, ...nested } = place;
    return escapeFixes(context, place.host ? nested : place);
  });
  if (fixes.length === 1) return fixes[0] ?? [];
  const claims = fixes.map((of) => of.find(({ claim }) => claim));
  if (claims.some((fix) => fix === undefined)) return [];
  const edits = claims.flatMap((fix) => fix?.edits ?? []);
  const names = distinct.map(({ slot }) => slot).join(', ');
  return [{ title: `Say that the program escapes ${names} (escape: xml)`, edits, claim: true }];
}

/** Names of the tags that wrap slots of instructions. */
export function authorityTags({ system, layout }: Pick<RenderContext, 'system' | 'layout'>): string[] {
  const names = new Set<string>();
  for (const appearance of layout.standing) {
    if (trustOf(system, appearance) !== 'instructions') continue;
    const message = layout.messages[appearance.message];
    const fence = message && fenceRound(layout, message, appearance);
    if (fence?.kind === 'tag') names.add(fence.name);
  }
  return [...names];
}

function fenceRound(
  layout: RenderContext['layout'],
  message: MessageLayout,
  appearance: SlotAppearance,
): Fence | undefined {
  const core = coreOf(layout, message, appearance);
  return fenceAround(layout, message, core.start, core.end);
}
