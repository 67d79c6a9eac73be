import { type InlayHint, InlayHintKind, type Range } from 'vscode-languageserver-types';
import type { Layer } from '../model/system';
import { limitOf } from '../render/layerLimit';
import { Kept } from '../text/kept';
import type { SourceFile } from '../text/source';
import type { Snapshot } from '../workspace/snapshot';
import type { Tokens } from '../workspace/tokens';
import { offsetOf, positionOf } from './convert';
import { amount, labelled } from './costs/amounts';
import { markStandings } from './costs/cacheMarks';
import { economicsOf, partOf } from './costs/economics';
import { cacheWords, idleWords, moneyWords, worstWords } from './costs/economicsWords';
import { type CountStretches, countedText } from './costs/sections';
import { costWords } from './costs/tokenWords';
import { paragraphs, plain } from './markdown';
import { offRegions, offWords } from './places/offRegions';
import { type PartPlace, partPlaces, placesSentence } from './places/partPlaces';
import { type LayerStart, layerStarts } from './places/subject';
import { type View, viewsOf } from './view';

/** One hint before it becomes protocol data; the whole list is made once and then cut to the range that is asked for. */
export interface Hint {
  readonly offset: number;
  readonly label: string;
  readonly tooltip: string;
  readonly side: 'before' | 'after';
}

const made = new Kept<Snapshot, Map<string, readonly Hint[]>>();

export function inlayHints(snapshot: Snapshot, uri: string, range: Range, count: CountStretches): readonly InlayHint[] {
  const file = snapshot.file(uri);
  if (!file) return [];
  const from = offsetOf(file, range.start);
  const to = offsetOf(file, range.end);
  return hintsOf(snapshot, uri, count)
    .filter((hint) => hint.offset >= from && hint.offset <= to)
    .map((hint) => ({
      position: positionOf(file, hint.offset),
      label: hint.label,
      kind: InlayHintKind.Type,
      tooltip: { kind: 'markdown', value: hint.tooltip },
      paddingLeft: hint.side === 'after',
      // What stands behind it on the line must not read as a part of it.
      paddingRight: hint.side === 'before' || /^[^\s.,:;!?)]/.test(file.text.slice(hint.offset, hint.offset + 1)),
    }));
}

/**
 * All hints of a file: the cost of each layer where its text begins, of a layer of slots behind its last slot, and of the
 * cached prefix at the breakpoint. A file of no system shows what each of its top headings costs.
 */
export function hintsOf(snapshot: Snapshot, uri: string, count: CountStretches): readonly Hint[] {
  let known = made.get(snapshot);
  if (!known) {
    known = new Map();
    made.set(snapshot, known);
  }
  let hints = known.get(uri);
  if (!hints) {
    const file = snapshot.file(uri);
    const views = file ? viewsOf(snapshot, uri) : [];
    if (file && views.length > 0) {
      // A file of strings may have as many views as strings: what is the same for all of them is worked out once.
      const facts = { starts: layerStarts(snapshot, uri), places: partPlaces(snapshot, uri) };
      hints = views.flatMap(({ view }) => systemHints(snapshot, view, file, facts)).sort((a, b) => a.offset - b.offset);
    } else hints = file ? sectionHints(snapshot, uri, count) : [];
    known.set(uri, hints);
  }
  return hints;
}

interface FileFacts {
  readonly starts: readonly LayerStart[];
  readonly places: readonly PartPlace[];
}

function systemHints(snapshot: Snapshot, view: View, file: SourceFile, facts: FileFacts): readonly Hint[] {
  if (view.system.manifest.file.uri === file.uri && view.system.manifest.kind === 'manifest') return [];
  const shown = new Set<string>();
  const hints = [
    ...textHints(view, file, shown),
    ...slotHints(view, file, shown),
    ...offHints(snapshot, view, file, facts),
    ...cacheHints(snapshot, view, file),
  ];
  const places = placesSentence(snapshot, file.uri, view.system, facts.places);
  const told =
    places === undefined ? hints : hints.map((hint) => ({ ...hint, tooltip: paragraphs([hint.tooltip, places]) }));
  return told;
}

/** For each layer that has text of its own in this file: where that text begins. */
function textHints(view: View, file: SourceFile, shown: Set<string>): Hint[] {
  const hints: Hint[] = [];
  for (const message of view.rendered.messages) {
    for (const block of message.blocks) {
      for (const segment of block.segments) {
        if (segment.kind !== 'literal' || segment.source.uri !== file.uri || segment.removed) continue;
        const layer = view.system.layers.find((l) => l.id === segment.layer);
        if (!layer || shown.has(layer.id)) continue;
        const offset = firstVisible(file.text, segment.source.span.start, segment.source.span.end);
        if (offset === undefined) continue;
        shown.add(layer.id);
        hints.push(layerHint(view, layer, offset, 'before'));
      }
    }
  }
  return hints;
}

/** Where a region begins that stands in a branch which is not taken. */
const offHints = (snapshot: Snapshot, view: View, file: SourceFile, { starts }: FileFacts): Hint[] =>
  offRegions(snapshot, view, file.uri, starts).map((region) => ({
    offset: region.start,
    side: 'before',
    label: `${region.layer.id} · off`,
    tooltip: paragraphs([`**${plain(region.layer.title)}**`, offWords(view, region)]),
  }));

