// Which places of a message stand in the order of the layers, and which do not.
import type { LayerPlace } from './moves/moveLayer';

/** The longest run of places whose layers never go back, by patience sorting. */
export function longestRun(places: readonly LayerPlace[]): ReadonlySet<LayerPlace> {
  const tails: number[] = [];
  const before: number[] = [];
  places.forEach((place, i) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[tails[middle] as number] as LayerPlace).layer <= place.layer) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? (tails[low - 1] as number) : -1;
    tails[low] = i;
  });
  const run = new Set<LayerPlace>();
  for (let i = tails.at(-1) ?? -1; i >= 0; i = before[i] as number) run.add(places[i] as LayerPlace);
  return run;
}

/** Regions of a layer that another layer parts from an earlier one: written twice, rather than the others misplaced. */
export function beginningAgain(places: readonly LayerPlace[]): ReadonlySet<LayerPlace> {
  const begun = new Set<number>();
  const again = new Set<LayerPlace>();
  places.forEach((place, i) => {
    if (place.slot !== undefined) return;
    if (begun.has(place.layer) && places[i - 1]?.layer !== place.layer) again.add(place);
    begun.add(place.layer);
  });
  return again;
}

/** A run with the other places that go with it: not before a layer that it should follow, nor behind a later one. */
export function withThoseThatFit(places: readonly LayerPlace[], run: ReadonlySet<LayerPlace>): ReadonlySet<LayerPlace> {
  const next: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let i = places.length - 1; i >= 0; i--) {
    next[i] = least;
    const place = places[i] as LayerPlace;
    if (run.has(place)) least = place.layer;
  }
  const kept = new Set<LayerPlace>();
  let most = -1;
  places.forEach((place, i) => {
    if (!run.has(place) && (place.layer < most || place.layer > (next[i] ?? least))) return;
    kept.add(place);
    most = place.layer;
  });
  return kept;
}
