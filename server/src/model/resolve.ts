import type { Dialect, DialectOptions } from '../syntax/dialects/dialect';
import { dialects } from '../syntax/dialects/index.generated';
import { splitKey } from '../syntax/embedded';
import { nameOf, resolveAddress } from '../text/address';
import { isGlob } from '../text/glob';
import { Kept } from '../text/kept';
import type { ManifestDocument, Path } from './manifest/manifest';
import type { Part as PartEntry, System as SystemEntry } from './schema';
import type { Axis, Layer, Location, NamedFile, Part, PromptSystem, Slot } from './system';

const resolved = new Kept<ManifestDocument, { readonly globbed: string; readonly systems: readonly PromptSystem[] }>();

/** The paths that a pattern of a manifest names, relative to its folder. */
export type Glob = (pattern: string) => readonly string[];

/**
 * The systems that a manifest or head declares. They depend on the document and on the files that its patterns name, so
 * an edit of a template keeps them. A `template` that is a pattern is one system for each file: `<id>:<file>`.
 */
export function systemsOf(document: ManifestDocument, glob: Glob = () => []): readonly PromptSystem[] {
  const entries = Object.entries(document.data.systems).flatMap(([id, entry]) => {
    const { template } = entry;
    if (document.kind !== 'manifest' || template === undefined || !isGlob(template)) return [{ id, name: id, entry }];
    return glob(template).map((path) => ({ id, name: `${id}:${path}`, entry: { ...entry, template: path } }));
  });
  const globbed = entries.map((e) => e.name).join('\n');
  const known = resolved.get(document);
  if (known?.globbed === globbed) return known.systems;
  const systems = entries.map(({ id, name, entry }) => resolveSystem(document, id, name, entry));
  resolved.set(document, { globbed, systems });
  return systems;
}

/** Where an entry of the manifest stands: its value, else its key, else the start of the nearest entry round it. */
export function placeOf(document: ManifestDocument, path: Path, part: 'key' | 'value' = 'value'): Location {
  for (let length = path.length; length > 0; length--) {
    const place = document.place(path.slice(0, length));
    if (!place) continue;
    const whole = length === path.length;
    const found = whole && part === 'value' ? (place.value ?? place.key) : (place.key ?? place.value);
    if (found) return { uri: document.file.uri, span: found };
  }
  return { uri: document.file.uri, span: { start: 0, end: 0 } };
}

function resolveSystem(document: ManifestDocument, key: string, id: string, entry: SystemEntry): PromptSystem {
  const path: Path = ['systems', key];
  const layers = resolveLayers(entry);
  const declared = layers.length > 0;
  const all = declared ? layers : [WHOLE];
  const base =
    all.find((l) => l.trust === 'instructions' && l.starts.length === 0 && l.slots.length === 0) ?? (all[0] as Layer);
  const options = withoutUndefined(entry.options ?? {});
  return {
    key: `${document.file.uri}#${id}`,
    id,
    title: entry.title ?? id,
    manifest: document,
    path,
    entry,
    dialects: dialectsOf(entry, options),
    options,
    layers: all,
    hasLayers: declared,
    base,
    slots: resolveSlots(document, path, entry, layers),
    parts: resolveParts(document, path, entry),
    ...(document.division ? { division: document.division } : {}),
    axes: resolveAxisDeclarations(entry),
    markerSlots: new Set(
      (entry.cache?.breakpoints ?? []).flatMap((b) => (typeof b === 'object' && b.slot !== undefined ? [b.slot] : [])),
    ),
    files: namedFiles(document, path, entry),
  };
}

/** The dialects of a system, as its program reads them; the same object for a dialect that reads twice. */
function dialectsOf({ dialect }: SystemEntry, options: DialectOptions): readonly Dialect[] {
  const names = dialect === undefined ? [] : Array.isArray(dialect) ? dialect : [dialect];
  const configured = new Map([...new Set(names)].map((name) => [name, dialectWith(name, options)] as const));
  return names.flatMap((name) => configured.get(name) ?? []);
}

