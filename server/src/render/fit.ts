import type { Value } from '../syntax/piece';

/** Length of a field as JSON, or as a share (≤ 1) of the whole limit. */
export type FieldLimits = ReadonlyMap<string, number>;

type Entries = { [key: string]: Value };

/** The longest start of `text` with at most `length` UTF-16 units; never half a surrogate pair. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = Math.max(0, length);
  const last = text.charCodeAt(end - 1);
  return text.slice(0, end > 0 && last >= 0xd800 && last <= 0xdbff ? end - 1 : end);
}

/**
 * JSON text of at most `max` characters that stays JSON: as it is; else with every limited field shortened
 * to its limit; else `{"meta":…,"truncated":true}`, with `meta` only when the value has it.
 */
export function fitJson(value: Value, max: number | undefined, limits: FieldLimits): string {
  const whole = JSON.stringify(value);
  if (max === undefined || whole.length <= max || !isMap(value)) return whole;
  const shortened: Entries = {};
  for (const [key, field] of Object.entries(value)) {
    const limit = limits.get(key);
    shortened[key] = limit === undefined ? field : shorten(field, limit <= 1 ? Math.floor(limit * max) : limit);
  }
  const text = JSON.stringify(shortened);
  if (text.length <= max) return text;
  return JSON.stringify(value.meta === undefined ? { truncated: true } : { meta: value.meta, truncated: true });
}

/** A value whose JSON has at most `length` characters, as near to the whole as its kind allows. */
function shorten(value: Value, length: number): Value {
  if (sizeOf(value) <= length) return value;
  if (typeof value === 'string') return shortenText(value, length);
  if (Array.isArray(value)) return shortenList(value, length);
  if (isMap(value)) return shortenMap(value, length);
  return value;
}

function shortenText(text: string, length: number): string {
  // Escapes make the JSON longer than the text: the longest start that fits is found by halving.
  let low = 0;
  let high = Math.max(0, Math.min(text.length, length - 2));
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sizeOf(cutText(text, middle)) <= length) low = middle;
    else high = middle - 1;
  }
  return cutText(text, low);
}

function shortenList(list: readonly Value[], length: number): Value {
  let size = 2;
  let kept = 0;
  for (const item of list) {
    const next = size + sizeOf(item) + (kept > 0 ? 1 : 0);
    if (next > length) break;
    size = next;
    kept++;
  }
  if (kept > 0) return list.slice(0, kept);
  const first = shorten(list[0] as Value, length - 2);
  return sizeOf([first]) <= length ? [first] : [];
}

function shortenMap(map: Entries, length: number): Value {
  const rest: Entries = { ...map };
  for (let size = sizeOf(rest); size > length && Object.keys(rest).length > 0; size = sizeOf(rest)) {
    const longest = Object.keys(rest).reduce((a, b) => (sizeOf(rest[b] as Value) > sizeOf(rest[a] as Value) ? b : a));
    const before = rest[longest] as Value;
    const after = shorten(before, Math.max(0, sizeOf(before) - (size - length)));
    if (size - sizeOf(before) + sizeOf(after) <= length) rest[longest] = after;
    else delete rest[longest];
  }
  return rest;
}

const sizeOf = (value: Value): number => JSON.stringify(value).length;

const isMap = (value: Value): value is Entries => value !== null && typeof value === 'object' && !Array.isArray(value);
