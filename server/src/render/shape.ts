import type { Slot as SlotEntry } from '../model/schema';
import { holds } from '../model/selection';
import type { Value } from '../syntax/piece';
import { cutText, fitJson } from './fit';

/** A run of a shaped value. `join` separates items; `removed` was cut off and is not sent. */
export interface ShapedRun {
  readonly kind: 'value' | 'join';
  readonly text: string;
  /** Path below the slot that the text comes from: `[2]`. */
  readonly path?: string;
  readonly removed?: 'cut';
}

/** A value as it stands in the prompt: cut, escaped, as items, and wrapped, in runs that tell the one from the other. */
export interface Shaped {
  readonly runs: readonly ShapedRun[];
  /** The value as data, within its limit and without fields that are off, where it is data and can be cut as such. */
  readonly data?: Value;
  /** What the limit did, when there is one and the value is over it. */
  readonly cut?: {
    readonly unit: 'chars' | 'tokens';
    readonly limit: number;
    readonly size: number;
    readonly refused: boolean;
  };
}

/** The `max` of a slot: UTF-16 code units or tokens of the raw value, before it is escaped and wrapped. */
export interface Limits {
  readonly chars?: number | undefined;
  readonly tokens?: number | undefined;
  readonly cut?: 'end' | 'refuse' | undefined;
}

/** What shaping needs to know beside the value: the slot's entry with the variants of this selection laid over it. */
export interface ShapeOptions {
  readonly entry: SlotEntry;
  readonly axes: Readonly<Record<string, string>>;
  readonly item: string | undefined;
  readonly join: string | undefined;
  readonly max: Limits | undefined;
  /** Whether the program trims the values of list items. */
  readonly trim: boolean;
  /** How booleans are printed: `true`, or Python's `True`. */
  readonly python: boolean;
  /** Tokens of a text; undefined while no vocabulary is loaded: then a limit in tokens cuts nothing. */
  measure?(text: string): number | undefined;
}

/** The text of a value: fields off by `when` → cut → escape → item → join. The limit counts the raw value. */
export function shapeValue(raw: Value, options: ShapeOptions): Shaped {
  const { entry } = options;
  if (raw === null || (Array.isArray(raw) && raw.length === 0)) return { runs: [] };
  if (entry.type === 'list' && Array.isArray(raw)) return shapeList(raw, options);
  if (entry.type === 'json') return shapeJson(raw, options);
  return cutAndEscape(plainText(raw, options.python), options);
}

/** A value that is text, number, boolean, or data that no type declares (then: compact JSON). */
function plainText(raw: Value, python: boolean): string {
  if (typeof raw === 'string') return raw;
  if (typeof raw === 'boolean') return python ? (raw ? 'True' : 'False') : String(raw);
  return raw !== null && typeof raw === 'object' ? JSON.stringify(raw) : String(raw);
}

/** A text within its limit and escaped. What was cut stays as a run that is `removed`; what is `refused` is not cut. */
export function cutAndEscape(text: string, options: ShapeOptions): Shaped {
  const escaped = (t: string): string => escapeText(t, options.entry.escape);
  const over = overLimit(text, options);
  if (text === '') return { runs: [] };
  if (!over) return { runs: [{ kind: 'value', text: escaped(text) }] };
  if (over.refused) return { runs: [{ kind: 'value', text: escaped(text) }], cut: over };
  const kept = over.unit === 'chars' ? cutText(text, over.limit) : cutTokens(text, over.limit, options);
  const runs: ShapedRun[] = [
    { kind: 'value', text: escaped(kept) },
    { kind: 'value', text: text.slice(kept.length), removed: 'cut' },
  ];
  return { runs: runs.filter((run) => run.text !== ''), cut: over };
}

function overLimit(text: string, options: ShapeOptions): Shaped['cut'] {
  const max = options.max;
  if (!max) return undefined;
  const refused = max.cut === 'refuse';
  if (max.chars !== undefined && text.length > max.chars)
    return { unit: 'chars', limit: max.chars, size: text.length, refused };
  if (max.tokens === undefined) return undefined;
  const size = options.measure?.(text);
  return size !== undefined && size > max.tokens ? { unit: 'tokens', limit: max.tokens, size, refused } : undefined;
}

