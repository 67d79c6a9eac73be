import type { Lookup } from '../../model/lookup';
import type { PromptSystem } from '../../model/system';
import type { Layout, MessageLayout } from '../../render/layout';
import type { Segment, SlotAppearance } from '../../render/segment';
import { isEscaped } from '../facts/escaping';
import { fenceAround } from '../facts/fence';
import { coreOf, type Run, runsIn, runsOf } from '../facts/messageText';
import { tagOf } from '../facts/sourceText';
import type { Attempt } from './attempts';

/** The end of a value that has broken out, from its first attempt that did. */
export interface Part {
  readonly slot: string;
  readonly segment: Segment;
  /** Offset in the text of the segment. */
  readonly from: number;
  readonly attempts: readonly Attempt[];
}

interface Input {
  readonly system: PromptSystem;
  readonly lookup: Lookup;
  /** Of the prompt with the hostile values. */
  readonly layout: Layout;
  readonly attempts: ReadonlyMap<string, readonly Attempt[]>;
}

/** What of the values has broken out, at most one part of each segment. */
export function escapedParts({ system, lookup, layout, attempts }: Input): readonly Part[] {
  const parts = new Map<Segment, Part>();
  for (const appearance of layout.filled) {
    const tries = attempts.get(appearance.slot);
    const message = layout.messages[appearance.message];
    if (!tries || !message) continue;
    const core = coreOf(layout, message, appearance);
    const fenced = fenceAround(layout, message, core.start, core.end) !== undefined;
    const escaped = isEscaped(system, appearance, tagOf(lookup, appearance)?.tag);
    for (const run of runsIn(runsOf(layout, message), core.start, core.end)) {
      if (run.segment.kind !== 'value' || run.segment.slot !== appearance.slot || parts.has(run.segment)) continue;
      const part = partOf(appearance, run, message, tries, { fenced, escaped });
      if (part) parts.set(run.segment, part);
    }
  }
  return [...parts.values()];
}

function partOf(
  { slot }: SlotAppearance,
  run: Run,
  message: MessageLayout,
  attempts: readonly Attempt[],
  { fenced, escaped }: { readonly fenced: boolean; readonly escaped: boolean },
): Part | undefined {
  const { segment } = run;
  const reached = attempts.flatMap((attempt) => {
    const at = placeOf(attempt, run, message);
    return at === undefined || attempt.vain || (escaped && !attempt.ownLine) ? [] : [{ attempt, at }];
  });
  const open = reached.some(({ attempt }) => attempt.kind === 'fence');
  // Inside of a fence that holds, a heading or an item is what it is: data. A program that splits at role lines sees no fence.
  const won = reached.filter(({ attempt }) => !fenced || open || attempt.kind !== 'heading');
  if (won.length === 0) return undefined;
  return {
    slot,
    segment,
    from: Math.min(...won.map(({ at }) => at)),
    attempts: won.map(({ attempt }) => attempt),
  };
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
