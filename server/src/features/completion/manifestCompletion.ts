import { type CompletionItem, CompletionItemKind, InsertTextFormat } from 'vscode-languageserver-types';
import { CODE_TITLES } from '../../model/codes.generated';
import { type ManifestDocument, type Path, readUnfinished } from '../../model/manifest/manifest';
import { systemsOf } from '../../model/resolve';
import type { PromptSystem } from '../../model/system';
import { headOf } from '../../syntax/head';
import { nameOf } from '../../text/address';
import type { SourceFile } from '../../text/source';
import { tokenizerNames } from '../../tokens/estimate';
import { modelPrefixes } from '../../tokens/models';
import { isManifestName } from '../../workspace/names';
import type { Snapshot } from '../../workspace/snapshot';
import { rangeOf } from '../convert';
import { axisOfValueAt, nameAt } from '../places/manifestNames';
import { followed } from '../places/subject';
import { cursorIn, keysAt, type ManifestCursor } from './manifestCursor';
import { itemsIn, kindWords, mapsIn, recordsIn, shapesAt, wordsIn } from './manifestShape';
import { manifestSnippets } from './manifestSnippets';

type Kind = Exclude<ManifestDocument['kind'], 'provider'>;

/** Something that fits where the cursor stands. */
interface Offer {
  readonly text: string;
  readonly kind: CompletionItemKind;
  readonly detail?: string;
  readonly documentation?: string;
  /** Needed, so it comes first. */
  readonly needed?: boolean;
  /** A key: what is written goes on with a colon. */
  readonly isKey?: boolean;
  readonly opensBlock?: boolean;
}

/** Keys, words and names for a place in a manifest or in the head of a template; undefined for every other place. */
export function manifestCompletion(
  snapshot: Snapshot,
  file: SourceFile,
  offset: number,
  snippets = false,
): readonly CompletionItem[] | undefined {
  const kind: Kind = isManifestName(file.uri) ? 'manifest' : 'head';
  const area = areaOf(file, kind, offset);
  if (!area) return undefined;
  const cursor = cursorIn(file.text, area.start, area.end, offset);
  if (!cursor) return [];
  // In a head only what stands below `strata:` is ours; it is one system.
  if (kind === 'head' && cursor.path[0] !== 'strata') return [];
  const path = kind === 'head' ? ['systems', nameOf(file.uri), ...cursor.path.slice(1)] : cursor.path;
  // What is being typed is no key yet.
  const typed = file.text.slice(cursor.replaced.start, cursor.replaced.end);
  const present = new Set([...keysAt(file.text, area.start, area.end, cursor.path)].filter((key) => key !== typed));
  const offers = offersAt(snapshot, file, kind, { ...cursor, path }, present).map((offer) =>
    itemOf(file, cursor, offer),
  );
  return snippets ? [...manifestSnippets(file, { ...cursor, path }), ...offers] : offers;
}

function areaOf(file: SourceFile, kind: Kind, offset: number): { start: number; end: number } | undefined {
  if (kind === 'manifest') return { start: file.text.startsWith('\ufeff') ? 1 : 0, end: file.text.length };
  const head = headOf(file.text);
  return head && head.yamlSpan.start <= offset && offset <= head.yamlSpan.end ? head.yamlSpan : undefined;
}

/** The systems in whose entry a path leads, also one that still lacks its dialect or its text; for `rules` of the file, all. */
function systemsAt(snapshot: Snapshot, file: SourceFile, kind: Kind, path: Path): readonly PromptSystem[] {
  const isIn = (system: PromptSystem): boolean => system.path.every((step, i) => step === path[i]);
  const known = snapshot.systemsOf(file.uri).filter(({ manifest }) => manifest.file.uri === file.uri);
  if (path[0] === 'rules') return known;
  const found = known.filter(isIn);
  if (found.length > 0 || path[0] !== 'systems' || path.length < 2) return found;
  const unfinished = readUnfinished(file, kind === 'head' ? headOf(file.text)?.yamlSpan : undefined);
  return unfinished ? systemsOf(unfinished).filter(isIn) : [];
}

