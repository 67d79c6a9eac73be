import { bodyOf } from '../model/body';
import { fileOfValue, placeOf } from '../model/resolve';
import { holds } from '../model/selection';
import type { Location, Slot } from '../model/system';
import type { Value } from '../syntax/piece';
import { parseData } from '../syntax/yaml';
import { append } from './draft';
import { cutText } from './fit';
import { cutAndEscape, escapeText, type ShapeOptions, shapeValue } from './shape';
import { type RenderState, readFile, slotOf, varied } from './state';

/** A run of a slot's value, without its wrap. */
export interface ValueRun {
  readonly kind: 'value' | 'join' | 'wrap' | 'hole';
  readonly text: string;
  /** The nested slot that it comes from, when the value is assembled from slots. */
  readonly nested?: string;
  /** Path of the value: `skills[2]`. */
  readonly path: string;
  /** Where the text stands, when that is not the slot's tag: a file, a text in the manifest. */
  readonly source?: Location;
  /** The text stands there letter by letter. */
  readonly exact?: true;
  readonly removed?: 'cut';
  readonly limit?: string;
}

/** The value of a slot in one selection, shaped, without its wrap. */
export interface SlotText {
  readonly state: 'hole' | 'empty' | 'filled';
  readonly runs: readonly ValueRun[];
  /** Where the value comes from: `scenario "ask"`, `parts`, `default`, `sample`, `no value`, `when`. */
  readonly from: string;
  /** The value as data, when it comes from one place and nothing shapes it into text. */
  readonly data?: Value;
  /** The same as an engine gets it that walks into it: cut to its limit, without fields that are off. */
  readonly fitted?: Value;
}

/** Slots whose parts are slots whose parts are slots …: nobody writes more than a few. */
const DEEPEST = 50;

/** Pieces of which one value is assembled. With each part sent twice, fifty slots would make more than fit anywhere. */
const MOST_RUNS = 20_000;

const HOLE: SlotText = { state: 'hole', runs: [], from: 'no value' };

/** Resolved once for each slot and rendering: nothing about a value depends on where the slot stands. */
export function slotText(state: RenderState, name: string): SlotText {
  const known = state.values.get(name);
  if (known) return known;
  if (state.resolving.includes(name)) return { state: 'empty', runs: [], from: 'itself' };
  if (state.resolving.length === DEEPEST) {
    const { place } = slotOf(state, name);
    state.problems.push({ message: `${name} lies too deep in the parts of other slots, so it is left out.`, place });
    return { state: 'empty', runs: [], from: 'too deep' };
  }
  state.resolving.push(name);
  const value = resolveValue(state, slotOf(state, name));
  state.resolving.pop();
  state.values.set(name, value);
  return value;
}

/** Whether a slot's value is empty; a hole is not. */
export function isEmptySlot(state: RenderState, name: string): boolean {
  return slotText(state, name).state === 'empty';
}

function resolveValue(state: RenderState, slot: Slot): SlotText {
  const { entry, name } = slot;
  const { scenario, axes } = state.selection;
  if (!holds(entry.when, axes)) return { state: 'empty', runs: [], from: 'when' };
  if (state.overrides?.has(name)) return given(state, slot, state.overrides.get(name), 'changed here', ['slots', name]);
  const values = scenario === null ? undefined : state.system.entry.scenarios?.[scenario]?.values;
  if (values && Object.hasOwn(values, name))
    return given(state, slot, values[name], `scenario "${scenario}"`, [
      'scenarios',
      scenario as string,
      'values',
      name,
    ]);
  if (entry.parts) {
    const assembled = assembleParts(state, slot);
    if (assembled) return assembled;
  }
  if (entry.default !== undefined) return given(state, slot, entry.default, 'default', ['slots', name, 'default']);
  if (entry.sample !== undefined) return given(state, slot, entry.sample, 'sample', ['slots', name, 'sample']);
  return entry.parts ? { state: 'empty', runs: [], from: 'parts' } : HOLE;
}

