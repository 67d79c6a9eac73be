import { iterate } from './iterate';
import { defined, isNumeric, isWhole, raise, toNumber, typeName, used } from './show';
import {
  Dict,
  DictView,
  type Entry,
  Float,
  Lazy,
  List,
  PyObject,
  type PyValue,
  Range,
  type Traced,
  Undefined,
} from './value';
import { missingIs, spend, Work } from './work';

/** What `if` asks. Throws where the program wants to be told of names that are missing. */
export function truth({ value }: Traced): boolean {
  if (typeof value === 'string') return value !== '';
  if (isNumeric(value)) return toNumber(value) !== 0;
  if (value instanceof Undefined) used(value);
  if (value === null || value instanceof Undefined) return false;
  if (value instanceof List) return value.items.length > 0;
  if (value instanceof Dict) return value.entries.size > 0;
  if (value instanceof DictView) return value.dict.entries.size > 0;
  if (value instanceof Range) return value.length > 0;
  return value instanceof PyObject ? value.behaviour.length?.() !== 0 : true;
}

/** `==` of Python. Throws where the program wants to be told of names that are missing. */
export function equal(a: PyValue, b: PyValue, work = new Work()): boolean {
  spend(1);
  if (a instanceof Undefined) used(a);
  if (b instanceof Undefined) used(b);
  if (a === b) return true;
  if (isNumeric(a) && isNumeric(b)) return equalNumbers(a, b);
  if (a instanceof Undefined) return b instanceof Undefined && isOfSameClass(a, b);
  if (a instanceof List && b instanceof List) return work.inside(() => equalLists(a, b, work));
  if (a instanceof Dict && b instanceof Dict) return work.inside(() => equalDicts(a, b, work));
  if (a instanceof DictView && b instanceof DictView) return equalViews(a, b, work);
  return a instanceof Range && b instanceof Range && equalRanges(a, b);
}

/** What is missing has a class of its own when it has fields or is shown; an `if` without an `else` never has. */
const isOfSameClass = (a: Undefined, b: Undefined): boolean =>
  (!missingIs('chain') && !missingIs('show')) || (a.absence.isPlain === true) === (b.absence.isPlain === true);

/** JavaScript orders a bigint and a double by their exact values, as Python does, but `===` never holds between them. */
const equalNumbers = (a: boolean | number | bigint | Float, b: boolean | number | bigint | Float): boolean =>
  plain(a) <= plain(b) && plain(a) >= plain(b);

const plain = (value: boolean | number | bigint | Float): number | bigint =>
  typeof value === 'bigint' ? value : toNumber(value);

const equalLists = (a: List, b: List, work: Work): boolean =>
  a.kind === b.kind &&
  a.items.length === b.items.length &&
  a.items.every((item, index) => equal(item.value, b.items[index]?.value ?? null, work));

function equalDicts(a: Dict, b: Dict, work: Work): boolean {
  if (a.entries.size !== b.entries.size) return false;
  for (const [hashed, { value }] of a.entries) {
    const other = b.entries.get(hashed);
    if (!other || !equal(value.value, other.value.value, work)) return false;
  }
  return true;
}

/** Keys and items are sets; values are equal to nothing but themselves. */
function equalViews(a: DictView, b: DictView, work: Work): boolean {
  if (a.kind === 'dict_values' || b.kind === 'dict_values' || a.kind !== b.kind) return false;
  if (a.kind === 'dict_items') return equalDicts(a.dict, b.dict, work);
  return (
    a.dict.entries.size === b.dict.entries.size && [...a.dict.entries.keys()].every((key) => b.dict.entries.has(key))
  );
}

const equalRanges = (a: Range, b: Range): boolean =>
  a.length === b.length && (a.length === 0 || (a.start === b.start && (a.length === 1 || a.step === b.step)));

