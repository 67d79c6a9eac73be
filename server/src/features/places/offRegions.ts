// Regions of a text that a selection leaves out, because they stand in a branch that it does not take.
import type { Layer } from '../../model/system';
import type { Snapshot } from '../../workspace/snapshot';
import type { View } from '../view';
import { type LayerStart, layerStarts } from './subject';

/** A region of which nothing is sent. */
export interface OffRegion {
  readonly layer: Layer;
  /** Where the line stands that begins it. */
  readonly start: number;
}

/**
 * The regions of a file of which nothing but white space is left in what a view shows. `all`: the starts of all regions of
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
  const sent = new Set(
    rendered.regions.flatMap(({ place, message, start, end }) =>
      place.uri === uri && rendered.texts[message]?.slice(start, end).trim() !== '' ? [place.span.start] : [],
    ),
  );
  return starts.flatMap(({ layer, opener }) => (sent.has(opener.start) ? [] : [{ layer, start: opener.start }]));
}

/** Why nothing of it is sent, as a sentence. */
export function offWords({ selection }: View): string {
  const shown = selection.label === '' ? 'with the values that are shown' : `in ${selection.label}`;
  return `Off ${shown}: it stands in a branch that is not taken, so nothing of it is sent.`;
}
