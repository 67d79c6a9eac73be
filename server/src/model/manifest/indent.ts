// Entries that stand further left than what they belong to. YAML accepts them, as entries of something else.
import { lineEnd, lineStart } from '../../syntax/yaml/text';
import { behind, entryOf, type YamlEntry, type YamlMap, type YamlNode } from '../../syntax/yaml/tree';
import type { TextEdit } from '../../text/edit';
import { span as spanOf } from '../../text/span';
import { accepts } from '../kinds';
import type { MapShape, RecordShape, Shape } from '../shape';
import type { ManifestFault } from './manifest';
import { article, short } from './words';

export interface Stray {
  readonly entry: YamlEntry;
  /** What it belongs to, in words: `the layer`, `\`cache\``. */
  readonly owner: string;
  /** What it is a key of, in words, where it has a fixed name: `a layer`. */
  readonly keyOf: string | undefined;
  /** An entry that it belongs beside; undefined when there is none yet. */
  readonly beside: YamlEntry | undefined;
  /** The entry in whose value it belongs, and what that value is with it. */
  readonly under: YamlEntry;
  readonly into: YamlNode;
}

/** Each is put in its place by itself; behind so many nobody meant them where they would be put. */
const MOST = 200;

/** The entries of a map, with those put in their place that stand beside what they belong to. */
export function regroup(
  at: YamlMap,
  shape: MapShape | RecordShape,
): { readonly entries: readonly YamlEntry[]; readonly strays: readonly Stray[] } {
  const strays: Stray[] = [];
  if (at.flow) return { entries: at.entries, strays };
  const entries: YamlEntry[] = [];
  for (const entry of at.entries) {
    const before = entries.at(-1);
    const own = before && shapeIn(shape, before.name);
    const home =
      before && own && strays.length < MOST && !entry.duplicate && !isAtHome(shape, entry)
        ? adopt(before.value, own, {
            entry,
            name: `\`${before.name}\``,
            under: before,
            grown: strays.at(-1)?.into,
            depth: 0,
          })
        : undefined;
    if (before && home) {
      entries[entries.length - 1] = { ...before, value: home.node };
      strays.push(home.stray);
    } else entries.push(entry);
  }
  return { entries, strays };
}

/** Faults for entries that stand beside what they belong into: one for each that they belong into. */
export function* strayFaults(text: string, strays: readonly Stray[]): Generator<ManifestFault> {
  const groups = new Map<YamlNode, Stray[]>();
  for (const stray of strays) {
    const group = groups.get(stray.under.key);
    if (group) group.push(stray);
    else groups.set(stray.under.key, [stray]);
  }
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const { name, key } = first.entry;
    const to = first.beside ? column(text, first.beside) : column(text, first.under) + 2;
    const by = to - column(text, first.entry);
    const what = first.keyOf ? ` is a key of ${first.keyOf}, but` : '';
    const more = group.length === 1 ? '' : ` The same holds for ${group.length - 1} more below it.`;
    const edits = group.flatMap(({ entry }) => indented(text, entry, by));
    yield {
      code: 'manifest.schema',
      span: key.span,
      message: `\`${short(name)}\`${what} stands beside ${first.owner} instead of in it. Indent it by ${to}.${more}`,
      ...(by > 0 ? { fixes: [{ title: `Indent it by ${to}`, edits }] } : {}),
    };
  }
}

const column = (text: string, { key }: YamlEntry): number => key.span.start - lineStart(text, key.span.start);

/** An entry with all its lines moved to the right. */
function indented(text: string, { key, value }: YamlEntry, by: number): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (let at = lineStart(text, key.span.start); at < Math.max(value.span.end, key.span.end); ) {
    const end = lineEnd(text, at);
    if (end > at) edits.push({ span: spanOf(at, at), text: ' '.repeat(Math.max(0, by)) });
    const feed = text.indexOf('\n', end);
    at = feed < 0 ? text.length : feed + 1;
  }
  return edits;
}

const shapeIn = (shape: MapShape | RecordShape, name: string): Shape | undefined =>
  shape.kind === 'record' ? shape.value : shape.keys.get(name)?.shape;

/** Whether an entry can be meant where it stands. */
function isAtHome(shape: MapShape | RecordShape, { name, value }: YamlEntry): boolean {
  const at = behind(value);
  const own = shapeIn(shape, name);
  if (!at || !own) return !at;
  if (shape.kind === 'map' || own.kind !== 'map' || !own.keys.has(name))
    return accepts(own, at) || shape.kind === 'record';
  return at.kind === 'map' && at.entries.some((entry) => own.keys.has(entry.name));
}

interface Seeking {
  readonly entry: YamlEntry;
  /** The collection that is looked into, in words, and its entry. */
  readonly name: string;
  readonly under: YamlEntry;
  /** A collection that nothing stood in until strays were put there: more of them may follow. */
  readonly grown: YamlNode | undefined;
  readonly depth: number;
}

interface Home {
  readonly node: YamlNode;
  readonly stray: Stray;
}

/** Nothing in a manifest is nested deeper. */
const DEEPEST = 10;

/** A node with the entry in the last place below it that takes it. */
function adopt(node: YamlNode, shape: Shape, seeking: Seeking): Home | undefined {
  const at = behind(node);
  if (!at || seeking.depth === DEEPEST) return undefined;
  const { entry, name, under } = seeking;
  const deeper = (more: Partial<Seeking>): Seeking => ({ ...seeking, depth: seeking.depth + 1, ...more });
  const isEmpty = (at.kind === 'scalar' && at.style === 'none') || at === seeking.grown;
  if (shape.kind === 'list' && at.kind === 'list' && !at.flow) {
    const last = at.items.at(-1);
    const owner = shape.item.title ? `the ${shape.item.title} above it` : name;
    const home = last && adopt(last, shape.item, deeper({ name: owner }));
    return home && { ...home, node: { ...at, items: [...at.items.slice(0, -1), home.node] } };
  }
  if ((shape.kind !== 'map' && shape.kind !== 'record') || !(isEmpty || (at.kind === 'map' && !at.flow)))
    return undefined;
  const map: YamlMap = at.kind === 'map' ? at : { kind: 'map', span: at.span, flow: false, entries: [] };
  const value = behind(entry.value);
  const own = shape.kind === 'map' ? shape.keys.get(entry.name)?.shape : isEmpty ? shape.value : undefined;
  if (own && value && accepts(own, value) && !entryOf(map, entry.name)) {
    const isTitled = shape.kind === 'map' && shape.title !== undefined && shape.title !== under.name;
    const keyOf = isTitled ? article(shape.title ?? '') : undefined;
    const into = { ...map, entries: [...map.entries, entry] };
    return { node: into, stray: { entry, owner: name, keyOf, beside: map.entries[0], under, into } };
  }
  const last = map.entries.at(-1);
  const inner = last && shapeIn(shape, last.name);
  const home = last && inner && adopt(last.value, inner, deeper({ name: `\`${last.name}\``, under: last }));
  return home && { ...home, node: { ...map, entries: [...map.entries.slice(0, -1), { ...last, value: home.node }] } };
}
