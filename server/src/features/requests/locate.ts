import { checkedSelections, holds, type Selection } from '../../model/selection';
import type { PromptSystem } from '../../model/system';
import type { LocateParams, LocateResult, RenderFailure, WirePiece } from '../../protocol';
import { beginOf, type Capture, captureOf, lastWords, type Reading } from '../../render/capture';
import { type Located, locate as locateIn } from '../../render/locate';
import { isMask, MASK, type MaskedText, MESSAGE_BREAK, maskedText } from '../../render/masked';
import type { Piece } from '../../render/pieces';
import type { Rendered } from '../../render/segment';
import type { Value } from '../../syntax/piece';
import type { SourceFile } from '../../text/source';
import type { Span } from '../../text/span';
import type { Snapshot } from '../../workspace/snapshot';
import { rangeOf, wireSourceOf } from '../convert';
import { systemFor } from './render';

/** Which layer, slot and line each piece of a prompt came from that was really sent. */
export function locate(snapshot: Snapshot, params: LocateParams): LocateResult | RenderFailure {
  const system = systemFor(snapshot, params);
  if ('reason' in system) return system;
  const capture = captureOf(params.text, params.request);
  const { reading, located, masked } = bestReading(snapshot, system, capture.readings);
  const { text } = reading;
  const captured = { uri: '', text: params.text };
  const pieces = (located?.pieces ?? []).map(
    ({ start, end, kind, layer, slot, slots, source }): WirePiece => ({
      kind,
      text: text.slice(start, end).replaceAll(MESSAGE_BREAK, '\n'),
      range: rangeOf(captured, reading.toCaptured({ start, end })),
      layer,
      ...(slot === undefined ? {} : { slot }),
      ...(slots === undefined ? {} : { slots }),
      ...(source ? { source: wireSourceOf(snapshot, source) } : {}),
    }),
  );
  const alike = located ? selectionsLike(snapshot, system, masked, located, text) : [];
  const [selection] = alike;
  return {
    version: 1,
    key: system.key,
    system: system.id,
    scenario: alike.length === 1 ? (selection?.scenario ?? null) : null,
    label: labelOf(alike),
    select: selection?.axes ?? {},
    ...(reading.as ? { read: reading.as } : {}),
    ...(reading.as?.kind === 'request' && capture.requests.length > 1
      ? { requests: requestsOf(capture, captured) }
      : {}),
    pieces,
  };
}

/** Requests of one capture that can be chosen, and how much of each is said. */
const MOST_REQUESTS = 500;
const MOST_SAID = 60;

/** What was captured holds several requests: which one the pieces are of, and what tells the others from it. */
function requestsOf({ requests, chosen }: Capture, captured: SourceFile): NonNullable<LocateResult['requests']> {
  const all = requests.slice(0, MOST_REQUESTS).map((request) => {
    const begin = beginOf(request);
    return {
      line: rangeOf(captured, { start: begin, end: begin }).start.line,
      messages: request.messages.length,
      says: lastWords(request, MOST_SAID),
    };
  });
  return { shown: chosen, count: requests.length, all };
}

/**
 * Of the ways to read what was captured, the one in which the most is text of the system and the least unknown; of several,
 * the one in which the fewest values reach from one block of a request into the next; else the first.
 */
function bestReading(
  snapshot: Snapshot,
  system: PromptSystem,
  readings: readonly Reading[],
): {
  readonly reading: Reading;
  readonly masked: readonly MaskedText[];
  readonly located: Located | undefined;
} {
  const all = readings.map((reading) => {
    const masked = maskedTexts(snapshot, system, reading.between);
    const located = locateIn(masked, reading.text);
    const pieces = located?.pieces ?? [];
    const known = pieces.filter(({ kind }) => kind === 'text');
    const unknown = pieces.filter(({ kind }) => kind === 'unknown').map((piece) => reading.toCaptured(piece));
    const score = lengthOf(known) - lengthOf(unknown);
    return { reading, masked, located, score, crossed: edgesIn(pieces, reading.edges) };
  });
  return all.reduce((best, one) =>
    one.score > best.score || (one.score === best.score && one.crossed < best.crossed) ? one : best,
  );
}

