import type { Path } from '../model/manifest';
import type { Location, PromptSystem } from '../model/system';
import { type Span, span } from '../text/span';
import { hostAddress } from '../workspace/hosted';
import type { Snapshot } from '../workspace/snapshot';
import { type NameKind, nameAt } from './manifestNames';
import { rootOf, type Subject } from './subject';
import { includePlaces, textFilesOf } from './texts';

/** One place where a name stands. */
export interface Occurrence extends Location {
  /** It is declared here, rather than used or mentioned. */
  readonly declares: boolean;
  readonly where: 'template' | 'manifest';
}

/** Deeper entries than this hold no names. */
const DEEPEST = 12;

/** Every place of the workspace that means the same thing as `subject`. */
export function occurrencesOf(snapshot: Snapshot, subject: Subject): readonly Occurrence[] {
  switch (subject.kind) {
    case 'slot': {
      const systems = systemsWithSlot(snapshot, subject.systems, subject.name);
      return unique([
        ...systems.flatMap((system) => mentionsOf(system, 'slot', subject.name)),
        ...systems.flatMap((system) => usesOf(snapshot, system, subject.name)),
      ]);
    }
    case 'file':
      return unique(snapshot.systemsOf(subject.uri).flatMap((system) => fileMentions(snapshot, system, subject.uri)));
    case 'model':
      return unique(
        snapshot.systems
          .filter((s) => s.manifest === subject.system.manifest)
          .flatMap((s) => mentionsOf(s, 'model', subject.name)),
      );
    case 'rule':
      return [];
    default:
      return unique(mentionsOf(subject.system, subject.kind, subject.name));
  }
}

/** Uses of a slot in the texts of a system. */
export function usesOf(snapshot: Snapshot, system: PromptSystem, name: string): readonly Occurrence[] {
  return textFilesOf(snapshot, system).flatMap((uri) =>
    snapshot
      .textsOf(uri)
      .filter((context) => context.system?.key === system.key)
      .flatMap(({ tree }) => tree?.slots ?? [])
      .filter((use) => use.name === name)
      .map((use): Occurrence => ({ uri, span: rootOf(use), declares: false, where: 'template' })),
  );
}

/**
 * The systems in which a slot is the same slot: systems that read a common text in which it stands. A name that is only
 * equal by chance, in a system with texts of its own, is another slot.
 */
function systemsWithSlot(snapshot: Snapshot, from: readonly PromptSystem[], name: string): readonly PromptSystem[] {
  const found = new Map(from.map((system) => [system.key, system]));
  const texts = new Set<string>();
  // The map grows while it is walked, until no text leads to another system.
  for (const system of found.values()) {
    for (const use of usesOf(snapshot, system, name)) {
      if (texts.has(use.uri)) continue;
      texts.add(use.uri);
      for (const other of snapshot.systemsOf(use.uri)) found.set(other.key, other);
    }
  }
  return [...found.values()];
}

function mentionsOf(system: PromptSystem, kind: NameKind, name: string): Occurrence[] {
  const out: Occurrence[] = [];
  const { manifest } = system;
  const add = (rest: Path, part: 'key' | 'value', written: unknown): void => {
    if (String(written) !== name) return;
    const found = nameAt(rest, part);
    if (found?.kind !== kind) return;
    const place = manifest.place([...system.path, ...rest])?.[part];
    if (place)
      out.push({
        uri: manifest.file.uri,
        span: withoutQuotes(manifest.file.text, place),
        declares: found.declares,
        where: 'manifest',
      });
  };
  walk(system.entry, [], add);
  if (kind === 'system' && system.id === name) add([], 'key', system.id);
  const model = kind === 'model' ? manifest.place(['models', name])?.key : undefined;
  if (model) out.push({ uri: manifest.file.uri, span: model, declares: true, where: 'manifest' });
  return out;
}

function walk(value: unknown, path: Path, visit: (path: Path, part: 'key' | 'value', written: unknown) => void): void {
  if (path.length > DEEPEST) return;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    visit(path, 'value', value);
  } else if (Array.isArray(value)) {
    value.forEach((item, i) => {
      walk(item, [...path, i], visit);
    });
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      visit([...path, key], 'key', key);
      walk(item, [...path, key], visit);
    }
  }
}

function fileMentions(snapshot: Snapshot, system: PromptSystem, uri: string): Occurrence[] {
  const included = includePlaces(snapshot, system)
    .filter(({ target }) => target === uri)
    .map(({ from, span }): Occurrence => ({ uri: from, span, declares: false, where: 'template' }));
  if (system.manifest.kind === 'head') return included;
  const named = system.files.filter((f) => hostAddress(f.uri) === uri);
  return [...named.map((f): Occurrence => ({ ...f.place, declares: false, where: 'manifest' })), ...included];
}

/** A quoted name without its quotes, so that a new name can take its place. */
function withoutQuotes(text: string, place: Span): Span {
  const first = text[place.start];
  const quoted = (first === '"' || first === "'") && place.end - place.start >= 2 && text[place.end - 1] === first;
  return quoted ? span(place.start + 1, place.end - 1) : place;
}

function unique(all: readonly Occurrence[]): Occurrence[] {
  const seen = new Map<string, Occurrence>();
  for (const one of all) {
    const key = `${one.span.start} ${one.span.end} ${one.uri}`;
    if (!seen.has(key)) seen.set(key, one);
  }
  return [...seen.values()].sort((a, b) => (a.uri < b.uri ? -1 : a.uri > b.uri ? 1 : a.span.start - b.span.start));
}