/** A value that one place gives: as it stands, or from the file that it names. */
function given(state: RenderState, slot: Slot, written: unknown, from: string, path: readonly string[]): SlotText {
  const place = placeOf(state.system.manifest, [...state.system.path, ...path]);
  const read = readValue(state, slot, written, { place, from });
  if (read === undefined) return { ...HOLE, from: `${from} (its file cannot be read)` };
  const shaped = shapeValue(read.value, shapeOptions(state, slot));
  if (shaped.cut) state.cuts.push({ slot: slot.name, ...shaped.cut });
  const limit = shaped.cut ? `${shaped.cut.limit} ${shaped.cut.unit}` : undefined;
  let at = read.source?.span.start ?? 0;
  const runs = shaped.runs.map((run): ValueRun => {
    const start = at;
    at += run.text.length;
    return {
      kind: run.kind,
      text: run.text,
      path: slot.name + (run.path ?? ''),
      ...(read.source && slot.entry.expand ? placeOfRun(slot, read.source, { start, end: at }) : {}),
      ...(run.removed ? { removed: run.removed, ...(limit ? { limit } : {}) } : {}),
    };
  });
  const isEmpty = runs.every((run) => run.text === '' || run.removed);
  const fitted = shaped.data === undefined ? {} : { fitted: shaped.data };
  return { state: isEmpty ? 'empty' : 'filled', runs, from, data: read.value, ...fitted };
}

/** The place of a run in the file that the value was read from: its own stretch, unless escapes have moved the letters. */
function placeOfRun(slot: Slot, source: Location, span: Location['span']): Pick<ValueRun, 'source' | 'exact'> {
  return slot.entry.escape === undefined ? { source: { uri: source.uri, span }, exact: true } : { source };
}

function shapeOptions(state: RenderState, slot: Slot): ShapeOptions {
  return {
    entry: slot.entry,
    axes: state.selection.axes,
    item: varied(state, slot.entry, 'item'),
    join: varied(state, slot.entry, 'join'),
    max: varied(state, slot.entry, 'max'),
    trim: state.system.entry.trim === true,
    python: state.system.dialects[0]?.id === 'py-format',
    ...(state.measure ? { measure: state.measure } : {}),
  };
}

/**
 * The data of a value; `{ file: x }` is read from x, minus one final line break, and parsed for lists and JSON. What cannot
 * be parsed stops the program: half of it is no value.
 */
function readValue(
  state: RenderState,
  slot: Slot,
  written: unknown,
  { place, from }: { readonly place: Location; readonly from: string },
): { value: Value; source?: Location } | undefined {
  const path = fileOfValue(written);
  if (path === undefined) return { value: (written ?? null) as Value };
  const file = readFile(state, path, place);
  if (!file) return undefined;
  const structured = /\.(ya?ml|json)$/i.test(path) && (slot.type === 'list' || slot.type === 'json');
  if (!structured) {
    const text = file.text.replace(/\r?\n$/, '');
    return { value: text, source: { uri: file.uri, span: { start: 0, end: text.length } } };
  }
  const { value, faults } = parseData(file);
  const fault = faults[0];
  if (!fault) return { value: value as Value };
  state.problems.push({
    message: `${path} cannot be read as the value of \`${slot.name}\` (${from}), so the slot stays without a value: ${fault.message}`,
    place: { uri: file.uri, span: fault.span },
    inData: true,
    slot: slot.name,
  });
  return undefined;
}

/** A value that is itself assembled from files, texts and slots; undefined when no part holds or all are empty. */
function assembleParts(state: RenderState, slot: Slot): SlotText | undefined {
  const { axes } = state.selection;
  const join = varied(state, slot.entry, 'join') ?? '\n\n';
  const runs: ValueRun[] = [];
  (slot.entry.parts ?? []).forEach((part, i) => {
    if (!holds(part.when, axes)) return;
    if (part.unlessEmpty !== undefined && isEmptySlot(state, part.unlessEmpty)) return;
    const place = placeOf(state.system.manifest, [...state.system.path, 'slots', slot.name, 'parts', i]);
    const own = partRuns(state, slot, part, place);
    if (!own.some((run) => run.text !== '')) return;
    if (runs.length + own.length > MOST_RUNS) {
      state.problems.push({ message: `${slot.name} has too many parts; what goes beyond is left out.`, place });
      return;
    }
    if (runs.length > 0) runs.push({ kind: 'join', text: join, path: slot.name, source: place });
    append(runs, own);
  });
  if (runs.length === 0) return undefined;
  return { state: 'filled', runs: escapeRuns(slot, cutRuns(state, slot, runs)), from: 'parts' };
}