/** The longest start that has no more than `limit` tokens. Longer starts never have clearly fewer tokens, so halving finds it. */
function cutTokens(text: string, limit: number, options: ShapeOptions): string {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((options.measure?.(cutText(text, middle)) ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return cutText(text, low);
}

/** The text as it stands inside of XML, or inside of the quotes of a JSON string. */
export function escapeText(text: string, how: 'xml' | 'json' | undefined): string {
  if (how === 'xml') return text.replace(/[&<>"]/g, (c) => XML[c] as string);
  if (how === 'json') return JSON.stringify(text).slice(1, -1);
  return text;
}

const XML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** How a JSON value ends that could not be cut to its limit. */
const CUT_OFF = '"truncated":true}';

function shapeJson(raw: Value, options: ShapeOptions): Shaped {
  if (typeof raw === 'string')
    return { runs: raw === '' ? [] : [{ kind: 'value', text: escapeText(raw, options.entry.escape) }] };
  const { entry, max } = options;
  const value = withoutFieldsThatAreOff(raw, entry.fields, options.axes);
  const whole = JSON.stringify(value);
  const limits = new Map(
    Object.entries(entry.fields ?? {}).flatMap(([field, f]) => (f.max === undefined ? [] : [[field, f.max] as const])),
  );
  const over = overLimit(whole, options);
  const chars = over?.unit === 'tokens' ? charsFor(over.limit, (n) => fitJson(value, n, limits), options) : max?.chars;
  const text = over?.refused ? whole : fitJson(value, chars, limits);
  const run: ShapedRun = { kind: 'value', text: escapeText(text, entry.escape) };
  // A value of which nothing is left but that it was cut is no data that anything could go into.
  const data = text === whole || text.endsWith(CUT_OFF) ? value : (JSON.parse(text) as Value);
  return over ? { runs: [run], data, cut: over } : { runs: [run], data };
}

/** The largest limit in characters at which the text that fits it has no more than `tokens`. */
function charsFor(tokens: number, fitted: (chars: number) => string, options: ShapeOptions): number {
  let low = 0;
  let high = fitted(Number.MAX_SAFE_INTEGER).length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((options.measure?.(fitted(middle)) ?? 0) <= tokens) low = middle;
    else high = middle - 1;
  }
  return low;
}

function withoutFieldsThatAreOff(
  raw: Value,
  fields: SlotEntry['fields'],
  axes: Readonly<Record<string, string>>,
): Value {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw) || !fields) return raw;
  return Object.fromEntries(
    Object.entries(raw).filter(([key]) => !Object.hasOwn(fields, key) || holds(fields[key]?.when, axes)),
  );
}

function shapeList(items: readonly Value[], options: ShapeOptions): Shaped {
  const glue = options.join ?? '\n';
  const deferred = deferredItems(items, options.entry.defer);
  const texts = items
    .map((item, index) => ({ index, text: itemText(item, deferred.has(index), options) }))
    .filter((item) => item.text !== '');
  const max = options.max;
  const ends: number[] = [];
  for (const item of texts) ends.push((ends.at(-1) ?? -glue.length) + glue.length + item.text.length);
  const sizeWith = (count: number): number => ends[count - 1] ?? 0;
  let kept = texts.length;
  let cut: Shaped['cut'];
  if (max?.chars !== undefined && sizeWith(kept) > max.chars) {
    cut = { unit: 'chars', limit: max.chars, size: sizeWith(kept), refused: max.cut === 'refuse' };
    if (!cut.refused) while (kept > 0 && sizeWith(kept) > max.chars) kept--;
  } else if (max?.tokens !== undefined && options.measure) {
    const joined = (count: number): string =>
      texts
        .slice(0, count)
        .map((t) => t.text)
        .join(glue);
    const size = options.measure(joined(kept));
    if (size !== undefined && size > max.tokens) {
      cut = { unit: 'tokens', limit: max.tokens, size, refused: max.cut === 'refuse' };
      if (!cut.refused) while (kept > 0 && (options.measure(joined(kept)) ?? 0) > max.tokens) kept--;
    }
  }
  const runs = texts.flatMap((item, i): ShapedRun[] => {
    const removed = i >= kept ? ({ removed: 'cut' } as const) : {};
    const own: ShapedRun = { kind: 'value', text: item.text, path: `[${item.index}]`, ...removed };
    return i === 0 || glue === '' ? [own] : [{ kind: 'join', text: glue, ...removed }, own];
  });
  const last = texts[kept - 1];
  const data = kept < texts.length ? items.slice(0, last ? last.index + 1 : 0) : items;
  return cut ? { runs, data, cut } : { runs, data };
}

/** One item as text: `{field}` is replaced by that field, `{item}` by a plain item; an unknown field stays as written. */
function itemText(item: Value, isDeferred: boolean, options: ShapeOptions): string {
  const own = (value: Value | undefined): string => {
    const text = value === undefined || value === null ? '' : plainText(value, options.python);
    const escaped = escapeText(text, options.entry.escape);
    return options.trim ? escaped.trim() : escaped;
  };
  const shape = isDeferred ? (options.entry.defer?.item ?? '') : options.item;
  if (item !== null && typeof item === 'object' && !Array.isArray(item)) {
    if (shape === undefined) return own(item);
    const fields = item as { readonly [key: string]: Value };
    return shape.replace(/\{([\p{L}_][\p{L}\p{N}_.]*)\}/gu, (written, field: string) => {
      const found = fieldOf(fields, field);
      return found === undefined ? written : own(found);
    });
  }
  return shape === undefined ? own(item) : shape.replaceAll('{item}', () => own(item));
}

/** The field of an item, by its own name or by a dotted path through maps; own properties only. */
export function fieldOf(item: { readonly [key: string]: Value }, field: string): Value | undefined {
  if (Object.hasOwn(item, field)) return item[field];
  let at: Value = item as Value;
  for (const step of field.split('.')) {
    if (at === null || typeof at !== 'object' || Array.isArray(at) || !Object.hasOwn(at, step)) return undefined;
    at = (at as { readonly [key: string]: Value })[step] as Value;
  }
  return at;
}

/** Items that are written short: those of a group with more than `perGroup` items, or all when the groups hold more than `total`. */
export function deferredItems(items: readonly Value[], defer: SlotEntry['defer']): ReadonlySet<number> {
  const out = new Set<number>();
  if (!defer) return out;
  const groups = new Map<string, number[]>();
  items.forEach((item, index) => {
    if (item === null || typeof item !== 'object' || Array.isArray(item)) return;
    const group = fieldOf(item as { readonly [key: string]: Value }, defer.group);
    if (group === undefined || group === null || group === '') return;
    const name = String(group);
    const members = groups.get(name);
    if (members) members.push(index);
    else groups.set(name, [index]);
  });
  const counted = [...groups.values()].reduce((n, g) => n + g.length, 0);
  const all = defer.total !== undefined && counted > defer.total;
  for (const group of groups.values()) {
    if (all || (defer.perGroup !== undefined && group.length > defer.perGroup))
      for (const index of group) out.add(index);
  }
  return out;
}
