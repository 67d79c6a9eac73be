import { placeOf } from '../model/resolve';
import type { System as SystemEntry } from '../model/schema';
import { holds } from '../model/selection';
import type { Lifetime } from '../model/words';
import type { OpenMessage } from './assemble';
import { type Draft, isSent, sentText, splitDrafts, toSegment } from './draft';
import { fillSource, manifestSource } from './fill';
import type { Block, Mark } from './segment';
import type { RenderState } from './state';

/** Where a mark stands: behind `offset` characters of the sent text of a message. */
interface MarkPlace {
  readonly message: number;
  readonly offset: number;
  readonly mark: Mark;
  /** It stands at the end of a layer, rather than at a place that somebody has chosen. */
  readonly isLayerEnd: boolean;
}

/** The scope line, which keeps tenants apart, before the first character of the first message that is sent. */
export function addScopeLine(state: RenderState, messages: readonly OpenMessage[], caching: boolean): void {
  const scope = state.system.entry.cache?.scope;
  // A message without text is not sent, and the line alone is no reason to send it.
  const first = messages.find(({ blocks }) => blocks.some((drafts) => sentText(drafts) !== ''));
  if (!caching || !scope || !first || !holds(scope.when, state.selection.axes)) return;
  const place = placeOf(state.system.manifest, [...state.system.path, 'cache', 'scope', 'line']);
  const base = state.system.base.id;
  const line = fillSource(state, manifestSource(state, scope.line, place), base).map(
    (draft): Draft => (draft.kind === 'literal' ? withoutStretch({ ...draft, kind: 'scope' }) : draft),
  );
  const end: Draft = { kind: 'scope', text: '\n', layer: base, source: place };
  first.blocks[0] = [...line, end, ...(first.blocks[0] ?? [])];
}

function withoutStretch(draft: Draft): Draft {
  const { stretch: _stretch, ...rest } = draft;
  return rest;
}

/** A text marker of a breakpoint renders to nothing: it becomes an anchor, wherever it stands in literal text. */
export function liftMarkers(state: RenderState, messages: readonly OpenMessage[]): void {
  for (const b of breakpointsOf(state)) {
    if (b.marker === undefined) continue;
    for (const message of messages) {
      if (message.conversation) continue;
      message.blocks = message.blocks.map((drafts) =>
        drafts.flatMap((draft) => withoutMarker(draft, b.marker as string, b.index)),
      );
    }
  }
}

function withoutMarker(draft: Draft, marker: string, index: number): Draft[] {
  if (draft.kind !== 'literal') return [draft];
  const out: Draft[] = [];
  let at = 0;
  const { uri, span } = draft.source;
  const piece = (from: number, to: number): Draft => ({
    ...draft,
    text: draft.text.slice(from, to),
    source: { uri, span: { start: span.start + from, end: span.start + to } },
  });
  for (let hit = draft.text.indexOf(marker); hit >= 0; hit = draft.text.indexOf(marker, at)) {
    if (hit > at) out.push(piece(at, hit));
    out.push({
      ...piece(hit, hit),
      source: { uri, span: { start: span.start + hit, end: span.start + hit + marker.length } },
      marker: index,
    });
    at = hit + marker.length;
  }
  if (at === 0) return [draft];
  if (at < draft.text.length) out.push(piece(at, draft.text.length));
  return out;
}

type Breakpoint = NonNullable<NonNullable<SystemEntry['cache']>['breakpoints']>[number];

interface WrittenBreakpoint {
  readonly index: number;
  readonly at?: 'tools' | 'system' | 'current-turn' | 'tail' | undefined;
  readonly after?: string | undefined;
  readonly slot?: string | undefined;
  readonly marker?: string | undefined;
  readonly reuse?: Lifetime | undefined;
}

/** No provider takes a tenth of it; a manifest with more was made by a program that went wrong. */
const MOST_BREAKPOINTS = 200;

/** The breakpoints of the manifest in one form. */
function breakpointsOf(state: Pick<RenderState, 'system'>): readonly WrittenBreakpoint[] {
  return (state.system.entry.cache?.breakpoints ?? [])
    .slice(0, MOST_BREAKPOINTS)
    .map((b: Breakpoint, index) => (typeof b === 'string' ? { index, at: b } : { index, ...b }));
}

/** Splits every message into its blocks: turns as the scenario gives them, and an end at every mark. */
export function splitBlocks(state: RenderState, messages: readonly OpenMessage[], caching: boolean): Block[][] {
  const marks = caching ? marksOf(state, messages) : [];
  return messages.map((message, index) => {
    const own = marks.filter((mark) => mark.message === index).sort((a, b) => a.offset - b.offset);
    const blocks: Block[] = [];
    let at = 0;
    for (const drafts of message.blocks) {
      let rest = drafts;
      let restAt = at;
      const end = at + sentText(drafts).length;
      for (const mark of own) {
        if (mark.offset <= restAt || mark.offset > end) continue;
        const [left, right] = splitDrafts(rest, mark.offset - restAt);
        blocks.push(blockOf(left, mark.mark));
        rest = right;
        restAt = mark.offset;
      }
      if (sentText(rest) !== '' || rest.some((draft) => draft.text !== '')) blocks.push(blockOf(rest, undefined));
      at = end;
    }
    return blocks;
  });
}

