import type { Path } from '../../model/manifest/manifest';
import { regionsOf } from '../../model/regions';
import type { Layer, Location, PromptSystem } from '../../model/system';
import { partOfText } from '../../model/textParts';
import type { TextContext } from '../../rules/rule';
import type { SlotUse } from '../../syntax/tree';
import { KeptPair } from '../../text/kept';
import type { SourceFile } from '../../text/source';
import { covers, type Span, span, touches } from '../../text/span';
import { hostAddress, innerText } from '../../workspace/hosted';
import type { Snapshot } from '../../workspace/snapshot';
import { axisOfValueAt, type NameKind, nameAt } from './manifestNames';
import { sideTextsOf } from './sideTexts';
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
      readonly kind: 'axisValue';
      readonly name: string;
      readonly axis: string;
      readonly span: Span;
      readonly system: PromptSystem;
    }
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

/** The `rules` of a whole file: the systems of it that have the slot or layer that is named there. */
function systemsUnderRules(
  snapshot: Snapshot,
  uri: string,
  path: Path,
): readonly { system: PromptSystem; rest: Path }[] {
  const written = valueAt(snapshot.manifest(uri)?.data, path);
  const name = typeof written === 'string' ? written : '';
  const kind = nameAt(path, 'value')?.kind;
  return snapshot.systemsOf(uri).flatMap((system) => {
    const has =
      system.manifest.file.uri === uri &&
      (kind === 'slot' ? system.slots.has(name) : kind === 'layer' && system.layers.some(({ id }) => id === name));
    return has ? [{ system, rest: path }] : [];
  });
}

function subjectInManifest(snapshot: Snapshot, uri: string, offset: number): Subject | undefined {
  const at = snapshot.manifest(uri)?.at(offset);
  if (!at) return undefined;
  const found =
    at.path[0] === 'rules' ? systemsUnderRules(snapshot, uri, at.path) : systemsAtPath(snapshot, uri, at.path);
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
  const written = at.part === 'key' ? at.path.at(-1) : valueAt(first.system.manifest.data, at.path);
  const chosen = axisOfValueAt(first.rest, at.part, (axis) => followed(first.system, axis));
  if (chosen && written !== null && typeof written !== 'object' && written !== undefined)
    return { kind: 'axisValue', name: String(written), axis: chosen.axis, span: at.span, system: first.system };
  const name = nameAt(first.rest, at.part);
  if (!name) return undefined;
  if (typeof written !== 'string' && typeof written !== 'number') return undefined;
  const text = String(written);
  if (name.kind === 'slot') {
    const root = rootAt(snapshot, uri, at.span, offset, text);
    return { kind: 'slot', ...(root ?? { name: text, span: at.span }), systems: found.map((f) => f.system) };
  }
  if (name.kind === 'layer') {
    const layer = first.system.layers.find((l) => l.id === text);
    return { kind: 'layer', name: text, span: at.span, system: first.system, layer };
  }
  return { kind: name.kind, name: text, span: at.span, system: first.system };
}

/** With the cursor on `page` of `page.title`, which says more about a field, it is about the slot `page`. */
function rootAt(
  snapshot: Snapshot,
  uri: string,
  { start, end }: Span,
  offset: number,
  text: string,
): { readonly name: string; readonly span: Span } | undefined {
  const dot = text.indexOf('.');
  if (dot <= 0) return undefined;
  const quote = /^["']/.test(snapshot.file(uri)?.text[start] ?? '') ? 1 : 0;
  const root = span(start + quote, Math.min(end, start + quote + dot));
  return offset <= root.end ? { name: text.slice(0, dot), span: root } : undefined;
}

/** The axis that another one follows by default. */
export function followed(system: PromptSystem, axis: string): string | undefined {
  const fallback = system.axes.get(axis)?.fallback;
  return fallback && 'by' in fallback ? fallback.by : undefined;
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
  const sides = snapshot.systemsOf(uri).flatMap((system) => sideTextsOf(snapshot, system));
  for (const { tree, file } of [...snapshot.textsOf(uri), ...sides]) {
    for (const use of tree?.slots ?? []) {
      if (!touches(use.span, offset) || file.uri !== uri) continue;
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

const starts = new KeptPair<SourceFile, PromptSystem, readonly LayerStart[]>();

/** The regions of a text that a line of it begins, for the nearest system that divides it by its lines. */
export function layerStarts(snapshot: Snapshot, uri: string): readonly LayerStart[] {
  const contexts = snapshot.textsOf(uri);
  const context = contexts.find(({ system, file }) => system && !isHost(system, uri) && isDivided(system, file));
  if (!context?.system) return startsInStrings(contexts);
  const { file, bodyStart, system } = context;
  return starts.of(file, system, () => findStarts(file, bodyStart, system));
}

/** Whether a system divides a text by its lines: a part may say of the whole text which layer it is. */
const isDivided = (system: PromptSystem, file: SourceFile): boolean =>
  system.hasLayers && partOfText(system, file)?.entry.layer === undefined;

/** The same of every text that is a string in a file. */
function startsInStrings(contexts: readonly TextContext[]): readonly LayerStart[] {
  const seen = new Set<string>();
  return contexts.flatMap((hosted) => {
    const { system } = hosted;
    const inner = innerText(hosted);
    if (!inner || !system) return [];
    const { file, bodyStart } = inner.text;
    if (seen.has(file.uri) || !isDivided(system, file)) return [];
    seen.add(file.uri);
    const { embedded } = inner;
    return starts
      .of(file, system, () => findStarts(file, bodyStart, system))
      .map((one) => ({ ...one, opener: embedded.toHost(one.opener), region: embedded.toHost(one.region) }));
  });
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
    case 'axisValue':
      return axisValuePlaces(subject.system, subject.axis, subject.name);
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

function axisValuePlaces(system: PromptSystem, axis: string, value: string): Location[] {
  const at = system.axes.get(axis)?.values.indexOf(value) ?? -1;
  if (at < 0) return [];
  const path = ['axes', axis];
  return placesAt(system, Array.isArray(system.entry.axes?.[axis]) ? [...path, at] : [...path, 'values', at], 'value');
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
