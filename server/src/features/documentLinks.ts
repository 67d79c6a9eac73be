import type { DocumentLink } from 'vscode-languageserver-types';
import { withoutKey } from '../model/resolve';
import { hostAddress } from '../workspace/hosted';
import type { Snapshot } from '../workspace/snapshot';
import { rangeOf } from './convert';
import { includesIn } from './places/texts';

/** The files that a manifest or head names, and those that a template includes, each where it is written. */
export function documentLinks(snapshot: Snapshot, uri: string): DocumentLink[] {
  const file = snapshot.file(uri);
  if (!file) return [];
  const seen = new Set<number>();
  const named = snapshot
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
    .map(({ uri: target, place }) => ({ range: rangeOf(file, place.span), target: hostAddress(target) }));
  const included = includesIn(snapshot, uri).map(({ span, target }) => ({ range: rangeOf(file, span), target }));
  return [...named, ...included];
}
