import { givenNames } from '../../model/includes';
import type { Path } from '../../model/manifest/manifest';
import type { Location, PromptSystem } from '../../model/system';
import { textsOfSystem } from '../../model/texts';
import { hostOf } from '../../syntax/embedded';
import type { SlotUse } from '../../syntax/tree';
import type { SourceFile } from '../../text/source';
import { type Span, span } from '../../text/span';
import { hostAddress } from '../../workspace/hosted';
import type { Snapshot } from '../../workspace/snapshot';
import { axisOfValueAt, type NameKind, nameAt } from './manifestNames';
import { sideTexts } from './sideTexts';
import { followed, rootOf, type Subject } from './subject';
import { includePlaces } from './texts';

/** One place where a name stands. */
export interface Occurrence extends Location {
  /** It is declared here, rather than used or mentioned. */
  readonly declares: boolean;
  readonly where: 'template' | 'manifest';
  /** In a manifest: the whole key or value, with its quotes, and what stands behind the name in it (`.title`). */
  readonly scalar?: { readonly span: Span; readonly rest: string };
}

/** Deeper entries than this hold no names. */
const DEEPEST = 12;

/** Every place of the workspace that means the same thing as `subject`. */
export function occurrencesOf(snapshot: Snapshot, subject: Subject): readonly Occurrence[] {
  switch (subject.kind) {
    case 'slot': {
      const systems = systemsWithSlot(snapshot, subject.systems, subject.name);
      return unique([
        ...entriesOf(systems).flatMap((system) => mentionsOf(system, 'slot', subject.name)),
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
    case 'axisValue':
      return unique(axisValueMentions(subject.system, subject.axis, subject.name));
    case 'rule':
      return [];
    default:
      return unique(mentionsOf(subject.system, subject.kind, subject.name));
  }
}

/** Uses of a slot in the texts of a system: in its files, their second copies, and the texts that its manifest holds. */
export function usesOf(snapshot: Snapshot, system: PromptSystem, name: string): readonly Occurrence[] {
  const texts = [...textsOfSystem(system, snapshot.lookup), ...sideTexts(snapshot.lookup, system)];
  const meaningOf = givenNames(system, snapshot.lookup);
  return texts.flatMap(({ file, tree }) => {
    const uses = (tree?.slots ?? []).filter((use) => use.name === name);
    return uses.length === 0 || meaningOf(file.uri, name) === 'given' ? [] : uses.map((use) => occurrence(file, use));
  });
}

function occurrence(file: SourceFile, use: SlotUse): Occurrence {
  const root = rootOf(use);
  const span = hostOf(file)?.toHost(root) ?? root;
  return { uri: hostAddress(file.uri), span, declares: false, where: 'template' };
}

/** Uses of a slot in one file, as a system reads it. */
export function usesIn(snapshot: Snapshot, system: PromptSystem, uri: string, name: string): readonly SlotUse[] {
  return snapshot
    .textsOf(uri)
    .filter((context) => context.system?.key === system.key)
    .flatMap(({ tree }) => tree?.slots ?? [])
    .filter((use) => use.name === name);
}

/**
 * The systems in which a slot is the same slot: systems that read a common text in which it stands, and those that a
 * pattern makes of one entry, which share its declaration. A name that is only equal by chance is another slot.
 */
export function systemsWithSlot(
  snapshot: Snapshot,
  from: readonly PromptSystem[],
  name: string,
): readonly PromptSystem[] {
  const found = new Map(from.map((system) => [system.key, system]));
  const texts = new Set<string>();
  const entries = new Map<string, PromptSystem[]>();
  const manifests = new Set<string>();
  const alike = (system: PromptSystem): readonly PromptSystem[] => {
    const { uri } = system.manifest.file;
    if (!manifests.has(uri)) for (const other of snapshot.systemsOf(uri)) addTo(entries, entryKey(other), other);
    manifests.add(uri);
    return entries.get(entryKey(system)) ?? [];
  };
  // The map grows while it is walked, until no text leads to another system.
  for (const system of found.values()) {
    for (const other of alike(system)) found.set(other.key, other);
    for (const use of usesOf(snapshot, system, name)) {
      if (texts.has(use.uri) || use.uri === system.manifest.file.uri) continue;
      texts.add(use.uri);
      for (const other of snapshot.systemsOf(use.uri)) found.set(other.key, other);
    }
  }
  return [...found.values()];
}

function addTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

const entryKey = ({ manifest, path }: PromptSystem): string => JSON.stringify([manifest.file.uri, path]);

/** One system for each entry of a manifest. */
const entriesOf = (systems: readonly PromptSystem[]): readonly PromptSystem[] => [
  ...new Map(systems.map((system) => [entryKey(system), system])).values(),
];

function mentionsOf(system: PromptSystem, kind: NameKind, name: string): Occurrence[] {
  const out: Occurrence[] = [];
  const { manifest } = system;
  const add = (rest: Path, part: 'key' | 'value', written: unknown, path: Path = [...system.path, ...rest]): void => {
    const text = String(written);
    // `comments.author` says more about a field of the slot `comments`.
    if (text !== name && !(kind === 'slot' && text.startsWith(`${name}.`))) return;
    const found = nameAt(rest, part);
    if (found?.kind !== kind) return;
    const place = manifest.place(path)?.[part];
    if (place) out.push(mention(system, place, { name, text }, found.declares));
  };
  walk(system.entry, [], add);
  if (kind === 'slot' || kind === 'layer')
    walk(manifest.data.rules, ['rules'], (rest, part, written) => add(rest, part, written, rest));
  if (kind === 'system' && system.id === name) add([], 'key', system.id);
  const model = kind === 'model' ? manifest.place(['models', name])?.key : undefined;
  if (model) out.push(mention(system, model, { name, text: name }, true));
  return out;
}

/** A name in a manifest, without its quotes; of a longer text the name that it begins with. */
function mention(
  { manifest }: PromptSystem,
  place: Span,
  { name, text }: { readonly name: string; readonly text: string },
  declares: boolean,
): Occurrence {
  const inner = withoutQuotes(manifest.file.text, place);
  const rest = text.slice(name.length);
  const end = rest === '' ? inner.end : Math.min(inner.end, inner.start + name.length);
  return {
    uri: manifest.file.uri,
    span: span(inner.start, end),
    declares,
    where: 'manifest',
    scalar: { span: place, rest },
  };
}

/** The slots and layers that the entry of a system names, each at its place. */
export function namesIn(
  system: PromptSystem,
): readonly (Location & { readonly kind: 'slot' | 'layer'; readonly name: string })[] {
  const out: (Location & { kind: 'slot' | 'layer'; name: string })[] = [];
  walk(system.entry, [], (rest, part, written) => {
    const kind = nameAt(rest, part)?.kind;
    if (kind !== 'slot' && kind !== 'layer') return;
    const place = system.manifest.place([...system.path, ...rest])?.[part];
    const text = String(written);
    // `page.title` says more about a field of the slot `page`.
    const root = text.split('.')[0] ?? text;
    const name = kind === 'slot' && system.slots.has(root) ? root : text;
    if (place) out.push({ kind, name, ...mention(system, place, { name, text }, false) });
  });
  return out;
}

function axisValueMentions(system: PromptSystem, axis: string, value: string): Occurrence[] {
  const out: Occurrence[] = [];
  walk(system.entry, [], (rest, part, written) => {
    if (String(written) !== value) return;
    const found = axisOfValueAt(rest, part, (one) => followed(system, one));
    const place = found?.axis === axis ? system.manifest.place([...system.path, ...rest])?.[part] : undefined;
    if (found && place) out.push(mention(system, place, { name: value, text: value }, found.declares));
  });
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
  if (system.manifest.kind !== 'manifest') return included;
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
