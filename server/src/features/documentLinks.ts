import type { DocumentLink } from 'vscode-languageserver-types';
import { withoutKey } from '../model/resolve';
import type { Snapshot } from '../workspace/snapshot';
import { rangeOf } from './convert';

/** The files that a manifest or head names, each where it is written. */
export function documentLinks(snapshot: Snapshot, uri: string): DocumentLink[] {
  const file = snapshot.file(uri);
  const document = snapshot.manifest(uri);
  if (!file || !document) return [];
  const seen = new Set<number>();
  return snapshot
    .systemsOf(uri)
    .filter((system) => system.manifest.file.uri === uri)
    .flatMap((system) => system.files)
    .filter(({ uri: target, place, written }) => {
      // A head names its own file by standing in it; that is no link.
      if (target === uri || place.uri !== uri || place.span.end <= place.span.start || seen.has(place.span.start))
        return false;
      seen.add(place.span.start);
      return snapshot.lookup.find(uri, withoutKey(written)).found.kind !== 'outside';
    })
    .map(({ uri: target, place }) => ({ range: rangeOf(file, place.span), target }));
}
