import type { Location } from '../../model/system';
import type { Layout, MessageLayout } from '../../render/layout';
import type { Segment, SlotAppearance } from '../../render/segment';
import { Kept } from '../../text/kept';

/** A segment that is sent, with its offsets in the text of its message. */
export interface Run {
  readonly segment: Segment;
  readonly start: number;
  readonly end: number;
}

/**
 * Stands in for every character that a value brings: no letter, no digit, no blank, no line break. It is "substitute" of
 * ASCII, so that a text that needs one byte for a character still does.
 */
export const MASK = '\u001A';

interface Facts {
  readonly runs: readonly Run[];
  skeleton?: string;
}

const known = new Kept<MessageLayout, Facts>();

/** The segments of a message that are sent, in order, with their offsets. */
export function runsOf(layout: Layout, message: MessageLayout): readonly Run[] {
  return factsOf(layout, message).runs;
}

/**
 * The text of a message with everything that may differ from call to call masked, character by character: what the
 * author wrote, at the offsets of the message. A value that holds `</doc>` must neither open nor close anything here.
 */
export function skeletonOf(layout: Layout, message: MessageLayout): string {
  const facts = factsOf(layout, message);
  if (facts.skeleton === undefined) {
    facts.skeleton = facts.runs
      .map((run) => (isWritten(layout, run.segment) ? run.segment.text : MASK.repeat(run.segment.text.length)))
      .join('');
  }
  return facts.skeleton;
}

/**
 * Whether the author wrote the text: a literal, a wrap, a join, the text of a value that is itself template text, or a
 * text or file that stands among the parts of a value.
 */
function isWritten(layout: Layout, segment: Segment): boolean {
  if (
    segment.kind === 'literal' ||
    segment.kind === 'wrap' ||
    segment.kind === 'join' ||
    segment.kind === 'tag' ||
    segment.kind === 'scope'
  )
    return true;
  if (segment.kind !== 'value' || segment.slot === undefined) return false;
  const slot = layout.rendered.system.slots.get(segment.slot);
  if (slot?.trust === 'data' || slot?.trust === 'request') return false;
  return slot?.entry.expand === true || (segment.within === undefined && assembledIn(layout).has(segment.slot));
}

const assembled = new Kept<Layout, ReadonlySet<string>>();

/** Slots whose value is made of their parts. */
function assembledIn(layout: Layout): ReadonlySet<string> {
  let slots = assembled.get(layout);
  if (!slots) {
    slots = new Set(layout.filled.filter(({ from }) => from === 'parts').map(({ slot }) => slot));
    assembled.set(layout, slots);
  }
  return slots;
}

function factsOf(layout: Layout, message: MessageLayout): Facts {
  let facts = known.get(message);
  if (!facts) {
    const runs: Run[] = [];
    let at = 0;
    for (const block of layout.rendered.messages[message.message]?.blocks ?? []) {
      for (const segment of block.segments) {
        if (segment.removed !== undefined || segment.text === '') continue;
        runs.push({ segment, start: at, end: at + segment.text.length });
        at += segment.text.length;
      }
    }
    facts = { runs };
    known.set(message, facts);
  }
  return facts;
}

/** Index of the run that holds an offset; the last one behind the end, -1 in an empty message. */
export function runIndexAt(runs: readonly Run[], offset: number): number {
  let low = 0;
  let high = runs.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((runs[middle] as Run).start <= offset) low = middle;
    else high = middle - 1;
  }
  return high < 0 ? -1 : low;
}

/** Runs that share a character with [start, end). */
export function runsIn(runs: readonly Run[], start: number, end: number): readonly Run[] {
  const out: Run[] = [];
  for (let i = runIndexAt(runs, start); i >= 0 && i < runs.length; i++) {
    const run = runs[i] as Run;
    if (run.start >= end) break;
    if (run.end > start) out.push(run);
  }
  return out;
}

/** Where the characters [start, end) of a message stand in their file, when they are literal text of one file. */
export function sourceOf(layout: Layout, message: MessageLayout, start: number, end: number): Location | undefined {
  const within = runsIn(runsOf(layout, message), start, end);
  const first = within[0];
  const last = within.at(-1);
  if (!first || !last || first.segment.kind !== 'literal' || last.segment.kind !== 'literal') return undefined;
  const { uri } = first.segment.source;
  if (last.segment.source.uri !== uri) return undefined;
  const from = first.segment.source.span.start + (start - first.start);
  const to = last.segment.source.span.end - (last.end - end);
  return to >= from ? { uri, span: { start: from, end: to } } : undefined;
}

/** The value of an appearance without its own wrap. */
export function coreOf(
  layout: Layout,
  message: MessageLayout,
  appearance: SlotAppearance,
): { readonly start: number; readonly end: number } {
  const within = runsIn(runsOf(layout, message), appearance.start, appearance.end);
  const isWrap = (run: Run | undefined): boolean =>
    run?.segment.kind === 'wrap' && run.segment.slot === appearance.slot;
  const first = within[0];
  const last = within.at(-1);
  const start = first && isWrap(first) ? first.end : appearance.start;
  const end = last && last !== first && isWrap(last) ? last.start : appearance.end;
  return { start: Math.max(start, appearance.start), end: Math.max(start, Math.min(end, appearance.end)) };
}
