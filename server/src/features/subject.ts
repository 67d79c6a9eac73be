import type { Path } from '../model/manifest';
import { regionsOf } from '../model/regions';
import type { Layer, Location, PromptSystem } from '../model/system';
import type { SlotUse } from '../syntax/tree';
import type { SourceFile } from '../text/source';
import { covers, type Span, span, touches } from '../text/span';
import { hostAddress } from '../workspace/hosted';
import type { Snapshot } from '../workspace/snapshot';
import { type NameKind, nameAt } from './manifestNames';
import { includesIn, isHost } from './texts';

/** What a place in a text is about. `span` is the name as it is written there. */
export type Subject =
  | {
      readonly kind: 'slot';
      readonly name: string;
      readonly span: Span;
      readonly systems: readonly PromptSystem[];
      readonly use?: SlotUse;
    }
  | {
      readonly kind: 'layer';
      readonly name: string;
      readonly span: Span;
      readonly system: PromptSystem;
      readonly layer: Layer | undefined;
    }
  | { readonly kind: 'file'; readonly uri: string; readonly span: Span; readonly written: string }
  | {
      readonly kind: Exclude<NameKind, 'slot' | 'layer'>;
      readonly name: string;
      readonly span: Span;
      readonly system: PromptSystem;
    };

/** What stands at an offset of a template, part, manifest or head. */
export function subjectAt(snapshot: Snapshot, uri: string, offset: number): Subject | undefined {
  return (
    subjectInManifest(snapshot, uri, offset) ??
    slotAt(snapshot, uri, offset) ??
    includeAt(snapshot, uri, offset) ??
    layerStartAt(snapshot, uri, offset)
  );
}

/** Systems of a manifest whose entry holds the path, with the rest of the path; a glob makes several of one entry. */
export function systemsAtPath(
  snapshot: Snapshot,
  uri: string,
  path: Path,
): readonly { system: PromptSystem; rest: Path }[] {
  return snapshot.systemsOf(uri).flatMap((system) => {
    if (system.manifest.file.uri !== uri) return [];
    const inside = system.path.length <= path.length && system.path.every((step, i) => step === path[i]);
    return inside ? [{ system, rest: path.slice(system.path.length) }] : [];
  });
}

function subjectInManifest(snapshot: Snapshot, uri: string, offset: number): Subject | undefined {
  const at = snapshot.manifest(uri)?.at(offset);
  if (!at) return undefined;
  const found = systemsAtPath(snapshot, uri, at.path);
  const first = found[0];
  if (!first) return undefined;
  for (const { system } of found) {
    const file = system.files.find(
      (f) =>
        f.place.uri === uri && at.part === 'value' && touches(f.place.span, offset) && covers(at.span, f.place.span),
    );
    if (file && system.manifest.kind === 'manifest')
      return { kind: 'file', uri: file.uri, span: file.place.span, written: file.written };
  }
  const name = nameAt(first.rest, at.part);
  if (!name) return undefined;
  const written = at.part === 'key' ? at.path.at(-1) : valueAt(first.system.manifest.data, at.path);
  if (typeof written !== 'string' && typeof written !== 'number') return undefined;
  const text = String(written);
  if (name.kind === 'slot') return { kind: 'slot', name: text, span: at.span, systems: found.map((f) => f.system) };
  if (name.kind === 'layer') {
    const layer = first.system.layers.find((l) => l.id === text);
    return { kind: 'layer', name: text, span: at.span, system: first.system, layer };
  }
  return { kind: name.kind, name: text, span: at.span, system: first.system };
}

