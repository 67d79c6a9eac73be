// A rendering, made of the one before it and of what has changed. Segments, blocks and messages that are as they were stay
// the same objects, so that what was made from them can be kept.
import type {
  RenderChange,
  RenderResult,
  WireBlock,
  WireBlockChange,
  WireMessage,
  WireSegment,
  WireSegmentChange,
} from '../../../server/src/protocol';

/** Undefined when the change is one of another rendering. */
export function changed(before: RenderResult, { others, gone, messages }: RenderChange): RenderResult | undefined {
  const now: WireMessage[] = [];
  for (const [i, change] of messages.entries()) {
    const old = before.messages[i];
    const message = change ? messageOf(old, change) : old;
    if (!message) return undefined;
    now.push(message);
  }
  const kept = Object.entries(before).filter(([name]) => !gone.includes(name));
  return { ...(Object.fromEntries(kept) as unknown as RenderResult), ...others, messages: now };
}

function messageOf(
  old: WireMessage | undefined,
  { blocks, ...own }: NonNullable<RenderChange['messages'][number]>,
): WireMessage | undefined {
  const now: WireBlock[] = [];
  for (const [i, change] of blocks.entries()) {
    const was = old?.blocks[i];
    const block = change ? blockOf(was, change) : was;
    if (!block) return undefined;
    now.push(block);
  }
  return { ...own, blocks: now };
}

function blockOf(old: WireBlock | undefined, { segments, ...own }: WireBlockChange): WireBlock | undefined {
  const before = old?.segments ?? [];
  const now: WireSegment[] = [];
  let at = 0;
  for (const change of segments) {
    const taken = before.slice(at, at + takenBy(change));
    if (taken.length < takenBy(change)) return undefined;
    at += taken.length;
    if (!write(change, taken, now)) return undefined;
  }
  return at === before.length ? { ...own, segments: now } : undefined;
}

function takenBy(change: WireSegmentChange): number {
  if ('keep' in change) return change.keep;
  if ('drop' in change) return change.drop;
  return 'add' in change ? 0 : 1;
}

function write(change: WireSegmentChange, taken: readonly WireSegment[], now: WireSegment[]): boolean {
  if ('keep' in change) {
    const { down = 0 } = change;
    for (const segment of taken) now.push(down === 0 ? segment : movedDown(segment, down));
  } else if ('add' in change) for (const segment of change.add) now.push(segment);
  else if ('now' in change) {
    const text = taken[0]?.text ?? '';
    const end = change.at + change.cut;
    if (end > text.length) return false;
    now.push({ ...change.now, text: text.slice(0, change.at) + change.by + text.slice(end) });
  }
  return true;
}

function movedDown(segment: WireSegment, down: number): WireSegment {
  const { file, range } = segment.source;
  const { start, end } = range;
  const moved = { start: { ...start, line: start.line + down }, end: { ...end, line: end.line + down } };
  return { ...segment, source: { file, range: moved } };
}