/** Behind the last slot of each layer of slots. */
function slotHints(view: View, file: SourceFile, shown: ReadonlySet<string>): Hint[] {
  const last = new Map<string, { layer: Layer; offset: number }>();
  for (const appearance of view.rendered.appearances) {
    if (appearance.place.uri !== file.uri || appearance.state === 'marker' || !appearance.use) continue;
    const layer = view.system.slots.get(appearance.slot)?.layer;
    if (!layer || shown.has(layer.id)) continue;
    const offset = appearance.place.span.end;
    if (offset > (last.get(layer.id)?.offset ?? -1)) last.set(layer.id, { layer, offset });
  }
  return [...last.values()].map(({ layer, offset }) => layerHint(view, layer, offset, 'after'));
}

const NOTHING: Tokens = { tokens: 0, low: 0, high: 0, exact: true, pending: false };

function layerHint(view: View, layer: Layer, offset: number, side: Hint['side']): Hint {
  const tokens = view.tokens.layers.get(layer.id) ?? NOTHING;
  const hole = hasHole(view, layer.id);
  return {
    offset,
    side,
    label: labelled(layer.id, tokens, { max: limitOf(layer, view.rendered)?.tokens, hole }),
    tooltip: costWords(view, layer.title, tokens, { layer, hole, more: [worstWords(view, layer.id)] }),
  };
}

/** Whether a slot whose value would be text of the layer has none. */
export function hasHole(view: View, layer: string): boolean {
  return view.rendered.appearances.some((a) => a.state === 'hole' && a.layer === layer);
}

/** Where each cached prefix ends, when that is in this file. */
function cacheHints(snapshot: Snapshot, view: View, file: SourceFile): Hint[] {
  const hints: Hint[] = [];
  const more = (): readonly (string | undefined)[] => [cacheWords(snapshot, view), moneyWords(snapshot, view)];
  const standings = markStandings(view);
  let sum = 0;
  view.rendered.messages.forEach((message, i) => {
    message.blocks.forEach((block, j) => {
      sum += (view.tokens.segments[i]?.[j] ?? []).reduce((a, b) => a + b, 0);
      if (!block.cached || !block.mark) return;
      const offset = endOfBlock(view, file, block);
      if (offset === undefined) return;
      const prefix = partOf(view.tokens.total, sum);
      const idle = idleWords(snapshot, view, sum);
      const { far, refused } = standings.get(block.mark) ?? {};
      const title = idle === undefined ? 'Cached up to here' : `Marked up to here, but nothing is cached: ${idle}`;
      hints.push({
        offset,
        side: 'after',
        label: idle === undefined ? `cache ends: ${amount(prefix)}` : `marked ${amount(prefix)}, ${idle}`,
        tooltip: costWords(view, `${title} (${block.mark.name})`, prefix, {
          more: [far, refused].map(sentence).concat(more()),
        }),
      });
    });
  });
  return hints.length > 0 ? hints : automaticHint(snapshot, view, file, more);
}

const sentence = (words: string | undefined): string | undefined =>
  words && `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/** For a provider that finds the prefix itself: the first slot that changes with a call, when enough stands before it. */
function automaticHint(
  snapshot: Snapshot,
  view: View,
  file: SourceFile,
  more: () => readonly (string | undefined)[],
): Hint[] {
  const { cache, stable } = economicsOf(snapshot, view);
  const end = stable?.end;
  if (!cache?.automatic || cache.kept.tokens === 0 || end?.place.uri !== file.uri) return [];
  return [
    {
      offset: end.place.span.start,
      side: 'before',
      label: `cache ends: ${amount(cache.kept)}`,
      tooltip: costWords(view, `Cached up to here (before ${end.slot})`, cache.kept, { more: more() }),
    },
  ];
}

function endOfBlock(
  view: View,
  file: SourceFile,
  block: View['rendered']['messages'][number]['blocks'][number],
): number | undefined {
  const declared = view.system.entry.cache?.breakpoints?.[block.mark?.index ?? -1];
  if (typeof declared === 'object' && declared.slot !== undefined) {
    const marker = view.rendered.appearances.find(
      (a) => a.state === 'marker' && a.slot === declared.slot && a.place.uri === file.uri,
    );
    if (marker) return marker.place.span.end;
  }
  const last = block.segments.findLast((s) => !s.removed && s.text !== '');
  return last && last.source.uri === file.uri ? last.source.span.end : undefined;
}

function firstVisible(text: string, start: number, end: number): number | undefined {
  let at = start;
  while (at < end && text.charCodeAt(at) <= 32) at++;
  return at < end ? at : undefined;
}

/** For a template of no system: the cost of each of its top sections, or of the whole when it has none. */
function sectionHints(snapshot: Snapshot, uri: string, count: CountStretches): readonly Hint[] {
  const counted = countedText(snapshot, uri, count);
  if (!counted || counted.total.tokens === 0) return [];
  const tops = counted.sections.filter((section) => section.isTop);
  const tooltip = 'No strata.yaml names this file, so its model is not known: counted with `o200k_base`.';
  if (tops.length === 0) return [{ offset: counted.bodyStart, side: 'before', label: amount(counted.total), tooltip }];
  return tops.map(({ heading, tokens }) => ({
    offset: heading.line.end,
    side: 'after',
    label: amount(tokens),
    tooltip,
  }));
}
