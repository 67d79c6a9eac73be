import type { Lookup } from '../model/lookup';
import { holds, type Selection } from '../model/selection';
import type { PromptSystem } from '../model/system';
import type { Value } from '../syntax/piece';
import { assembleMessages, type OpenMessage } from './assemble';
import { addScopeLine, eachDraft, liftMarkers, splitBlocks } from './breakpoints';
import { divideMessages } from './divide';
import { isSent, sentText } from './draft';
import type { RegionAppearance, Rendered, SlotAppearance } from './segment';
import { newState, type RenderState } from './state';
import { stripLines } from './strip';

/** What a rendering needs from outside the system and its selection. */
export interface RenderOptions {
  readonly lookup: Lookup;
  /** Whether the model of the selection takes cache marks; without a model it is taken to. */
  readonly takesMarks: boolean;
  /** Tokens of a text, for limits in tokens; without it such limits cut nothing. */
  measure?(text: string): number | undefined;
  /** Values that take the place of what the scenario, parts, default or sample of a slot give. */
  readonly values?: ReadonlyMap<string, Value>;
}

/** The prompt of a system in one selection: what the model will read, with the origin of every piece. */
export function render(system: PromptSystem, selection: Selection, options: RenderOptions): Rendered {
  const { lookup, values: overrides } = options;
  const state = newState(system, selection, { lookup, measure: options.measure, overrides });
  const cache = system.entry.cache;
  const caching = cache !== undefined && options.takesMarks && holds(cache.when, selection.axes);
  const assembled = divideMessages(assembleMessages(state), system.division);
  liftMarkers(state, assembled);
  stripLines(state, assembled);
  addScopeLine(state, assembled, caching);
  const messages = assembled.filter((message) =>
    message.blocks.some((drafts) => drafts.some((draft) => draft.text !== '')),
  );
  const blocks = splitBlocks(state, messages, caching);
  return {
    system,
    selection,
    messages: messages.map((message, i) => ({
      role: message.role,
      conversation: message.conversation,
      blocks: blocks[i] ?? [],
    })),
    texts: messages.map((message) => sentText(message.blocks.flat())),
    appearances: placedAppearances(state, messages),
    regions: placedRegions(state, messages),
    holes: [...state.holes],
    cuts: uniqueCuts(state.cuts),
    problems: state.problems,
    pending: state.unread.size > 0,
    caching,
  };
}

/** Offsets of every appearance, read off the drafts that carry its index; text inside of it counts for it as well. */
function placedAppearances(state: RenderState, messages: readonly OpenMessage[]): SlotAppearance[] {
  const ranges: ({ message: number; start: number; end: number } | undefined)[] = state.appearances.map(
    () => undefined,
  );
  eachDraft(messages, (draft, message, offset) => {
    const end = offset + (isSent(draft) ? draft.text.length : 0);
    for (let i = draft.appearance; i !== undefined; i = state.appearances[i]?.parent) {
      const range = ranges[i];
      if (!range) ranges[i] = { message, start: offset, end };
      else if (range.message === message) range.end = Math.max(range.end, end);
    }
  });
  return state.appearances.flatMap((appearance, i): SlotAppearance[] => {
    const range = ranges[i];
    if (!range) return [];
    const { parent: _parent, ...rest } = appearance;
    return [{ message: range.message, start: range.start, end: range.end, ...rest }];
  });
}

function placedRegions(state: RenderState, messages: readonly OpenMessage[]): RegionAppearance[] {
  const ranges = new Map<number, { message: number; start: number; end: number }>();
  eachDraft(messages, (draft, message, offset) => {
    if (draft.stretch === undefined || !isSent(draft) || draft.text === '') return;
    const end = offset + draft.text.length;
    const range = ranges.get(draft.stretch);
    if (!range) ranges.set(draft.stretch, { message, start: offset, end });
    else range.end = end;
  });
  return [...ranges]
    .sort((a, b) => a[0] - b[0])
    .flatMap(([index, range]) => {
      const stretch = state.stretches[index];
      return stretch ? [{ layer: stretch.layer, place: stretch.place, ...range }] : [];
    });
}

function uniqueCuts(cuts: Rendered['cuts']): Rendered['cuts'] {
  return [...new Map(cuts.map((cut) => [cut.slot, cut])).values()];
}
