import type { Lookup } from '../model/lookup';
import { makeSlot } from '../model/resolve';
import type { Slot as SlotEntry } from '../model/schema';
import { holds, type Selection } from '../model/selection';
import type { Location, PromptSystem, Slot } from '../model/system';
import { walksOf } from '../model/walks';
import type { Value } from '../syntax/piece';
import type { SourceFile } from '../text/source';
import type { Draft, OpenAppearance, Stretch } from './draft';
import type { CutReport, RenderProblem } from './segment';
import type { SlotText } from './values';

/** What one rendering needs and collects. Made for one call of `render` and thrown away with it. */
export interface RenderState {
  readonly system: PromptSystem;
  readonly selection: Selection;
  readonly lookup: Lookup;
  /** Tokens of a text for limits in tokens; undefined while no vocabulary is loaded. */
  readonly measure: ((text: string) => number | undefined) | undefined;
  readonly appearances: OpenAppearance[];
  readonly stretches: Stretch[];
  readonly cuts: CutReport[];
  readonly problems: RenderProblem[];
  readonly holes: Set<string>;
  /** Characters that may still be sent. */
  readonly room: { characters: number };
  /** Addresses of files that have not been read yet. */
  readonly unread: Set<string>;
  /** Values by slot name, each resolved once. */
  readonly values: Map<string, SlotText>;
  /** Slots that stand in a text and that nobody declares, by name. */
  readonly undeclared: Map<string, Slot>;
  /** Slots being resolved right now, outermost first: a slot inside itself is empty. */
  readonly resolving: string[];
  /** Values that take the place of all that the manifest gives, by slot name. */
  readonly overrides: ReadonlyMap<string, Value> | undefined;
  /** Slots into whose values the texts walk; found out when it is first asked. */
  readonly walked: { slots?: ReadonlyMap<string, Location> };
}

/** No model reads so much. A few lines of a manifest can ask for far more: a large file sent a thousand times. */
const MOST_CHARACTERS = 12_000_000;

/** The state of a rendering that has not begun. */
export function newState(
  system: PromptSystem,
  selection: Selection,
  { lookup, measure, overrides }: Pick<RenderState, 'lookup' | 'measure' | 'overrides'>,
): RenderState {
  return {
    system,
    selection,
    lookup,
    measure,
    overrides,
    appearances: [],
    stretches: [],
    cuts: [],
    problems: [],
    holes: new Set(),
    unread: new Set(),
    room: { characters: MOST_CHARACTERS },
    values: new Map(),
    undeclared: new Map(),
    resolving: [],
    walked: {},
  };
}

/** Whether some text of the system goes into the value of a slot, so that an engine with data gets it as data, whatever shape the manifest gives it. */
export function isWalked(state: RenderState, name: string): boolean {
  state.walked.slots ??= walksOf(state.system, state.lookup);
  return state.walked.slots.has(name);
}

/** A slot by name; a name that nobody declares has no layer and no limits. */
export function slotOf(state: RenderState, name: string): Slot {
  const declared = state.system.slots.get(name) ?? state.undeclared.get(name);
  if (declared) return declared;
  const slot = makeSlot(name, null, {}, { uri: state.system.manifest.file.uri, span: { start: 0, end: 0 } });
  state.undeclared.set(name, slot);
  return slot;
}

/** Takes room for a text that is to be sent; without room it is left out, and a problem says so. */
export function takeRoom(state: RenderState, characters: number, place: Location): boolean {
  if (characters <= state.room.characters) {
    state.room.characters -= characters;
    return true;
  }
  const message = `The prompt has over ${MOST_CHARACTERS / 1_000_000} million characters here; what goes beyond is left out.`;
  if (!state.problems.some((problem) => problem.message === message)) state.problems.push({ message, place });
  return false;
}

type Varied = 'item' | 'join' | 'wrap' | 'max';

/** What a slot's entry says under `key`: the first variant that holds and says something, else the entry itself. */
export function varied<K extends Varied>(state: RenderState, entry: SlotEntry, key: K): SlotEntry[K] {
  const variant = entry.variants?.find((v) => v[key] !== undefined && holds(v.when, state.selection.axes));
  return variant ? (variant[key] as SlotEntry[K]) : entry[key];
}

/** Whether the manifest says that the program makes text of the value. */
export function isShaped(state: RenderState, entry: SlotEntry): boolean {
  if (varied(state, entry, 'wrap') || entry.escape || entry.type === 'json') return true;
  return varied(state, entry, 'item') !== undefined || varied(state, entry, 'join') !== undefined;
}

/** The file at a path of the manifest; what stopped it from being read is a problem of the rendering. */
export function readFile(state: RenderState, path: string, place: Location): SourceFile | undefined {
  const { uri, found } = state.lookup.find(state.system.manifest.file.uri, path);
  if (found.kind === 'file') return found.file;
  if (found.kind === 'pending') state.unread.add(uri);
  else state.problems.push({ message: `${path} ${WHY_NOT[found.kind]}, so its text is left out.`, place });
  return undefined;
}

const WHY_NOT = {
  missing: 'does not exist',
  folder: 'is a folder',
  outside: 'lies outside the workspace folder',
  unreadable: 'cannot be read',
} as const;

/** Records an appearance of a slot and returns its index, which its drafts carry. */
export function appear(state: RenderState, appearance: OpenAppearance): number {
  if (appearance.state === 'hole') state.holes.add(appearance.slot);
  return state.appearances.push(appearance) - 1;
}

/** A draft without text that holds the place of an appearance which renders to nothing, such as an empty slot. */
export const anchor = (appearance: number, layer: string | null, source: Location, slot: string): Draft => ({
  kind: 'value',
  text: '',
  layer,
  slot,
  source,
  appearance,
});
