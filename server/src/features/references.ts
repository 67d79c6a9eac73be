import type { Location, Position } from 'vscode-languageserver-types';
import type { Snapshot } from '../workspace/snapshot';
import { locationOf, offsetOf } from './convert';
import { occurrencesOf } from './places/occurrences';
import { subjectAt } from './places/subject';

/** Every place that means the same slot, layer, axis, scenario, model or file, in templates and manifests. */
export function references(snapshot: Snapshot, uri: string, position: Position, withDeclarations: boolean): Location[] {
  const file = snapshot.file(uri);
  const subject = file && subjectAt(snapshot, uri, offsetOf(file, position));
  if (!subject) return [];
  return occurrencesOf(snapshot, subject)
    .filter((one) => withDeclarations || !one.declares)
    .map((one) => locationOf(snapshot, one));
}
