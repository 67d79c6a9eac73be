// A YAML text as a tree of our own: plain, immutable, with spans, and without anything of the library that read it.
import { Kept } from '../../text/kept';
import { type Span, touches } from '../../text/span';
import type { Value } from '../piece';

/** One node of the text. Every span lies in the text that was read. */
export type YamlNode = YamlScalar | YamlMap | YamlList | YamlAlias;

/** `value` is what YAML 1.2 makes of what is written: `yes` is a text, `0o10` a number. */
export interface YamlScalar {
  readonly kind: 'scalar';
  readonly span: Span;
  readonly value: string | number | boolean | null;
  /** How it is written; `none`: nothing is written at all (`key:`), and the value is null. */
  readonly style: 'plain' | 'single' | 'double' | 'block' | 'none';
  /** For `none`: the blanks behind the colon, where a cursor is about to write the value. */
  readonly room?: Span;
}

/** Entries in the order of the text, duplicates among them. */
export interface YamlMap {
  readonly kind: 'map';
  readonly span: Span;
  readonly entries: readonly YamlEntry[];
  /** Written in braces. */
  readonly flow: boolean;
}

export interface YamlEntry {
  /** The key as text: a quoted key without its quotes, a plain one as it is written. */
  readonly name: string;
  readonly key: YamlNode;
  readonly value: YamlNode;
  /** Whether there is a colon; without one the entry is a lone word in braces. */
  readonly colon: boolean;
  /** An earlier entry of the same map has the same key; that one counts. */
  readonly duplicate: boolean;
}

export interface YamlList {
  readonly kind: 'list';
  readonly span: Span;
  readonly items: readonly YamlNode[];
  /** Written in brackets. */
  readonly flow: boolean;
}

/** `*name`: stands for the node that the anchor `&name` marks. */
export interface YamlAlias {
  readonly kind: 'alias';
  readonly span: Span;
  readonly name: string;
  /** Undefined: no such anchor before it, or the alias stands inside its own anchor. */
  readonly target: YamlNode | undefined;
}

export type YamlPath = readonly (string | number)[];

/** The node behind an alias. Chains are short: an alias has no anchor of its own. */
export function behind(node: YamlNode): Exclude<YamlNode, YamlAlias> | undefined {
  return node.kind !== 'alias' ? node : node.target === undefined ? undefined : behind(node.target);
}

const indexes = new Kept<YamlMap, ReadonlyMap<string, YamlEntry>>();

/** The entry that counts for a key. */
export function entryOf(map: YamlMap, name: string): YamlEntry | undefined {
  if (map.entries.length < 16) return map.entries.find((entry) => entry.name === name && !entry.duplicate);
  let index = indexes.get(map);
  if (!index) {
    index = new Map(map.entries.flatMap((entry) => (entry.duplicate ? [] : [[entry.name, entry]])));
    indexes.set(map, index);
  }
  return index.get(name);
}

export interface YamlPlace {
  readonly key?: Span;
  readonly value?: Span;
  /** Where the value is an alias: what that stands for. */
  readonly target?: Span;
}

/** The place of an entry: the span of its key (in a map) and of its value. Inside an alias it is that of the anchor. */
export function placeIn(root: YamlNode | undefined, path: YamlPath): YamlPlace | undefined {
  let node = root;
  let key: Span | undefined;
  for (const step of path) {
    const at: YamlNode | undefined = node && behind(node);
    if (at?.kind === 'list' && typeof step === 'number') {
      node = at.items[step];
      key = undefined;
    } else if (at?.kind === 'map') {
      const entry: YamlEntry | undefined = entryOf(at, String(step));
      node = entry?.value;
      key = entry?.key.span;
    } else return undefined;
    if (!node) return undefined;
  }
  if (!node) return undefined;
  const target = node.kind === 'alias' ? behind(node)?.span : undefined;
  const value = node.span;
  if (!key) return target ? { value, target } : { value };
  return target ? { key, value, target } : { key, value };
}

export interface YamlPosition {
  readonly path: YamlPath;
  readonly part: 'key' | 'value';
  readonly span: Span;
}