/** A dialect as a program reads it that sets these options. */
export function dialectWith(name: string, options: DialectOptions): Dialect | undefined {
  const plain = dialectOf(name);
  return plain?.configured?.(options) ?? plain;
}

/** The dialect without options, as its engine is by itself. Undefined for a name that there is not. */
export function dialectOf(name: string): Dialect | undefined {
  return (dialects as readonly Dialect[]).find((d) => d.id === name);
}

/** The one layer of a system that declares none. */
const WHOLE: Layer = {
  id: 'prompt',
  title: 'Prompt',
  trust: 'instructions',
  lifetime: 'static',
  starts: [],
  slots: [],
  index: 0,
};

function resolveLayers(entry: SystemEntry): Layer[] {
  return (entry.layers ?? []).map((l, index) => ({
    id: l.id,
    title: l.title ?? l.id,
    trust: l.trust,
    lifetime: l.lifetime,
    ...(l.stable === undefined ? {} : { stable: l.stable }),
    starts: l.starts === undefined ? [] : Array.isArray(l.starts) ? l.starts : [l.starts],
    slots: l.slots ?? [],
    index,
    entry: l,
  }));
}

function resolveSlots(
  document: ManifestDocument,
  path: Path,
  entry: SystemEntry,
  layers: readonly Layer[],
): Map<string, Slot> {
  const slots = new Map<string, Slot>();
  const add = (name: string, place: Location): void => {
    if (slots.has(name)) return;
    const layer = layers.find((l) => l.slots.includes(name)) ?? null;
    slots.set(name, makeSlot(name, layer, entry.slots?.[name] ?? {}, place));
  };
  for (const name of Object.keys(entry.slots ?? {})) add(name, placeOf(document, [...path, 'slots', name], 'key'));
  for (const layer of layers) {
    layer.slots.forEach((name, i) => {
      add(name, placeOf(document, [...path, 'layers', layer.index, 'slots', i]));
    });
  }
  for (const { name, span } of slotsOfUnreadLayers(document, path, layers.length))
    add(name, { uri: document.file.uri, span });
  return slots;
}

