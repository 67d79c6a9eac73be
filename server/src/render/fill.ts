import { bodyOf, treeOf } from '../model/body';
import { regionsIn } from '../model/fileRegions';
import { resolveInclude } from '../model/includes';
import { type Region, regionsOf } from '../model/regions';
import type { Location } from '../model/system';
import type { Dialect } from '../syntax/dialects/dialect';
import type { FillContext, Filled, Value } from '../syntax/piece';
import type { SlotUse, TemplateTree } from '../syntax/tree';
import type { SourceFile } from '../text/source';
import type { Span } from '../text/span';
import { append, type Draft, sentText } from './draft';
import { hideNested } from './nested';
import { placeSlot } from './place';
import { PassInput, pour } from './pour';
import { isShaped, isWalked, type RenderState, slotOf, varied } from './state';
import { slotText } from './values';

/** A text that the program fills: the body of a file, or a text that stands in the manifest. */
export interface Source {
  readonly uri: string;
  /** Its offsets are offsets of the file at `uri`; what stands before `start` is blank. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly file?: SourceFile;
  readonly trim: boolean;
}

export function fileSource(file: SourceFile, trim: boolean): Source {
  const body = bodyOf(file, trim);
  return { uri: file.uri, text: body.text, start: body.span.start, end: body.span.end, file, trim };
}

/** A text of the manifest. Its offsets are exact when it stands there as it is, without escapes. */
export function manifestSource(state: RenderState, text: string, place: Location): Source {
  const written = state.system.manifest.file.text.slice(place.span.start, place.span.end).indexOf(text);
  const start = place.span.start + Math.max(0, written);
  return { uri: place.uri, text: ' '.repeat(start) + text, start, end: start + text.length, trim: false };
}

/** The scan of a source: kept with a file, made anew for a text of the manifest. */
export function scanSource(source: Source, dialect: Dialect): TemplateTree {
  return source.file ? treeOf(source.file, source.trim, dialect) : dialect.scan(source.text, source.start);
}

/** Fills one source: composes what expands, then one pass for each dialect. */
export function fillSource(state: RenderState, source: Source, layer: string | null): Draft[] {
  let drafts = literalDrafts(state, source, layer);
  const [first, ...later] = state.system.dialects;
  if (!first) return drafts;
  const tree = scanSource(source, first);
  const expanding = tree.slots.filter((use) => use.role === 'value' && slotOf(state, use.name).entry.expand === true);
  if (expanding.length > 0) {
    drafts = pass(state, 0, expandSlots(state, new PassInput(drafts, source.start), source.start, expanding));
  } else {
    const filled = first.fill(tree, contextFor(state, first, source.uri), state.system.options);
    drafts = settle(state, filled, new PassInput(drafts, source.start), tree, { index: 0, from: source.start });
  }
  for (const i of later.keys()) drafts = pass(state, i + 1, drafts);
  return drafts;
}

/** Fills a value that a part sends and that is template text itself: its slots are filled, the value is not read again. */
export function fillValue(state: RenderState, drafts: readonly Draft[]): Draft[] {
  let filled = [...drafts];
  for (const i of state.system.dialects.keys()) filled = pass(state, i, filled);
  return filled;
}

/** The source as literal text, cut where another layer's region begins. */
function literalDrafts(state: RenderState, source: Source, layer: string | null): Draft[] {
  if (source.end <= source.start) return [];
  const draft = (start: number, end: number, id: string, stretch?: number): Draft => ({
    kind: 'literal',
    text: source.text.slice(start, end),
    layer: id,
    source: { uri: source.uri, span: { start, end } },
    ...(stretch === undefined ? {} : { stretch }),
  });
  const open = (id: string, region: Pick<Region, 'start' | 'opener'>): number =>
    state.stretches.push({
      layer: id,
      place: { uri: source.uri, span: region.opener ?? { start: region.start, end: region.start } },
    }) - 1;
  // A part with a layer of its own is one stretch of that layer.
  if (layer !== null) return [draft(source.start, source.end, layer, open(layer, source))];
  return regionsOfSource(state, source).map((region) =>
    draft(region.start, region.end, region.layer, region.opener ? open(region.layer, region) : undefined),
  );
}

/** The regions of a source: kept with a file, which is sent in many selections. */
function regionsOfSource({ system }: RenderState, { text, start, file, trim }: Source): readonly Region[] {
  return file && trim === (system.entry.trim === true)
    ? regionsIn(system, file)
    : regionsOf(text, start, system.layers, system.base.id);
}

/** Step 4: every slot with `expand` that the author wrote is replaced by its value; what comes out is the source. */
function expandSlots(state: RenderState, input: PassInput, from: number, expanding: readonly SlotUse[]): Draft[] {
  const out: Draft[] = [];
  let at = from;
  for (const use of expanding) {
    append(out, input.under(at, use.span.start));
    const under = input.under(use.span.start, use.span.end);
    const first = under[0];
    at = use.span.end;
    if (!first) continue;
    const spot = {
      place: {
        uri: first.source.uri,
        span: { start: first.source.span.start, end: first.source.span.start + (use.span.end - use.span.start) },
      },
      use,
      textLayer: first.layer,
      inRegion: first.stretch !== undefined,
      ...(first.stretch === undefined ? {} : { stretch: first.stretch }),
    };
    append(out, placeSlot(state, use.name, spot, under.map((draft) => draft.text).join('')));
  }
  append(out, input.under(at, input.end));
  return out;
}

/**
 * One pass over what an earlier step made, values included; the first does not read the values of slots among the parts of
 * an expanded one. A slot that `expand` put there is not expanded again.
 */
function pass(state: RenderState, index: number, drafts: readonly Draft[]): Draft[] {
  const dialect = state.system.dialects[index];
  if (!dialect) return [...drafts];
  // What an earlier pass made of several texts looks its includes up beside the first of them.
  const uri = drafts[0]?.source.uri ?? state.system.manifest.file.uri;
  const { text, restore } = index === 0 ? hideNested(state, drafts) : { text: sentText(drafts), restore: undefined };
  const tree = dialect.scan(text);
  const filled = dialect.fill(tree, contextFor(state, dialect, uri), state.system.options);
  const pieces = restore ? filled.pieces.map((piece) => ({ ...piece, text: restore(piece.text) })) : filled.pieces;
  return settle(state, { ...filled, pieces }, new PassInput(drafts, 0), tree, { index, from: 0 });
}

function settle(
  state: RenderState,
  filled: Filled,
  input: PassInput,
  tree: TemplateTree,
  { index, from }: { index: number; from: number },
): Draft[] {
  const { stopped, gaps = [] } = filled;
  if (stopped) {
    const engine = stopped.engine === undefined ? {} : { engine: stopped.engine };
    const which = index > 0 ? { pass: index + 1 } : {};
    state.problems.push({
      message: stopped.message,
      place: placeOfProblem(state, input, stopped),
      ...engine,
      ...(stopped.hole === undefined ? {} : { hole: stopped.hole }),
      ...(stopped.refusal === undefined ? {} : { refusal: stopped.refusal }),
      ...which,
    });
  }
  for (const gap of gaps)
    state.problems.push({
      message: gap.message,
      place: placeOfProblem(state, input, gap),
      gap: true,
      ...(gap.refusal === undefined ? {} : { refusal: gap.refusal }),
    });
  const uses = new Map(tree.slots.filter((use) => use.role === 'value').map((use) => [use.span.start, use] as const));
  return pour(state, input, withoutHeads(state, filled.pieces, from), uses);
}

/** Where the engine stopped, or what only the program can fill: in an included text, or under a span of the pass. */
function placeOfProblem(
  state: RenderState,
  input: PassInput,
  problem: { readonly span: Span; readonly file?: string },
): Location {
  const { span, file } = problem;
  if (file !== undefined) return { uri: file, span };
  const under = input.under(span.start, Math.max(span.end, span.start + 1))[0];
  return under?.source ?? { uri: state.system.manifest.file.uri, span: { start: 0, end: 0 } };
}

type Piece = Filled['pieces'][number];

/** The blanked head of a file is no text: neither that of the text itself nor that of one that it includes. */
function withoutHeads(state: RenderState, pieces: readonly Piece[], from: number): readonly Piece[] {
  const starts = new Map<string | undefined, number>([[undefined, from]]);
  const startOf = (uri: string | undefined): number => {
    let start = starts.get(uri);
    if (start === undefined) {
      const found = state.lookup.at(uri ?? '');
      start = found.kind === 'file' ? bodyOf(found.file, false).span.start : 0;
      starts.set(uri, start);
    }
    return start;
  };
  if (from === 0 && pieces.every(({ file }) => startOf(file) === 0)) return pieces;
  return pieces.flatMap((piece) => startingAt(piece, startOf(piece.file)));
}

/** A literal that begins in the blanked head, cut to the body; nothing when it ends there. */
function startingAt(piece: Piece, from: number): readonly Piece[] {
  if (piece.kind !== 'literal' || piece.span.start >= from) return [piece];
  if (piece.span.end <= from) return [];
  const over = from - piece.span.start;
  return [{ ...piece, text: piece.text.slice(over), span: { start: from, end: piece.span.end } }];
}

/** What a dialect may know of the slots while it fills. */
function contextFor(state: RenderState, dialect: Dialect, uri: string): FillContext {
  const { system, selection } = state;
  const values = selection.scenario === null ? undefined : system.entry.scenarios?.[selection.scenario]?.values;
  const known = (name: string): boolean =>
    system.slots.size === 0 ||
    system.slots.has(name) ||
    system.markerSlots.has(name) ||
    (values !== undefined && Object.hasOwn(values, name));
  return {
    known,
    value(name) {
      if (system.markerSlots.has(name)) return '';
      if (!known(name)) return undefined;
      if (slotText(state, name).state === 'hole') return undefined;
      return dataFor(state, dialect, name) ?? textOf(state, name);
    },
    include(path, from) {
      const { file, pending, tried } = resolveInclude(system, state.lookup, dialect, path, from ?? uri);
      if (pending) state.unread.add(tried.at(-1) ?? path);
      return file && { uri: file.uri, tree: treeOf(file, false, dialect) };
    },
  };
}

/** The value as data, for engines that have use for it and slots that the program does not turn into text itself. */
function dataFor(state: RenderState, dialect: Dialect, name: string): Value | undefined {
  if (dialect.values === 'text') return undefined;
  const { data, fitted } = slotText(state, name);
  const { entry } = slotOf(state, name);
  if (data === undefined || data === null || typeof data === 'string') return undefined;
  const isText =
    isShaped(state, entry) || (typeof data === 'object' && dialect.values === 'scalars' && entry.type !== undefined);
  if (isText && !isWalked(state, name)) return undefined;
  return fitted ?? data;
}

/** The whole text of a slot: wrap, value, wrap, as `placeSlot` puts it. */
function textOf(state: RenderState, name: string): string {
  const value = slotText(state, name);
  if (value.state === 'empty') return '';
  const wrap = varied(state, slotOf(state, name).entry, 'wrap') ?? {};
  return (wrap.before ?? '') + value.runs.map((run) => (run.removed ? '' : run.text)).join('') + (wrap.after ?? '');
}
