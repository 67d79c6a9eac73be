import type { Snapshot } from '../workspace/snapshot';
import { codeLenses } from './codeLens';
import type { CountStretches } from './costs/sections';
import { hintsOf } from './inlayHints';

/**
 * For each kind of answer that an editor keeps, a text that changes when the answer for a file would. Compared before
 * the editor is asked to ask again, since a refresh makes it ask for every visible file.
 */
export const refreshKeys = {
  diagnostics: (snapshot: Snapshot, uri: string): string => snapshot.resultId(uri),
  inlayHints: (snapshot: Snapshot, uri: string, count: CountStretches): string =>
    JSON.stringify(hintsOf(snapshot, uri, count)),
  codeLens: (snapshot: Snapshot, uri: string): string => JSON.stringify(codeLenses(snapshot, uri)),
  // Colours and folds of a text that has not changed itself depend on how its systems read it.
  semanticTokens: readingOf,
  foldingRanges: readingOf,
};

function readingOf(snapshot: Snapshot, uri: string): string {
  return JSON.stringify(
    snapshot
      .textsOf(uri)
      .map(({ dialect, bodyStart, system }) => [
        dialect?.key ?? dialect?.id,
        bodyStart,
        system?.key,
        system?.layers.map((layer) => [layer.id, layer.trust, layer.lifetime, layer.starts]),
        system && [...system.slots.values()].map((slot) => [slot.name, slot.trust, slot.lifetime]),
        system && [...system.markerSlots],
      ]),
  );
}