/** Negative, zero or positive as `a` is less, equal or greater; NaN when neither holds. `operator` is for the message. */
export function compare(a: Traced, b: Traced, operator: string, work = new Work()): number {
  spend(1);
  defined(a);
  defined(b);
  if (isNumeric(a.value) && isNumeric(b.value)) return compareNumbers(plain(a.value), plain(b.value));
  if (typeof a.value === 'string' && typeof b.value === 'string') return compareTexts(a.value, b.value);
  if (a.value instanceof List && b.value instanceof List && a.value.kind === b.value.kind) {
    const { items } = a.value;
    const { items: others } = b.value;
    return work.inside(() => compareLists(items, others, operator, work));
  }
  const types = `'${typeName(a.value)}' and '${typeName(b.value)}'`;
  return raise('TypeError', `'${operator}' not supported between instances of ${types}`);
}

function compareNumbers(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return a <= b ? 0 : Number.NaN;
}

function compareLists(a: readonly Traced[], b: readonly Traced[], operator: string, work: Work): number {
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (!right) break;
    if (!equal(left.value, right.value, work)) return compare(left, right, operator, work);
  }
  return a.length - b.length;
}

/** Python orders texts by code points; UTF-16 would put surrogates in front of U+E000 and above. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left === right) continue;
    const surrogates = Number(isSurrogate(left)) - Number(isSurrogate(right));
    return surrogates === 0 ? left - right : surrogates;
  }
  return a.length - b.length;
}

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

/** What a dict and a set look a value up by: a text for data, the object itself for what is equal to nothing else. */
export function hash(value: PyValue, work = new Work()): string | object {
  if (typeof value === 'string') return `s${value}`;
  if (isNumeric(value)) return `n${String(plain(value))}`;
  if (value === null) return 'none';
  if (value instanceof Undefined) {
    used(value);
    return 'undefined';
  }
  if (value instanceof List && value.kind === 'tuple') {
    const parts = value.items.map((item) => work.inside(() => hash(item.value, work)));
    return `t${parts.map((part) => (typeof part === 'string' ? `${part.length}:${part}` : 'o')).join('')}`;
  }
  if (value instanceof Range) return `r${value.start} ${value.stop} ${value.step}`;
  if (value instanceof PyObject || value instanceof Lazy || value instanceof DictView) return value;
  return raise('TypeError', `unhashable type: '${typeName(value)}'`);
}

/** Undefined when there is no such key. Throws a `TypeError` for a key that Python cannot hash. */
export const entryOf = (dict: Dict, key: PyValue): Entry | undefined => dict.entries.get(hash(key));

/** A key that is there keeps its place and its first spelling, as in Python. */
export function setEntry(dict: Dict, key: Traced, value: Traced): void {
  const hashed = hash(key.value);
  const entry = dict.entries.get(hashed);
  if (entry) entry.value = value;
  else dict.entries.set(hashed, { key, value });
}

/** `item in container` */
export function contains(container: Traced, item: Traced): boolean {
  const { value } = container;
  if (typeof value === 'string') {
    if (typeof item.value === 'string') return value.includes(item.value);
    return raise('TypeError', `'in <string>' requires string as left operand, not ${typeName(item.value)}`);
  }
  if (value instanceof Dict) return value.entries.has(hash(item.value));
  if (value instanceof DictView && value.kind === 'dict_keys') return value.dict.entries.has(hash(item.value));
  if (value instanceof Range) return inRange(value, item.value);
  const next = iterate(container, (type) => `argument of type '${type}' is not iterable`);
  for (let other = next(); other; other = next()) if (equal(other.value, item.value)) return true;
  return false;
}

function inRange(range: Range, value: PyValue): boolean {
  // Its numbers are compared with what is no number, one after the other.
  if (value instanceof Undefined && range.length > 0) used(value);
  if (!isWhole(value) && !(value instanceof Float)) return false;
  const steps = (toNumber(value) - range.start) / range.step;
  return Number.isInteger(steps) && steps >= 0 && steps < range.length;
}

/** Whether two values are one object, as far as the values here can tell. */
export const isSame = (a: PyValue, b: PyValue): boolean =>
  isNumeric(a) && isNumeric(b) ? typeName(a) === typeName(b) && equalNumbers(a, b) : a === b;