function blockOf(drafts: readonly Draft[], mark: Mark | undefined): Block {
  return {
    cached: mark !== undefined,
    ...(mark ? { mark } : {}),
    segments: drafts.filter((draft) => draft.text !== '').map(toSegment),
  };
}

/** Where the marks fall in this rendering. Two at one place are one; one whose layer or place does not exist vanishes. */
function marksOf(state: RenderState, messages: readonly OpenMessage[]): MarkPlace[] {
  const texts = messages.map((message) => sentText(message.blocks.flat()));
  const lastUser = messages.findLastIndex((message) => message.conversation && message.role === 'user');
  const lastTurn = messages.findLastIndex((message) => message.conversation);
  const places: MarkPlace[] = [];
  const put = (message: number, offset: number, b: WrittenBreakpoint, name: string): void => {
    if (message < 0 || offset < 0) return;
    const hasTextBefore = offset > 0 || texts.slice(0, message).some((text) => text !== '');
    if (!hasTextBefore || places.some((p) => p.message === message && p.offset === offset)) return;
    const reuse = b.reuse ?? (message === 0 ? 'profile' : 'call');
    const place = placeOf(state.system.manifest, [...state.system.path, 'cache', 'breakpoints', b.index]);
    const mark = { name, reuse, place, index: b.index };
    places.push({ message, offset, mark, isLayerEnd: b.after !== undefined });
  };
  for (const b of breakpointsOf(state)) {
    if (b.at === 'system') put(0, texts[0]?.length ?? -1, b, 'system');
    else if (b.at === 'current-turn' && lastUser > 1)
      put(lastUser - 1, texts[lastUser - 1]?.length ?? -1, b, 'current-turn');
    else if (b.at === 'tail') put(lastTurn, texts[lastTurn]?.length ?? -1, b, 'tail');
    else if (b.slot !== undefined) {
      const name = state.system.dialects[0]?.print(b.slot) ?? b.slot;
      eachOffset(
        messages,
        (draft) => appearsAs(state, draft, b.slot as string),
        (message, offset) => put(message, offset, b, name),
      );
    } else if (b.marker !== undefined) {
      eachOffset(
        messages,
        (draft) => draft.marker === b.index,
        (message, offset) => put(message, offset, b, b.marker as string),
      );
    } else if (b.after !== undefined) {
      const end = endOfLayer(messages, b.after);
      if (end) put(end.message, end.offset, b, `after ${b.after}`);
    }
  }
  return withoutBlanks(places, texts);
}

/** Between the mark of `after` and the next one, or the end of the message, stands only white space: they are one. */
function withoutBlanks(places: readonly MarkPlace[], texts: readonly string[]): MarkPlace[] {
  const moved = places.map((place) => {
    if (!place.isLayerEnd) return place;
    const text = texts[place.message] ?? '';
    const next = places.filter(({ message, offset }) => message === place.message && offset > place.offset);
    const stop = Math.min(text.length, ...next.map(({ offset }) => offset));
    return text.slice(place.offset, stop).trim() === '' ? { ...place, offset: stop } : place;
  });
  return moved.filter(
    ({ message, offset }, i) => moved.findIndex((one) => one.message === message && one.offset === offset) === i,
  );
}

function appearsAs(state: RenderState, draft: Draft, slot: string): boolean {
  const appearance = draft.appearance === undefined ? undefined : state.appearances[draft.appearance];
  return draft.text === '' && appearance?.state === 'marker' && appearance.slot === slot;
}

function eachOffset(
  messages: readonly OpenMessage[],
  wanted: (draft: Draft) => boolean,
  found: (message: number, offset: number) => void,
): void {
  eachDraft(messages, (draft, message, offset) => {
    if (wanted(draft)) found(message, offset);
  });
}

/**
 * Behind the last text of a layer, wherever it stands, with the white space that follows there. A blank between other
 * layers, such as the line break behind the last slot of a file, belongs to the layer of the file, but nobody means that
 * by its end.
 */
function endOfLayer(messages: readonly OpenMessage[], layer: string): { message: number; offset: number } | undefined {
  let end: { message: number; offset: number; blank: boolean } | undefined;
  // Whether nothing of another layer, not even an empty slot of it, stands between the end and here.
  let joined = false;
  eachDraft(messages, (draft, message, offset) => {
    if (draft.layer !== layer) joined &&= draft.text === '' && draft.slot === undefined && message === end?.message;
    if (draft.layer !== layer || !isSent(draft) || draft.text === '') return;
    const blank = draft.text.trim() === '';
    const follows = joined && message === end?.message;
    if (blank && end && !end.blank && !follows) return;
    end = { message, offset: offset + draft.text.length, blank: blank && !follows };
    joined = true;
  });
  return end;
}

/** Visits all drafts with the offset in the text of their message at which each stands. What is not sent takes no room. */
export function eachDraft(
  messages: readonly OpenMessage[],
  visit: (draft: Draft, message: number, offset: number) => void,
): void {
  messages.forEach((message, index) => {
    let at = 0;
    for (const draft of message.blocks.flat()) {
      visit(draft, index, at);
      if (isSent(draft)) at += draft.text.length;
    }
  });
}
