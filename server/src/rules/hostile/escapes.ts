import type { Lookup } from '../../model/lookup';
import type { PromptSystem } from '../../model/system';
import type { Layout, MessageLayout } from '../../render/layout';
import type { Segment } from '../../render/segment';
import { fenceAround } from '../facts/fences/fence';
import { coreOf, type Run, runsIn, runsOf } from '../facts/messageText';
import type { Attempt } from './attempts';
import { isEscapedAt, keyOf, type Place } from './places';
import { type Spot, spotOf } from './spot';

/** The end of a value that has broken out, from its first attempt that did. */
export interface Part {
  /** The slot whose value it is. */
  readonly slot: string;
  readonly segment: Segment;
  /** Offset in the text of the segment. */
  readonly from: number;
  readonly attempts: readonly Attempt[];
  /** Nothing encloses the value, and a fence would hold what it writes. */
  readonly unfenced?: true;
}

export interface Escapes {
  /** What of the values has broken out, at most one part of each segment. */
  readonly parts: readonly Part[];
  /** Slots one of whose attempts stands nowhere as it was written, and nothing is known that would hold it. */
  readonly unclear: ReadonlySet<string>;
}

interface Input {
  readonly system: PromptSystem;
  readonly lookup: Lookup;
  /** Of the prompt with the hostile values, and the places in it, each as often as it stands there. */
  readonly layout: Layout;
  readonly places: readonly Place[];
  readonly attempts: ReadonlyMap<string, readonly Attempt[]>;
  /** Texts of the attempts that a place invites, by its key: what it does not invite means nothing there. */
  readonly invited: ReadonlyMap<string, ReadonlySet<string>>;
  /** Paths of the texts that hold the attempts, by slot. */
  readonly attacked: ReadonlyMap<string, readonly string[]>;
}

export function escapesIn(input: Input): Escapes {
  const { layout, places, attempts, invited } = input;
  const parts = new Map<Segment, Part>();
  const followed = new Followed();
  for (const place of places) {
    const here = invited.get(keyOf(place));
    const tries = attempts.get(place.slot)?.filter(({ text }) => !here || here.has(text));
    const message = layout.messages[place.message];
    if (!tries || !message) continue;
    const core = coreOf(layout, message, place);
    const own = runsIn(runsOf(layout, message), core.start, core.end);
    for (const run of own) {
      if (run.segment.kind !== 'value' || run.segment.slot !== place.slot) continue;
      const part = partOf(input, { place, message, core, run, tries, followed });
      if (part && !parts.has(part.segment)) parts.set(part.segment, part);
    }
    const pulled = pulledIn(place, own, tries);
    if (!pulled) continue;
    followed.see(place, pulled.attempts);
    if (!parts.has(pulled.segment)) parts.set(pulled.segment, pulled);
  }
  return { parts: [...parts.values()], unclear: followed.unclear() };
}

interface Stretch {
  readonly place: Place;
  readonly message: MessageLayout;
  readonly core: { readonly start: number; readonly end: number };
  readonly run: Run;
  readonly tries: readonly Attempt[];
  readonly followed: Followed;
}

function partOf({ system, lookup, layout, attacked }: Input, stretch: Stretch): Part | undefined {
  const { place, message, core, run, tries, followed } = stretch;
  const found = tries.flatMap((attempt) => {
    const spot = spotOf(attempt, run, message);
    return spot ? [{ attempt, ...spot }] : [];
  });
  const isTried = holdsAttack(run.segment, attacked.get(place.slot));
  if (found.length === 0 && !isTried) return undefined;
  const escaped = isEscapedAt(system, lookup, place);
  if (isTried) followed.expect(place, tries);
  // What is escaped stands there in other letters, and a number holds no words.
  const isHarmless = escaped || !/\p{L}/u.test(run.segment.text);
  followed.see(place, isHarmless ? tries : found.map(({ attempt }) => attempt));
  const reached = found.filter(
    ({ attempt, works }) => works && attempt.kind !== 'slot' && !attempt.vain && (!escaped || attempt.ownLine),
  );
  if (reached.length === 0) return undefined;
  const fenced = fenceAround(layout, message, core.start, core.end) !== undefined;
  return broken(place, run, reached, fenced);
}

function broken(
  { slot }: Place,
  { segment }: Run,
  reached: readonly ({ readonly attempt: Attempt } & Spot)[],
  fenced: boolean,
): Part | undefined {
  const open = reached.some(({ attempt }) => attempt.kind === 'fence');
  // Inside of a fence that holds, a heading or an item is what it is: data. A program that splits at role lines sees no fence.
  const isHeld = ({ attempt }: { readonly attempt: Attempt }): boolean =>
    attempt.kind === 'heading' || attempt.kind === 'list';
  const won = reached.filter((one) => !fenced || open || !isHeld(one));
  if (won.length === 0) return undefined;
  return {
    slot,
    segment,
    from: Math.min(...won.map(({ at }) => at)),
    attempts: won.map(({ attempt }) => attempt),
    ...(!fenced && won.some(isHeld) ? { unfenced: true } : {}),
  };
}

/** Whether the text was made from a text of the value that holds the attempts. */
function holdsAttack({ origins, within }: Segment, attacked: readonly string[] | undefined): boolean {
  if (!origins || within !== undefined) return true;
  return origins.some((origin) =>
    attacked?.some(
      (path) => path.startsWith(origin) && (path.length === origin.length || /[.[]/.test(path[origin.length] ?? '')),
    ),
  );
}

/** The value of another slot that stands where the tag was written; the tag is the last thing that is tried. */
function pulledIn({ slot }: Place, own: readonly Run[], attempts: readonly Attempt[]): Part | undefined {
  const attempt = attempts.find(({ kind }) => kind === 'slot');
  if (!attempt || own.some(({ segment }) => segment.slot === slot && segment.text.includes(attempt.text)))
    return undefined;
  const run = own.findLast(({ segment }) => segment.kind === 'value' && segment.slot === attempt.pulls);
  return run && { slot, segment: run.segment, from: 0, attempts: [attempt] };
}

/** Which attempts were to stand at each place, and which of them were seen there in one of its turns. */
class Followed {
  readonly #places = new Map<
    string,
    { readonly slot: string; readonly wanted: Set<Attempt>; readonly seen: Set<Attempt> }
  >();

  expect(place: Place, attempts: readonly Attempt[]): void {
    const { wanted } = this.#at(place);
    for (const attempt of attempts) wanted.add(attempt);
  }

  see(place: Place, attempts: readonly Attempt[]): void {
    const { seen } = this.#at(place);
    for (const attempt of attempts) seen.add(attempt);
  }

  unclear(): ReadonlySet<string> {
    const slots = new Set<string>();
    for (const { slot, wanted, seen } of this.#places.values())
      if ([...wanted].some((attempt) => !seen.has(attempt))) slots.add(slot);
    return slots;
  }

  #at(place: Place) {
    const key = keyOf(place);
    let known = this.#places.get(key);
    if (!known) {
      known = { slot: place.slot, wanted: new Set(), seen: new Set() };
      this.#places.set(key, known);
    }
    return known;
  }
}
