import { checkedSelections, holds, type Selection } from '../model/selection';
import type { PromptSystem } from '../model/system';
import type { LocateParams, LocateResult, RenderFailure, WirePiece } from '../protocol';
import { locate as locateIn } from '../render/locate';
import { MASK, type MaskedText, maskedText } from '../render/masked';
import type { Rendered } from '../render/segment';
import type { Value } from '../syntax/piece';
import type { Snapshot } from '../workspace/snapshot';
import { rangeOf, wireSourceOf } from './convert';
import { systemFor } from './render';

/** Which layer, slot and line each piece of a prompt came from that was really sent. */
export function locate(snapshot: Snapshot, params: LocateParams): LocateResult | RenderFailure {
  const system = systemFor(snapshot, params);
  if ('reason' in system) return system;
  const located = locateIn(maskedTexts(snapshot, system), params.text);
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
  const { selection } = located?.rendered ?? {};
  return {
    version: 1,
    key: system.key,
    system: system.id,
    scenario: selection?.scenario ?? null,
    label: selection?.label ?? '',
    select: selection?.axes ?? {},
    pieces,
  };
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
