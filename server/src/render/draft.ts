import type { Location } from '../model/system';
import type { Segment, SegmentKind, SlotAppearance } from './segment';

/**
 * A segment while the prompt is being assembled. Drafts with empty text are anchors: they keep the place of an empty
 * slot or of a marker until offsets are known.
 */
export interface Draft {
  readonly kind: SegmentKind;
  readonly text: string;
  readonly layer: string | null;
  readonly slot?: string;
  readonly within?: string;
  readonly origins?: readonly string[];
  readonly source: Location;
  /** The text stands in its source letter by letter, so that a piece of it has a place of its own. Always so for a literal of the source's length. */
  readonly exact?: true;
  readonly removed?: 'cut' | 'strip';
  readonly limit?: string;
  readonly sentAt?: Location;
  /** Index of the innermost slot appearance that this text belongs to. */
  readonly appearance?: number;
  /** Index of the stretch of a region in which this text stands. */
  readonly stretch?: number;
  /** Index of the breakpoint whose text marker stood here. */
  readonly marker?: number;
}

/** An appearance before offsets are known; `parent` is the appearance that it stands in. */
export type OpenAppearance = Omit<SlotAppearance, 'message' | 'start' | 'end'> & { readonly parent?: number };

/** A region that text belongs to: its layer, and the line that begins it in its source. */
export interface Stretch {
  readonly layer: string;
  readonly place: Location;
}

/** Puts items at the end of a list. A spread would put each of them on the stack, which has no room for a large prompt. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** Whether the text of a draft is sent. */
export const isSent = (draft: Pick<Draft, 'removed'>): boolean => draft.removed === undefined;

/** The piece [from, to) of a draft, with its piece of the source when the text stands there as it is. */
export function cutDraft(draft: Draft, from: number, to: number): Draft {
  if (from <= 0 && to >= draft.text.length) return draft;
  const text = draft.text.slice(from, to);
  const { span, uri } = draft.source;
  const isExact = span.end - span.start === draft.text.length && (draft.kind === 'literal' || draft.exact === true);
  return isExact
    ? { ...draft, text, source: { uri, span: { start: span.start + from, end: span.start + to } } }
    : { ...draft, text };
}

/** The drafts split at an offset of their sent text; what has no text at the offset goes to the left. */
export function splitDrafts(drafts: readonly Draft[], offset: number): [Draft[], Draft[]] {
  const left: Draft[] = [];
  const right: Draft[] = [];
  let at = 0;
  for (const draft of drafts) {
    const length = isSent(draft) ? draft.text.length : 0;
    if (right.length > 0 || (at >= offset && length > 0)) right.push(draft);
    else if (at + length <= offset) left.push(draft);
    else {
      left.push(cutDraft(draft, 0, offset - at));
      right.push(cutDraft(draft, offset - at, draft.text.length));
    }
    at += length;
  }
  return [left, right];
}

/** Text as it is sent: what was cut or stripped is left out. */
export function sentText(drafts: readonly Pick<Draft, 'text' | 'removed'>[]): string {
  let text = '';
  for (const draft of drafts) if (isSent(draft)) text += draft.text;
  return text;
}

/** The segment of a draft, without what only the assembly needs. */
export function toSegment({
  kind,
  text,
  layer,
  slot,
  within,
  origins,
  source,
  removed,
  limit,
  sentAt,
}: Draft): Segment {
  // Field by field: leaving some out of a copy takes ten times as long, and a prompt has thousands of them.
  const segment: { -readonly [Key in keyof Segment]: Segment[Key] } = { kind, text, layer, source };
  if (slot !== undefined) segment.slot = slot;
  if (within !== undefined) segment.within = within;
  if (origins !== undefined) segment.origins = origins;
  if (removed !== undefined) segment.removed = removed;
  if (limit !== undefined) segment.limit = limit;
  if (sentAt !== undefined) segment.sentAt = sentAt;
  return segment;
}
