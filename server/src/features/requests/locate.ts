import { checkedSelections, holds, type Selection } from '../../model/selection';
import type { PromptSystem } from '../../model/system';
import type { LocateParams, LocateResult, RenderFailure, WirePiece } from '../../protocol';
import { type Located, locate as locateIn } from '../../render/locate';
import { isMask, MASK, type MaskedText, maskedText } from '../../render/masked';
import type { Rendered } from '../../render/segment';
import type { Value } from '../../syntax/piece';
import type { Snapshot } from '../../workspace/snapshot';
import { rangeOf, wireSourceOf } from '../convert';
import { systemFor } from './render';

/** Which layer, slot and line each piece of a prompt came from that was really sent. */
export function locate(snapshot: Snapshot, params: LocateParams): LocateResult | RenderFailure {
  const system = systemFor(snapshot, params);
  if ('reason' in system) return system;
  const masked = maskedTexts(snapshot, system);
  const located = locateIn(masked, params.text);
  const captured = { uri: '', text: params.text };
  const pieces = (located?.pieces ?? []).map(
    ({ start, end, kind, layer, slot, slots, source }): WirePiece => ({
      kind,
      text: params.text.slice(start, end),
      range: rangeOf(captured, { start, end }),
      layer,
      ...(slot === undefined ? {} : { slot }),
      ...(slots === undefined ? {} : { slots }),
      ...(source ? { source: wireSourceOf(snapshot, source) } : {}),
    }),
  );
  const alike = located ? selectionsLike(snapshot, system, masked, located, params.text) : [];
  const [selection] = alike;
  return {
    version: 1,
    key: system.key,
    system: system.id,
    scenario: alike.length === 1 ? (selection?.scenario ?? null) : null,
    label: labelOf(alike),
    select: selection?.axes ?? {},
    pieces,
  };
}

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
function maskedTexts(snapshot: Snapshot, system: PromptSystem): readonly MaskedText[] {
  return checkedSelections(system).flatMap((selection) => {
    const plain = snapshot.rendered(system, selection);
    const empty = emptySlots(system, selection, plain);
    const full = empty.size === 0 ? [] : [snapshot.renderedWith(system, selection, empty)];
    return [...full, plain].map((rendered) => maskedText(rendered, snapshot.lookup));
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