/** How many edges of blocks lie inside of values. Both are in order. */
function edgesIn(pieces: readonly Piece[], edges: readonly number[]): number {
  let inside = 0;
  let next = 0;
  for (const { kind, start, end } of pieces) {
    for (; (edges[next] ?? end) < end; next++) if (kind === 'value' && (edges[next] ?? 0) > start) inside++;
  }
  return inside;
}

const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, { start, end }) => sum + end - start, 0);

/**
 * The selections that may have been sent: those with the text that was found, and of them the ones whose values stand
 * in it. Scenarios often differ in nothing but their values, and then only these can tell.
 */
function selectionsLike(
  snapshot: Snapshot,
  system: PromptSystem,
  masked: readonly MaskedText[],
  { rendered, pieces }: Located,
  text: string,
): readonly Selection[] {
  const found = masked.find((one) => one.rendered === rendered);
  const own = found && ownText(found);
  const alike = new Map<string, Selection>();
  for (const one of masked) {
    const { selection } = one.rendered;
    // A choice of axes that a scenario makes as well is told by the name of the scenario.
    if (ownText(one) === own && (selection.scenario !== null || rendered.selection.scenario === null))
      alike.set(selection.label, selection);
  }
  const values = pieces.filter(({ kind, slot }) => kind === 'value' && slot !== undefined);
  const scores = [...alike.values()].map((selection) => {
    const { appearances, texts } = snapshot.rendered(system, selection);
    const score = values.reduce((sum, piece) => {
      const value = text.slice(piece.start, piece.end).trim();
      const isThere = appearances.some(
        ({ slot, message, start, end }) => slot === piece.slot && texts[message]?.slice(start, end).includes(value),
      );
      return sum + (isThere ? value.length : 0);
    }, 0);
    return { selection, score };
  });
  const best = Math.max(...scores.map(({ score }) => score));
  return scores.filter(({ score }) => score === best).map(({ selection }) => selection);
}

/** A masked text without the conversation, which a scenario may have or not. */
const ownText = (masked: MaskedText): string =>
  masked.runs
    .filter((run) => run.slot !== undefined || !isMask(masked.text, run))
    .map(({ start, end }) => masked.text.slice(start, end))
    .join('');

/** Selections that a label names before it breaks off. */
const MOST_NAMED = 3;

function labelOf(selections: readonly Selection[]): string {
  const labels = selections.slice(0, MOST_NAMED).map(({ label }) => label);
  return labels.join(' or ') + (selections.length > MOST_NAMED ? ' or another' : '');
}

/** Every checked selection, with something in each slot that it leaves empty, since what was sent had other values; and as it is. */
function maskedTexts(snapshot: Snapshot, system: PromptSystem, between: string): readonly MaskedText[] {
  return checkedSelections(system).flatMap((selection) => {
    const plain = snapshot.rendered(system, selection);
    const empty = emptySlots(system, selection, plain);
    const full = empty.size === 0 ? [] : [snapshot.renderedWith(system, selection, empty)];
    return [...full, plain].map((rendered) => maskedText(rendered, snapshot.lookup, between));
  });
}

function emptySlots(system: PromptSystem, selection: Selection, rendered: Rendered): ReadonlyMap<string, Value> {
  const filled = new Set(rendered.appearances.filter(({ state }) => state === 'filled').map(({ slot }) => slot));
  const empty = new Map<string, Value>();
  for (const { name, type, entry } of system.slots.values()) {
    if (filled.has(name) || system.markerSlots.has(name) || !holds(entry.when, selection.axes)) continue;
    empty.set(name, type === 'list' ? [MASK] : MASK);
  }
  return empty;
}