function offersAt(
  snapshot: Snapshot,
  file: SourceFile,
  kind: Kind,
  cursor: ManifestCursor,
  present: ReadonlySet<string>,
): readonly Offer[] {
  const { path, where } = cursor;
  const shapes = shapesAt(path, kind);
  const systems = systemsAt(snapshot, file, kind, path);
  const [system] = systems;
  const rest = path[0] === 'systems' ? path.slice(2) : path;
  if (where === 'value')
    return [
      ...wordOffers(shapes),
      ...nameOffers(snapshot, file, systems, rest, path),
      ...axisValueOffers(system, rest),
    ];
  const last = path.at(-1);
  // `slots: [a, |]`, `- |`: an item of a list, named by the list that it is in.
  const items = [...shapes.filter((s) => s.kind !== 'list'), ...itemsIn(shapes)];
  const itemRest =
    shapes.some((s) => s.kind === 'list') || typeof last === 'number'
      ? typeof last === 'number'
        ? rest
        : [...rest, 0]
      : rest;
  return [
    ...mapsIn(items).flatMap((map) =>
      [...map.keys.values()]
        .filter((key) => !present.has(key.name))
        .map(
          (key): Offer => ({
            text: key.name,
            kind: CompletionItemKind.Property,
            detail: kindWords(key.shape),
            documentation: key.description,
            needed: key.required,
            isKey: true,
            opensBlock: key.shape.kind === 'map' || key.shape.kind === 'record' || key.shape.kind === 'list',
          }),
        ),
    ),
    ...(recordsIn(items).length > 0
      ? recordOffers(
          snapshot,
          system,
          rest,
          recordsIn(items)
            .flatMap((r) => r.names.words ?? [])
            .map((w) => String(w.value)),
        ).filter(({ text }) => !present.has(text))
      : []),
    ...(shapes.some((s) => s.kind === 'any') && present.size === 0 ? [VALUE_FILE] : []),
    ...wordOffers(items),
    ...(itemRest === rest && typeof last !== 'number' ? [] : nameOffers(snapshot, file, systems, itemRest, path)),
    ...axisValueOffers(system, itemRest),
  ];
}

/** A value may be anything; a map with this key alone is read from a file. */
const VALUE_FILE: Offer = {
  text: 'file',
  kind: CompletionItemKind.Property,
  detail: 'text',
  documentation: 'A file that holds the value.',
  isKey: true,
};

/** A word may be one of several shapes: by itself, or in a list. */
function wordOffers(shapes: Parameters<typeof wordsIn>[0]): readonly Offer[] {
  const words = new Map(wordsIn(shapes).map((word) => [word.value, word]));
  return [...words.values()].map(({ value, description }) => ({
    text: String(value),
    kind: CompletionItemKind.EnumMember,
    ...(description === undefined ? {} : { documentation: description }),
  }));
}

/** Names that the author chose elsewhere, for a value that mentions one. */
function nameOffers(
  snapshot: Snapshot,
  file: SourceFile,
  systems: readonly PromptSystem[],
  rest: Path,
  path: Path,
): readonly Offer[] {
  if (path[0] === 'models' && path.at(-1) === 'tokenizer')
    return tokenizerNames.map((text) => ({ text, kind: CompletionItemKind.Constant }));
  switch (nameAt(rest, 'value')?.kind) {
    case 'slot':
      return [...new Set(systems.flatMap((system) => slotNames(snapshot, system)))].map((text) => ({
        text,
        kind: CompletionItemKind.Variable,
      }));
    case 'layer': {
      // The id of a layer is a new name.
      const layers = rest.at(-1) === 'id' ? [] : systems.flatMap((system) => system.layers);
      return [...new Map(layers.map((layer) => [layer.id, layer])).values()].map(({ id, title }) => ({
        text: id,
        kind: CompletionItemKind.Module,
        detail: title,
      }));
    }
    case 'axis':
      return [...(systems[0]?.axes.keys() ?? [])].map((text) => ({ text, kind: CompletionItemKind.Enum }));
    case 'model':
      return [...new Set([...Object.keys(snapshot.manifest(file.uri)?.data.models ?? {}), ...modelPrefixes])].map(
        (text) => ({ text, kind: CompletionItemKind.Constant }),
      );
    default:
      return [];
  }
}