/** The innermost entry at an offset. Between entries it is the value of the collection around. */
export function positionIn(root: YamlNode | undefined, offset: number): YamlPosition | undefined {
  if (!root || !touches(root.span, offset)) return undefined;
  const path: (string | number)[] = [];
  let node: YamlNode = root;
  for (;;) {
    const inner = step(node, offset);
    if (!inner) return { path, part: 'value', span: node.span };
    path.push(inner.step);
    if (inner.part === 'key') return { path, part: 'key', span: inner.node.span };
    node = inner.node;
  }
}

type Step = { readonly step: string | number; readonly part: 'key' | 'value'; readonly node: YamlNode };

function step(node: YamlNode, offset: number): Step | undefined {
  if (node.kind === 'list') {
    const last = lastBefore(node.items, (item) => item.span.start, offset);
    for (const index of [last - 1, last]) {
      const item = node.items[index];
      if (item && touches(roomOf(item), offset)) return { step: index, part: 'value', node: item };
    }
  }
  if (node.kind === 'map') {
    const last = lastBefore(node.entries, (entry) => entry.key.span.start, offset);
    for (const entry of [node.entries[last - 1], node.entries[last]]) {
      if (!entry) continue;
      if (touches(entry.key.span, offset)) return { step: entry.name, part: 'key', node: entry.key };
      if (touches(roomOf(entry.value), offset)) return { step: entry.name, part: 'value', node: entry.value };
    }
  }
  return undefined;
}

/** Index of the last of some ordered things that begins at or before an offset; -1: none does. */
function lastBefore<T>(ordered: readonly T[], start: (thing: T) => number, offset: number): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (start(ordered[middle] as T) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The last value of a collection that begins before an offset. */
export function lastValueBefore(node: YamlNode, offset: number): YamlNode | undefined {
  if (node.kind === 'list') return node.items[lastBefore(node.items, (item) => item.span.start, offset - 1)];
  if (node.kind !== 'map') return undefined;
  return node.entries[lastBefore(node.entries, (entry) => entry.value.span.start, offset - 1)]?.value;
}

const roomOf = (node: YamlNode): Span => (node.kind === 'scalar' && node.room) || node.span;

/** The nodes that an offset lies in, the outermost first, keys included. */
export function nodesAt(root: YamlNode | undefined, offset: number): YamlNode[] {
  const out: YamlNode[] = [];
  let node = root && touches(root.span, offset) ? root : undefined;
  while (node) {
    out.push(node);
    node = step(node, offset)?.node;
  }
  return out;
}

/** The same tree with its spans taken elsewhere. */
export function moved(node: YamlNode, to: (span: Span) => Span, known = new Map<YamlNode, YamlNode>()): YamlNode {
  const earlier = known.get(node);
  if (earlier) return earlier;
  const span = to(node.span);
  const inner = (child: YamlNode): YamlNode => moved(child, to, known);
  let made: YamlNode;
  if (node.kind === 'list') made = { ...node, span, items: node.items.map(inner) };
  else if (node.kind === 'map') {
    made = { ...node, span, entries: node.entries.map((e) => ({ ...e, key: inner(e.key), value: inner(e.value) })) };
  } else if (node.kind === 'alias') made = { ...node, span, target: node.target && inner(node.target) };
  else made = { ...node, span, ...(node.room ? { room: to(node.room) } : {}) };
  known.set(node, made);
  return made;
}

/** The node as plain data. Maps have no prototype; an alias that stands for nothing is null; the first of equal keys counts. */
export function toData(node: YamlNode | undefined, known = new Map<YamlNode, Value>()): Value {
  if (!node) return null;
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'alias') return toData(node.target, known);
  const earlier = known.get(node);
  if (earlier !== undefined) return earlier;
  const made = node.kind === 'list' ? node.items.map((item) => toData(item, known)) : mapData(node, known);
  known.set(node, made);
  return made;
}

function mapData(node: YamlMap, known: Map<YamlNode, Value>): Value {
  const map = emptyMap<Value>();
  for (const entry of node.entries) if (!entry.duplicate) map[entry.name] = toData(entry.value, known);
  return map;
}

/** A map without a prototype, so that a key such as `constructor` or `__proto__` is a key like any other. */
export function emptyMap<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}

/**
 * The same for one whose keys are a few that are known. V8 makes a hash table of an object that begins without a prototype;
 * one that loses it keeps its form, which takes a quarter of the room.
 */
export function emptyEntry<T>(): Record<string, T> {
  return Object.setPrototypeOf({}, null) as Record<string, T>;
}
