import type { Lookup } from '../../model/lookup';
import type { PromptSystem } from '../../model/system';
import type { Layout, MessageLayout } from '../../render/layout';
import type { Segment } from '../../render/segment';
import { fenceAround } from '../facts/fence';
import { coreOf, type Run, runsIn, runsOf } from '../facts/messageText';
import { tagOf } from '../facts/sourceText';
import type { Attempt } from './attempts';
import { isEscapedAt, type Place } from './places';

/** The end of a value that has broken out, from its first attempt that did. */
export interface Part {
  /** The slot whose value it is. */
  readonly slot: string;
  readonly segment: Segment;
  /** Offset in the text of the segment. */
  readonly from: number;
  readonly attempts: readonly Attempt[];
}

interface Input {
  readonly system: PromptSystem;
  readonly lookup: Lookup;
  /** Of the prompt with the hostile values, and the places in it. */
  readonly layout: Layout;
  readonly places: readonly Place[];
  readonly attempts: ReadonlyMap<string, readonly Attempt[]>;
}

/** What of the values has broken out, at most one part of each segment. */
export function escapedParts({ system, lookup, layout, places, attempts }: Input): readonly Part[] {
  const parts = new Map<Segment, Part>();
  for (const place of places) {
    const tries = attempts.get(place.slot);
    const message = layout.messages[place.message];
    if (!tries || !message) continue;
    const core = coreOf(layout, message, place);
    const fenced = fenceAround(layout, message, core.start, core.end) !== undefined;
    const escaped = isEscapedAt(system, place, tagOf(lookup, place)?.tag);
    const own = runsIn(runsOf(layout, message), core.start, core.end);
    const open = { fenced, escaped };
    for (const run of own) {
      if (run.segment.kind !== 'value' || run.segment.slot !== place.slot || parts.has(run.segment)) continue;
      const part = partOf(place, run, message, tries, open);
      if (part) parts.set(run.segment, part);
    }
    const pulled = pulledIn(place, own, tries);
    if (pulled && !parts.has(pulled.segment)) parts.set(pulled.segment, pulled);
  }
  return [...parts.values()];
}

function partOf(
  { slot }: Place,
  run: Run,
  message: MessageLayout,
  attempts: readonly Attempt[],
  { fenced, escaped }: { readonly fenced: boolean; readonly escaped: boolean },
): Part | undefined {
  const { segment } = run;
  const reached = attempts.flatMap((attempt) => {
    const at = attempt.kind === 'slot' ? undefined : placeOf(attempt, run, message);
    return at === undefined || attempt.vain || (escaped && !attempt.ownLine) ? [] : [{ attempt, at }];
  });
  const open = reached.some(({ attempt }) => attempt.kind === 'fence');
  // Inside of a fence that holds, a heading or an item is what it is: data. A program that splits at role lines sees no fence.
  const won = reached.filter(
    ({ attempt }) => !fenced || open || (attempt.kind !== 'heading' && attempt.kind !== 'list'),
  );
  if (won.length === 0) return undefined;
  return {
    slot,
    segment,
    from: Math.min(...won.map(({ at }) => at)),
    attempts: won.map(({ attempt }) => attempt),
  };
}

/** The value of another slot that stands where the tag was written; the tag is the last thing that is tried. */
function pulledIn({ slot }: Place, own: readonly Run[], attempts: readonly Attempt[]): Part | undefined {
  const attempt = attempts.find(({ kind }) => kind === 'slot');
  if (!attempt || own.some(({ segment }) => segment.slot === slot && segment.text.includes(attempt.text)))
    return undefined;
  const run = own.findLast(({ segment }) => segment.kind === 'value' && segment.slot === attempt.pulls);
  return run && { slot, segment: run.segment, from: 0, attempts: [attempt] };
}

/** Where the text of an attempt stands in a segment as it was meant; undefined when the program has changed it. */
function placeOf({ text, ownLine }: Attempt, { segment, start }: Run, message: MessageLayout): number | undefined {
  for (let at = segment.text.indexOf(text); at >= 0; at = segment.text.indexOf(text, at + 1)) {
    if (!ownLine) return at;
    const line = message.lines[message.lineAt(start + at)];
    if (!line) continue;
    const before = message.text.slice(line.start, start + at);
    const after = message.text.slice(start + at + text.length, line.end);
    if (before.trim() === '' && after.trim() === '') return at;
  }
  return undefined;
}
