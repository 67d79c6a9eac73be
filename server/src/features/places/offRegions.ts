// Regions of a text that a selection leaves out, because they stand in a branch that it does not take, or in lines that
// the program takes out before it sends the text.
import type { Layer } from '../../model/system';
import type { Segment } from '../../render/segment';
import type { Span } from '../../text/span';
import type { Snapshot } from '../../workspace/snapshot';
import type { View } from '../view';
import { type LayerStart, layerStarts } from './subject';

/** A region whose first line is not sent. */
export interface OffRegion {
  readonly layer: Layer;
  /** Where the line stands that begins it. */
  readonly start: number;
  /** The branch ends before the region does: what stands behind it is sent, as text of the same layer. */
  readonly goesOn: boolean;
  /** The line that begins it is rendered, and is one of those that `strip` takes out. */
  readonly stripped: boolean;
}

/**
 * The regions of a file that begin in a branch which what a view shows does not take. `all`: the starts of all regions of
 * the file, for those who ask about several views of it.
 */
export function offRegions(
  snapshot: Snapshot,
  view: View,
  uri: string,
  all: readonly LayerStart[] = layerStarts(snapshot, uri),
): readonly OffRegion[] {
  const { system, rendered } = view;
  const starts = all.filter((one) => one.system.key === system.key);
  if (starts.length === 0) return [];
  const begun = openersIn(view, uri, starts, ({ removed }) => removed === undefined);
  const stripped = openersIn(view, uri, starts, ({ removed }) => removed === 'strip');
  const sent = new Set(
    rendered.regions.flatMap(({ place, message, start, end }) =>
      place.uri === uri && rendered.texts[message]?.slice(start, end).trim() !== '' ? [place.span.start] : [],
    ),
  );
  return starts.flatMap(({ layer, opener: { start } }) =>
    begun.has(start) ? [] : [{ layer, start, goesOn: sent.has(start), stripped: stripped.has(start) }],
  );
}

/** Where the first lines begin of which something stands in such segments: in those that are sent, or taken out. */
function openersIn(
  { rendered }: View,
  uri: string,
  starts: readonly LayerStart[],
  isOne: (segment: Segment) => boolean,
): ReadonlySet<number> {
  const openers = starts.map(({ opener }) => opener).sort((a, b) => a.start - b.start);
  const begun = new Set<number>();
  for (const { blocks } of rendered.messages)
    for (const { segments } of blocks)
      for (const segment of segments) {
        const { source, text } = segment;
        if (source.uri !== uri || !isOne(segment) || text.trim() === '') continue;
        for (let i = firstEndingBehind(openers, source.span.start); i < openers.length; i++) {
          const opener = openers[i] as Span;
          if (opener.start >= source.span.end) break;
          begun.add(opener.start);
        }
      }
  return begun;
}

/** Of spans in order, none of which lies in another. */
function firstEndingBehind(spans: readonly Span[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Span).end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Why it is off, in a sentence or two. */
export function offWords({ selection }: View, { goesOn, stripped }: Pick<OffRegion, 'goesOn' | 'stripped'>): string {
  const shown = selection.label === '' ? 'with the values that are shown' : `in ${selection.label}`;
  if (stripped)
    return `Not sent ${shown}: the program takes these lines out before it sends the text, as \`strip\` says.`;
  return goesOn
    ? `Off ${shown}: it begins in a branch that is not taken. What stands behind that branch is sent all the same, as text of this layer.`
    : `Off ${shown}: it stands in a branch that is not taken, so nothing of it is sent.`;
}
