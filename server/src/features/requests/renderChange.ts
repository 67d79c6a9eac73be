import type {
  RenderChange,
  RenderResult,
  WireBlock,
  WireBlockChange,
  WireMessage,
  WireMessageChange,
  WireSegment,
  WireSegmentChange,
  WireSource,
} from '../../protocol';
import { changeBetween } from '../../text/change';

/** How one rendering differs from another, in as many words as there are differences. */
export function renderChange(before: RenderResult, after: RenderResult): RenderChange {
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(after)) {
    if (name === 'messages') continue;
    if (!isEqual(before[name as keyof RenderResult], value)) others[name] = value;
  }
  return {
    others,
    gone: Object.keys(before).filter((name) => !Object.hasOwn(after, name)),
    messages: after.messages.map((message, i) => messageChange(before.messages[i], message)),
  };
}

/** Facts are few and short beside the texts. */
const isEqual = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

function messageChange(before: WireMessage | undefined, { blocks, ...own }: WireMessage): WireMessageChange | null {
  const changes = blocks.map((block, i) => blockChange(before?.blocks[i], block));
  if (before && before.blocks.length === blocks.length && changes.every((change) => change === null)) {
    const { blocks: _, ...was } = before;
    if (isEqual(was, own)) return null;
  }
  return { ...own, blocks: changes };
}

function blockChange(before: WireBlock | undefined, { segments, ...own }: WireBlock): WireBlockChange | null {
  const { segments: old, ...was } = before ?? { segments: [] };
  const changes = segmentChanges(old, segments);
  return before && isSame(changes, old.length) && isEqual(was, own) ? null : { ...own, segments: changes };
}

function isSame(changes: readonly WireSegmentChange[], count: number): boolean {
  const [first, second] = changes;
  if (first === undefined) return count === 0;
  return second === undefined && 'keep' in first && first.keep === count && first.down === undefined;
}

/**
 * What begins and ends alike stays. Between these, segments are taken in pairs: an edit of a text leaves their number as
 * it is, and where it does not, there is little between them.
 */
function segmentChanges(before: readonly WireSegment[], after: readonly WireSegment[]): WireSegmentChange[] {
  const changes = new Changes();
  const most = Math.min(before.length, after.length);
  let start = 0;
  for (let down = 0; start < most; start++) {
    const moved = movedDown(before[start], after[start]);
    if (moved === undefined) break;
    down = moved;
    changes.keep(down);
  }
  let end = 0;
  while (end < most - start && movedDown(before.at(-1 - end), after.at(-1 - end)) !== undefined) end++;
  const olds = before.slice(start, before.length - end);
  const news = after.slice(start, after.length - end);
  for (const [i, now] of news.entries()) changes.put(olds[i], now);
  changes.drop(olds.length - news.length);
  for (let i = end; i > 0; i--) changes.keep(movedDown(before.at(-i), after.at(-i)) ?? 0);
  return changes.all;
}

/** Gathers neighbours that are changed alike. */
class Changes {
  readonly all: WireSegmentChange[] = [];
  #kept: { keep: number; down?: number } | undefined;
  #added: WireSegment[] | undefined;

  keep(down: number): void {
    this.#added = undefined;
    if (this.#kept && (this.#kept.down ?? 0) === down) {
      this.#kept.keep++;
      return;
    }
    this.#kept = down === 0 ? { keep: 1 } : { keep: 1, down };
    this.all.push(this.#kept);
  }

  /** The segment that stands where `old` stood. */
  put(old: WireSegment | undefined, now: WireSegment): void {
    const moved = old && movedDown(old, now);
    if (moved !== undefined) {
      this.keep(moved);
      return;
    }
    this.#kept = undefined;
    if (old) {
      this.#added = undefined;
      this.all.push(changed(old, now));
    } else if (this.#added) this.#added.push(now);
    else {
      this.#added = [now];
      this.all.push({ add: this.#added });
    }
  }

  drop(count: number): void {
    if (count <= 0) return;
    this.#kept = undefined;
    this.all.push({ drop: count });
  }
}

function changed(old: WireSegment, { text, ...now }: WireSegment): WireSegmentChange {
  const change = changeBetween(old.text, text);
  if (!change) return { now, at: 0, cut: 0, by: '' };
  const { start, oldEnd, newEnd } = change;
  return { now, at: start, cut: oldEnd - start, by: text.slice(start, newEnd) };
}

/** How many lines further down the source of a segment stands, when nothing else of it is different. */
function movedDown(a: WireSegment | undefined, b: WireSegment | undefined): number | undefined {
  if (!a || !b || a.kind !== b.kind || a.layer !== b.layer || a.slot !== b.slot || a.tokens !== b.tokens)
    return undefined;
  if (a.within !== b.within || a.removed !== b.removed || a.limit !== b.limit) return undefined;
  const down = linesBetween(a.source, b.source);
  if (down === undefined || a.text !== b.text) return undefined;
  const isSame = isEqual(a.origins, b.origins) && isEqual(a.sentAt, b.sentAt) && isEqual(a.escapes, b.escapes);
  return isSame ? down : undefined;
}

function linesBetween({ file, range: a }: WireSource, { file: other, range: b }: WireSource): number | undefined {
  const down = b.start.line - a.start.line;
  const isMoved = b.end.line - a.end.line === down;
  const isInPlace = a.start.character === b.start.character && a.end.character === b.end.character;
  return file === other && isMoved && isInPlace ? down : undefined;
}