function valueAt(data: unknown, path: Path): unknown {
  let value = data;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

function slotAt(snapshot: Snapshot, uri: string, offset: number): Subject | undefined {
  let best: SlotUse | undefined;
  for (const { tree } of snapshot.textsOf(uri)) {
    for (const use of tree?.slots ?? []) {
      if (!touches(use.span, offset)) continue;
      const closer = !best || (touches(use.nameSpan, offset) && !touches(best.nameSpan, offset));
      if (closer) best = use;
    }
  }
  if (!best) return undefined;
  return { kind: 'slot', name: best.name, span: rootOf(best), systems: snapshot.systemsOf(uri), use: best };
}

/** The root of the path of a use: `issue` in `issue.title`. */
export function rootOf(use: SlotUse): Span {
  const { start, end } = use.nameSpan;
  return use.path.startsWith(use.name) ? span(start, Math.min(end, start + use.name.length)) : use.nameSpan;
}

/** A line that begins the region of a layer, with the layer. */
export interface LayerStart {
  readonly system: PromptSystem;
  readonly layer: Layer;
  readonly opener: Span;
  readonly region: Span;
}

const starts = new WeakMap<SourceFile, WeakMap<PromptSystem, readonly LayerStart[]>>();

/** The regions of a text that a line of it begins, for the nearest system that divides it by its lines. */
export function layerStarts(snapshot: Snapshot, uri: string): readonly LayerStart[] {
  const context = snapshot
    .textsOf(uri)
    .find(
      ({ system }) =>
        system?.hasLayers &&
        !isHost(system, uri) &&
        !system.parts.some((part) => part.uri === uri && part.entry.layer !== undefined),
    );
  if (!context?.system) return [];
  const { file, bodyStart, system } = context;
  let known = starts.get(file);
  if (!known) {
    known = new WeakMap();
    starts.set(file, known);
  }
  let found = known.get(system);
  if (!found) {
    found = findStarts(file, bodyStart, system);
    known.set(system, found);
  }
  return found;
}

function findStarts(file: SourceFile, bodyStart: number, system: PromptSystem): readonly LayerStart[] {
  return regionsOf(file.text, bodyStart, system.layers, system.base.id).flatMap((region) => {
    const layer = system.layers.find((l) => l.id === region.layer);
    if (!layer || !region.opener || region.opener.start !== region.start) return [];
    return [{ system, layer, opener: region.opener, region: span(region.start, region.end) }];
  });
}

function includeAt(snapshot: Snapshot, uri: string, offset: number): Subject | undefined {
  const found = includesIn(snapshot, uri).find(({ span: name }) => touches(name, offset));
  return found && { kind: 'file', uri: found.target, span: found.span, written: found.written };
}

function layerStartAt(snapshot: Snapshot, uri: string, offset: number): Subject | undefined {
  const start = layerStarts(snapshot, uri).find((s) => touches(s.opener, offset));
  return start && { kind: 'layer', name: start.layer.id, span: start.opener, system: start.system, layer: start.layer };
}

/** Where a subject is declared: the manifest, or the file that it names. */
export function declarationsOf(subject: Subject): readonly Location[] {
  switch (subject.kind) {
    case 'slot':
      return subject.systems.flatMap((system) => slotDeclarations(system, subject.name));
    case 'layer':
      return subject.layer ? placesAt(subject.system, ['layers', subject.layer.index, 'id'], 'value') : [];
    case 'file':
      return [{ uri: hostAddress(subject.uri), span: span(0, 0) }];
    case 'axis':
      return placesAt(subject.system, ['axes', subject.name], 'key');
    case 'scenario':
      return placesAt(subject.system, ['scenarios', subject.name], 'key');
    case 'system':
      return placesAt(subject.system, [], 'key');
    case 'model':
      return placeOfPath(subject.system, ['models', subject.name], 'key');
    case 'rule':
      return [];
  }
}

function slotDeclarations(system: PromptSystem, name: string): Location[] {
  const slot = system.slots.get(name);
  if (slot) return [slot.place];
  const mark = (system.entry.cache?.breakpoints ?? []).findIndex((b) => typeof b === 'object' && b.slot === name);
  return mark < 0 ? [] : placesAt(system, ['cache', 'breakpoints', mark, 'slot'], 'value');
}

/** The place of an entry of a system's manifest, when it stands there. */
export function placesAt(system: PromptSystem, rest: Path, part: 'key' | 'value'): Location[] {
  return placeOfPath(system, [...system.path, ...rest], part);
}

function placeOfPath(system: PromptSystem, path: Path, part: 'key' | 'value'): Location[] {
  const place = system.manifest.place(path)?.[part];
  return place ? [{ uri: system.manifest.file.uri, span: place }] : [];
}