type SlotPart = NonNullable<Slot['entry']['parts']>[number];

function partRuns(state: RenderState, slot: Slot, part: SlotPart, place: Location): ValueRun[] {
  if (part.slot !== undefined) return nestedRuns(state, part.slot, place);
  const trim = state.system.entry.trim === true;
  if (part.file !== undefined) {
    const file = readFile(state, part.file, place);
    if (!file) return [];
    const body = bodyOf(file, trim);
    return [
      {
        kind: 'value',
        text: body.text.slice(body.span.start, body.span.end),
        path: slot.name,
        source: { uri: file.uri, span: body.span },
        exact: true,
      },
    ];
  }
  const text = part.text ?? '';
  return [{ kind: 'value', text: trim ? text.trim() : text, path: slot.name, source: place }];
}

/** The value of a nested slot with its own wrap. A nested hole stands as its name in braces, so that it can be seen. */
function nestedRuns(state: RenderState, name: string, place: Location): ValueRun[] {
  const value = slotText(state, name);
  if (value.state === 'empty') return [];
  if (value.state === 'hole') {
    state.holes.add(name);
    return [
      {
        kind: 'hole',
        text: state.system.dialects[0]?.print(name) ?? `{${name}}`,
        nested: name,
        path: name,
        source: place,
      },
    ];
  }
  const wrap = varied(state, slotOf(state, name).entry, 'wrap') ?? {};
  const own = value.runs.map((run): ValueRun => ({ ...run, nested: run.nested ?? name }));
  const round = (text: string | undefined): ValueRun[] =>
    text ? [{ kind: 'wrap', text, nested: name, path: name, source: place }] : [];
  return [...round(wrap.before), ...own, ...round(wrap.after)];
}

/** The limit of an assembled value: its first characters; what is over it is kept as removed. */
function cutRuns(state: RenderState, slot: Slot, runs: readonly ValueRun[]): readonly ValueRun[] {
  const max = varied(state, slot.entry, 'max');
  const text = runs.map((run) => (run.removed ? '' : run.text)).join('');
  const { cut } = cutAndEscape(text, { ...shapeOptions(state, slot), max });
  if (!cut) return runs;
  state.cuts.push({ slot: slot.name, ...cut });
  if (cut.refused) return runs;
  const kept =
    cut.unit === 'chars'
      ? cut.limit
      : (cutAndEscape(text, { ...shapeOptions(state, slot), entry: {} }).runs[0]?.text.length ?? 0);
  const limit = `${cut.limit} ${cut.unit}`;
  let left = kept;
  return runs.flatMap((run): ValueRun[] => {
    if (run.removed) return [run];
    const stays = cutText(run.text, left);
    left -= run.text.length;
    if (stays.length === run.text.length) return [run];
    const rest: ValueRun = { ...piece(run, stays.length, run.text.length), removed: 'cut', limit };
    return stays === '' ? [rest] : [piece(run, 0, stays.length), rest];
  });
}

/** The piece [from, to) of a run, with its piece of the source when the text stands there as it is. */
function piece(run: ValueRun, from: number, to: number): ValueRun {
  const text = run.text.slice(from, to);
  if (!run.exact || !run.source) return { ...run, text };
  const { uri, span } = run.source;
  return { ...run, text, source: { uri, span: { start: span.start + from, end: span.start + to } } };
}

/** An assembled value is escaped as a whole, after its limit: what is nested in it, and what joins it, is text of the value. */
function escapeRuns(slot: Slot, runs: readonly ValueRun[]): readonly ValueRun[] {
  const how = slot.entry.escape;
  if (how === undefined) return runs;
  return runs.map((run) => {
    if (run.removed || run.kind === 'hole') return run;
    const { exact: _exact, ...rest } = run;
    return { ...rest, text: escapeText(run.text, how) };
  });
}
