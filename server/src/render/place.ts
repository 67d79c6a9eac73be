import { placeOf } from '../model/resolve';
import { holds } from '../model/selection';
import type { Location, Slot } from '../model/system';
import type { SlotUse } from '../syntax/tree';
import type { Draft } from './draft';
import { anchor, appear, type RenderState, slotOf, takeRoom, varied } from './state';
import { type SlotText, slotText, type ValueRun } from './values';

/** Where a slot is put: in a text, or as a part of its own. */
export interface Spot {
  readonly place: Location;
  readonly use?: SlotUse;
  /** Layer of the text in which it stands; null for a part without layer. */
  readonly textLayer: string | null;
  readonly inRegion: boolean;
  readonly stretch?: number;
  /** The expanded value in which it stands. */
  readonly parent?: number;
}

/** Layer that a slot's value belongs to: the one that lists it, else that of the text round it. */
function layerOfValue(slot: Slot, spot: Spot): string | null {
  return slot.layer?.id ?? spot.textLayer;
}

/**
 * The drafts of one slot: wrap, value, wrap; a hole as it is `written`; an anchor when it is empty. `made`: what the
 * engine made of the value, when it printed something else.
 */
export function placeSlot(
  state: RenderState,
  name: string,
  spot: Spot,
  written: string,
  made?: { readonly text: string; readonly origins: readonly string[]; readonly fromData: boolean },
): Draft[] {
  const slot = slotOf(state, name);
  const layer = layerOfValue(slot, spot);
  const isMarker = state.system.markerSlots.has(name);
  const value: SlotText = isMarker ? { state: 'empty', runs: [], from: 'marker' } : slotText(state, name);
  if (!takeRoom(state, SLOT + lengthOf(value), spot.place)) return [];
  const redact = spot.use && !isMarker && !made && value.state === 'filled' ? slot.entry.redact : undefined;
  const isRedacted = redact !== undefined && holds(redact.when, state.selection.axes);
  const index = appear(state, {
    slot: name,
    place: spot.place,
    ...(spot.use ? { use: spot.use } : {}),
    textLayer: spot.textLayer,
    inRegion: spot.inRegion,
    layer,
    state: isMarker ? 'marker' : value.state,
    from: value.from,
    ...(isRedacted ? { redacted: true } : {}),
    ...(made?.fromData ? { fromData: true } : {}),
    ...(spot.parent === undefined
      ? {}
      : { parent: spot.parent, within: state.appearances[spot.parent]?.slot as string }),
  });
  const common = {
    layer,
    slot: name,
    appearance: index,
    ...(spot.stretch === undefined ? {} : { stretch: spot.stretch }),
  };
  if (made && !isMarker)
    return [{ kind: 'value', text: made.text, origins: made.origins, source: spot.place, ...common }];
  if (value.state === 'hole') return [{ kind: 'hole', text: written, source: spot.place, ...common }];
  if (value.state === 'empty')
    return [{ ...anchor(index, layer, spot.place, name), ...common }, ...removedRuns(value, common, spot)];
  const inner = isRedacted
    ? [{ kind: 'redacted' as const, text: redact.text, source: spot.place, ...common, ...sentElsewhere(state, name) }]
    : value.runs.map((run) => draftOfRun(state, run, common, spot));
  return [...wrapDraft(state, slot, 'before', common), ...inner, ...wrapDraft(state, slot, 'after', common)];
}

/** A slot takes so much room by itself, in characters: an empty one is work as well. */
const SLOT = 1000;

const lengthOf = (value: SlotText): number => value.runs.reduce((sum, run) => sum + run.text.length, 0);

/**
 * What the drafts of one value share. It is spread behind the other keys: V8 makes a new hidden class for every object
 * that begins as a copy and then gets more keys, which is slow and is freed late.
 */
type Common = Pick<Draft, 'layer' | 'appearance' | 'stretch'> & { readonly slot: string };

function removedRuns(value: SlotText, common: Common, spot: Spot): Draft[] {
  return value.runs
    .filter((run) => run.removed && run.text !== '')
    .map((run) => ({
      kind: 'value',
      text: run.text,
      source: run.source ?? spot.place,
      removed: 'cut',
      ...common,
      ...(run.limit ? { limit: run.limit } : {}),
    }));
}

/** A run of the value. A nested slot belongs to the outer slot's layer unless a layer lists it. */
function draftOfRun(state: RenderState, run: ValueRun, common: Common, spot: Spot): Draft {
  const nested = run.nested === undefined ? undefined : slotOf(state, run.nested);
  return {
    kind: run.kind,
    text: run.text,
    source: run.source ?? spot.place,
    ...common,
    ...(nested ? { slot: nested.name, within: common.slot, layer: nested.layer?.id ?? common.layer } : {}),
    ...(run.kind === 'value' ? { origins: [run.path] } : {}),
    ...(run.exact ? { exact: run.exact } : {}),
    ...(run.removed ? { removed: run.removed } : {}),
    ...(run.limit ? { limit: run.limit } : {}),
  };
}

function wrapDraft(state: RenderState, slot: Slot, side: 'before' | 'after', common: Common): Draft[] {
  const text = varied(state, slot.entry, 'wrap')?.[side];
  if (!text) return [];
  const variant =
    slot.entry.variants?.findIndex((v) => v.wrap !== undefined && holds(v.when, state.selection.axes)) ?? -1;
  const path = variant >= 0 ? ['variants', variant, 'wrap', side] : ['wrap', side];
  return [
    {
      kind: 'wrap',
      text,
      source: placeOf(state.system.manifest, [...state.system.path, 'slots', slot.name, ...path]),
      ...common,
    },
  ];
}

/** The slot part that sends a value which the text only names. */
function sentElsewhere(state: RenderState, name: string): { sentAt?: Location } {
  const part = state.system.parts.find((p) => p.entry.slot === name && holds(p.entry.when, state.selection.axes));
  return part ? { sentAt: part.place } : {};
}