/** A layer with a fault of its own is left out, but the slots that it lists are declared: one slip is one finding. */
function* slotsOfUnreadLayers(document: ManifestDocument, path: Path, read: number) {
  for (let layer = read; document.place([...path, 'layers', layer]); layer++) {
    for (let i = 0; ; i++) {
      const span = document.place([...path, 'layers', layer, 'slots', i])?.value;
      if (!span) break;
      const name = document.file.text.slice(span.start, span.end).replace(/^(["'])(.*)\1$/, '$2');
      yield { name, span };
    }
  }
}

/** A slot with what its layer gives it. Also used for a name that nobody declares. */
export function makeSlot(name: string, layer: Layer | null, entry: Slot['entry'], place: Location): Slot {
  const from = layer?.entry;
  return withoutUndefined({
    name,
    layer,
    type: entry.type,
    trust: entry.trust ?? layer?.trust,
    lifetime: entry.lifetime ?? layer?.lifetime,
    stable: entry.stable ?? layer?.stable,
    setBy: entry.setBy ?? from?.setBy,
    property: entry.property ?? from?.property,
    description: entry.description ?? from?.description,
    required: entry.required ?? false,
    entry,
    place,
  }) as Slot;
}

function resolveParts(document: ManifestDocument, path: Path, entry: SystemEntry): Part[] {
  const uri = document.file.uri;
  if (document.kind === 'head')
    return [{ entry: { file: nameOf(uri) }, index: 0, uri, place: placeOf(document, path) }];
  if (entry.template !== undefined) {
    return [
      {
        entry: { file: entry.template },
        index: 0,
        uri: resolveAddress(uri, entry.template),
        place: placeOf(document, [...path, 'template']),
      },
    ];
  }
  return (entry.parts ?? []).map((part: PartEntry, index) => ({
    entry: part,
    index,
    ...(part.file === undefined ? {} : { uri: resolveAddress(uri, part.file) }),
    place: placeOf(document, [
      ...path,
      'parts',
      index,
      part.file !== undefined
        ? 'file'
        : part.slot !== undefined
          ? 'slot'
          : part.text !== undefined
            ? 'text'
            : 'messages',
    ]),
  }));
}

function resolveAxisDeclarations(entry: SystemEntry): Map<string, Axis> {
  const axes = new Map<string, Axis>();
  for (const [name, axis] of Object.entries(entry.axes ?? {})) {
    const written = Array.isArray(axis) ? { values: axis } : axis;
    const values = written.values.map(String);
    const first = values[0] ?? '';
    const given = 'default' in written ? written.default : undefined;
    axes.set(name, {
      name,
      values,
      ...('description' in written && written.description !== undefined ? { description: written.description } : {}),
      fallback:
        given === undefined
          ? { value: first }
          : typeof given === 'object'
            ? { by: given.by, map: Object.fromEntries(Object.entries(given.map).map(([k, v]) => [k, String(v)])) }
            : { value: String(given) },
    });
  }
  return axes;
}

/** Every file that the system names, with its role, in the order of the manifest. */
function namedFiles(document: ManifestDocument, path: Path, entry: SystemEntry): NamedFile[] {
  const uri = document.file.uri;
  const out: NamedFile[] = [];
  const add = (written: string, role: NamedFile['role'], at: Path): void => {
    out.push({
      uri: resolveAddress(uri, withoutKey(written)),
      role,
      written,
      place: placeOf(document, [...path, ...at]),
    });
  };
  const value = (v: unknown, expands: boolean, at: Path): void => {
    const file = fileOfValue(v);
    if (file !== undefined) add(file, expands ? 'expand' : 'value', [...at, 'file']);
  };
  if (document.kind === 'head')
    out.push({ uri, role: 'template', written: nameOf(uri), place: placeOf(document, path) });
  else if (entry.template !== undefined) add(entry.template, 'template', ['template']);
  (entry.parts ?? []).forEach((part, i) => {
    if (part.file !== undefined) add(part.file, 'template', ['parts', i, 'file']);
    if (part.fallback !== undefined) add(part.fallback, 'fallback', ['parts', i, 'fallback']);
  });
  for (const [name, slot] of Object.entries(entry.slots ?? {})) {
    const expands = slot.expand === true;
    (slot.parts ?? []).forEach((part, i) => {
      if (part.file !== undefined) add(part.file, expands ? 'expand' : 'value', ['slots', name, 'parts', i, 'file']);
    });
    value(slot.default, expands, ['slots', name, 'default']);
    value(slot.sample, expands, ['slots', name, 'sample']);
  }
  for (const [name, scenario] of Object.entries(entry.scenarios ?? {})) {
    for (const [slot, v] of Object.entries(scenario.values ?? {})) {
      value(v, entry.slots?.[slot]?.expand === true, ['scenarios', name, 'values', slot]);
    }
    const messages = scenario.messages;
    if (messages && !Array.isArray(messages))
      add(messages.file, 'conversation', ['scenarios', name, 'messages', 'file']);
  }
  return out;
}

/** The path of `{ file: path }`, the one form of value that is read from a file; undefined for every other value. */
export function fileOfValue(value: unknown): string | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const keys = Object.keys(value);
  const file = (value as Record<string, unknown>).file;
  return keys.length === 1 && typeof file === 'string' ? file : undefined;
}

/** `prompts.json#system` names a string inside a file; the file itself is what stands before the last `#`. */
export function withoutKey(written: string): string {
  return splitKey(written)?.path ?? written;
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const out: Partial<T> = {};
  for (const key in value) if (value[key] !== undefined) out[key] = value[key];
  return out as { [K in keyof T]: Exclude<T[K], undefined> };
}
