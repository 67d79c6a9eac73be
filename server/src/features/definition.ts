import type { LocationLink, Position, Range } from 'vscode-languageserver-types';
import type { Location, PromptSystem } from '../model/system';
import type { Snapshot } from '../workspace/snapshot';
import { locationOf, offsetOf, rangeOf } from './convert';
import { blockNameAt } from './places/blockNames';
import { usesOf } from './places/occurrences';
import { declarationsOf, layerStarts, type Subject, subjectAt } from './places/subject';

/**
 * From a use to its declaration; from a declaration to what it declares: the uses of a slot, the line that begins a layer,
 * the file that is named.
 */
export function definition(snapshot: Snapshot, uri: string, position: Position): LocationLink[] {
  const file = snapshot.file(uri);
  if (!file) return [];
  const offset = offsetOf(file, position);
  const block = blockNameAt(snapshot, uri, offset);
  if (block) return linksTo(snapshot, rangeOf(file, block.span), block.places);
  const subject = subjectAt(snapshot, uri, offset);
  if (!subject) return [];
  const origin = rangeOf(file, subject.span);
  const isHere = (place: Location): boolean =>
    place.uri === uri && place.span.start <= offset && offset <= place.span.end;
  const declared = declarationsOf(subject);
  const targets = declared.some(isHere) ? fromDeclaration(snapshot, subject) : declared;
  return linksTo(snapshot, origin, unique(targets.length > 0 ? targets : declared));
}

const linksTo = (snapshot: Snapshot, origin: Range, places: readonly Location[]): LocationLink[] =>
  places.map((place) => {
    const { uri: targetUri, range } = locationOf(snapshot, place);
    return { originSelectionRange: origin, targetUri, targetRange: range, targetSelectionRange: range };
  });

function fromDeclaration(snapshot: Snapshot, subject: Subject): Location[] {
  if (subject.kind === 'slot')
    return subject.systems.flatMap((system) =>
      usesOf(snapshot, system, subject.name).map((use) => ({ uri: use.uri, span: use.span })),
    );
  if (subject.kind === 'layer' && subject.layer) return startsOf(snapshot, subject.system, subject.layer.id);
  if (subject.kind === 'system')
    return subject.system.files
      .filter((f) => f.role === 'template')
      .map((f) => ({ uri: f.uri, span: { start: 0, end: 0 } }));
  return [];
}

/** Lines and files that a layer begins with; for a layer of slots, the uses of its slots. */
function startsOf(snapshot: Snapshot, system: PromptSystem, layer: string): Location[] {
  const lines = system.files
    .filter((f) => f.role === 'template')
    .flatMap(({ uri }) =>
      layerStarts(snapshot, uri)
        .filter((s) => s.system.key === system.key && s.layer.id === layer)
        .map((s) => ({ uri, span: s.opener })),
    );
  const parts = system.parts
    .filter((p) => p.entry.layer === layer && p.uri !== undefined)
    .map((p) => ({ uri: p.uri as string, span: { start: 0, end: 0 } }));
  const slots = system.layers.find((l) => l.id === layer)?.slots ?? [];
  const uses = slots.flatMap((slot) => usesOf(snapshot, system, slot).map((use) => ({ uri: use.uri, span: use.span })));
  return [...lines, ...parts, ...uses];
}

function unique(places: readonly Location[]): Location[] {
  const seen = new Set<string>();
  return places.filter(({ uri, span }) => {
    const key = `${span.start} ${span.end} ${uri}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