/** Declared slots, and those that stand in the texts. */
function slotNames(snapshot: Snapshot, system: PromptSystem): readonly string[] {
  const names = new Set(system.slots.keys());
  for (const { uri, role } of system.files) {
    if (role !== 'template' && role !== 'expand') continue;
    for (const { tree } of snapshot.textsOf(uri)) for (const use of tree?.slots ?? []) names.add(use.name);
  }
  return [...names];
}

/** Keys of a map whose keys are names: slots of a scenario, axes of a condition, values of an axis, codes of rules. */
function recordOffers(
  snapshot: Snapshot,
  system: PromptSystem | undefined,
  rest: Path,
  words: readonly string[],
): readonly Offer[] {
  const names =
    words.length > 0
      ? words
      : rest[0] === 'models' && rest.length === 1
        ? modelPrefixes
        : system
          ? keyNames(snapshot, system, rest)
          : [];
  return names.map((text) => ({
    text,
    kind: CompletionItemKind.Variable,
    isKey: true,
    ...(Object.hasOwn(CODE_TITLES, text) && words.length > 0
      ? { detail: CODE_TITLES[text as keyof typeof CODE_TITLES] }
      : {}),
  }));
}

function keyNames(snapshot: Snapshot, system: PromptSystem, rest: Path): readonly string[] {
  const last = rest.at(-1);
  // A scenario gives values to what is declared; what the texts use may still have to be.
  if (last === 'values') return [...system.slots.keys()];
  if (last === 'slots' && rest.length === 1) return slotNames(snapshot, system);
  if (last === 'when' || last === 'select') return [...system.axes.keys()];
  const axis = axisOfValueAt([...rest, '?'], 'key', (one) => followed(system, one))?.axis ?? '';
  return system.axes.get(axis)?.values ?? [];
}

/** Values of the axis that a condition, a scenario or a default names. */
function axisValueOffers(system: PromptSystem | undefined, rest: Path): readonly Offer[] {
  const found = system && axisOfValueAt(rest, 'value', (axis) => followed(system, axis));
  if (!found || found.declares) return [];
  return (system.axes.get(found.axis)?.values ?? []).map((text) => ({ text, kind: CompletionItemKind.EnumMember }));
}

/** What YAML would not read as this text when it stands there bare. */
const NEEDS_QUOTES = /^$|^[\s\-?:,[\]{}#&*!|>'"%@`]|: |\s#|^(?:true|false|null|~|[-+.\d].*)$|\s$/i;

function itemOf(file: SourceFile, cursor: ManifestCursor, offer: Offer): CompletionItem {
  const { text, detail, documentation, needed, isKey, opensBlock } = offer;
  const isWord = offer.kind === CompletionItemKind.EnumMember;
  const written = !isKey && !isWord && NEEDS_QUOTES.test(text) ? JSON.stringify(text) : text;
  const ending = isKey ? (opensBlock && !cursor.inFlow ? ':' : ': ') : '';
  return {
    label: text,
    kind: offer.kind,
    sortText: `${needed ? '0' : '1'}${text}`,
    filterText: text,
    insertTextFormat: InsertTextFormat.PlainText,
    textEdit: { range: rangeOf(file, cursor.replaced), newText: written + ending },
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined ? {} : { documentation: { kind: 'markdown', value: documentation } }),
  };
}
