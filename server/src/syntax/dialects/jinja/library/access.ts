import { PythonError } from '../../python/error';
import { quoted } from '../../python/repr';
import { entryOf } from '../values/compare';
import { len } from '../values/iterate';
import { constant, originsOf } from '../values/make';
import { defined, hasFields, isWhole, objectName, raise, repr, typeName, UNSUPPORTED } from '../values/show';
import { characters } from '../values/text';
import { Dict, List, PyObject, type PyValue, Range, type Traced, Undefined } from '../values/value';
import type { Host } from './host';
import { methodOf } from './methods';
import { cut } from './strings';

/**
 * `object.name`. Python's own attributes come first: `d.items` is the method of the dict and never its key `items`, which
 * has to be written `d['items']`.
 */
export function attribute(object: Traced, name: string, host: Host): Traced {
  const { value } = object;
  if (value instanceof Undefined) return missingStep(object, value);
  return (
    ownAttribute(object, name, host) ??
    (value instanceof Dict ? entryOf(value, name)?.value : undefined) ??
    lacks(object, name)
  );
}

/** What Python's `getattr` finds. */
export function ownAttribute(object: Traced, name: string, host: Host): Traced | undefined {
  const { value } = object;
  const method = methodOf(object, name, host);
  if (method) return method;
  if (value instanceof List && value.fields) {
    const index = value.fields.indexOf(name);
    if (index >= 0) return value.items[index];
  }
  if (value instanceof Range && (name === 'start' || name === 'stop' || name === 'step')) return constant(value[name]);
  const own = value instanceof PyObject ? value.behaviour.attribute?.(name) : undefined;
  if (own) return own;
  // A namespace hides everything that Python gives an object.
  if (isInternal(name) && typeName(value) !== 'Namespace') {
    return raise(UNSUPPORTED, `\`${name}\` is an internal of Python, and the values here are plain data`);
  }
  return undefined;
}

/** What Python gives every value beside its data. Other names with underscores are keys like any. */
const INTERNALS: ReadonlySet<string> = new Set(
  (
    'class doc dict module name qualname bases base mro subclasses init new del call code closure func self globals ' +
    'builtins import getattribute getattr setattr delattr dir eq ne lt le gt ge hash str repr format sizeof reduce ' +
    'reduce_ex init_subclass subclasshook getitem setitem delitem len contains iter reversed add mul class_getitem'
  )
    .split(' ')
    .map((word) => `__${word}__`),
);

/** Whether a name is one of those that Python keeps for itself, like `__class__`. */
export const isInternal = (name: string): boolean => INTERNALS.has(name);

/** `object[key]` */
export function item(object: Traced, key: Traced, host: Host): Traced {
  const { value } = object;
  if (value instanceof Undefined) return missingStep(object, value);
  const found = subscript(object, key.value);
  if (found) return found;
  if (typeof key.value === 'string') {
    const own = ownAttribute(object, key.value, host);
    if (own) return own;
  }
  return lacks(object, key.value);
}

/** What Python's `object[key]` gives; undefined where it raises, whatever it raises. */
function subscript(object: Traced, key: PyValue): Traced | undefined {
  const { value, origins } = object;
  if (value instanceof Dict) return isHashable(key) ? entryOf(value, key)?.value : undefined;
  if (!isWhole(key)) return undefined;
  if (!(value instanceof List || value instanceof Range || typeof value === 'string')) return undefined;
  const length = len(object);
  const at = Number(key) < 0 ? Number(key) + length : Number(key);
  if (at < 0 || at >= length) return undefined;
  if (value instanceof List) return value.items[at];
  if (value instanceof Range) return { value: value.at(at), origins };
  const character = { value: characters(value)[at] ?? '', origins };
  return object.markup ? { ...character, markup: true } : character;
}

function isHashable(key: PyValue): boolean {
  if (key instanceof Dict) return false;
  return !(key instanceof List) || (key.kind === 'tuple' && key.items.every((part) => isHashable(part.value)));
}

function lacks(object: Traced, key: PyValue): Traced {
  const owner = objectName(object.value);
  const message =
    typeof key === 'string'
      ? `${quoted(owner)} has no attribute ${quoted(key)}`
      : `${owner} has no element ${repr(constant(key))}`;
  return { value: new Undefined(message, { shown: noElement(owner, key) }), origins: [] };
}

/** What `DebugUndefined` says of something that an object lacks. */
export const noElement = (owner: string, key: PyValue): string => `no such element: ${owner}[${repr(constant(key))}]`;

/** A step into something undefined: an error, but for a slot that a preview has no value for. */
function missingStep(object: Traced, value: Undefined): Traced {
  if (value.hole === undefined && !hasFields(value)) defined(object);
  return object;
}

/** The bounds of a slice, already read. */
export interface Bounds {
  readonly from: Traced | undefined;
  readonly to: Traced | undefined;
  readonly step: Traced | undefined;
}

/** `object[from:to:step]` */
export function slice(object: Traced, bounds: Bounds): Traced {
  const { value } = object;
  if (value instanceof Undefined) return missingStep(object, value);
  const isSequence = typeof value === 'string' || value instanceof List || value instanceof Range;
  if (!isSequence) {
    if (value instanceof Dict) return raise('TypeError', "unhashable type: 'slice'");
    return raise('TypeError', `'${typeName(value)}' object is not subscriptable`);
  }
  const all = typeof value === 'string' ? characters(value) : value instanceof List ? value.items : undefined;
  const length = all?.length ?? (value as Range).length;
  const { first, last, step } = resolve(bounds, length);
  if (value instanceof Range) {
    return { value: new Range(value.at(first), value.at(last), value.step * step), origins: object.origins };
  }
  if (typeof value === 'string') return sliceText(object, value, all as readonly string[], { first, last, step });
  return { value: new List(picked(value.items, { first, last, step }), value.kind), origins: originsOfSlice(object) };
}

const originsOfSlice = (object: Traced): readonly string[] =>
  object.value instanceof List && object.value.items.length === 0 ? originsOf(object) : [];

interface Steps {
  readonly first: number;
  /** Where it ends, not taken itself. */
  readonly last: number;
  readonly step: number;
}

function resolve({ from, to, step }: Bounds, length: number): Steps {
  const by = bound(step) ?? 1;
  if (by === 0) throw new PythonError('ValueError', 'slice step cannot be zero');
  const low = by > 0 ? 0 : -1;
  const high = by > 0 ? length : length - 1;
  const clamp = (index: number): number => Math.min(Math.max(index < 0 ? index + length : index, low), high);
  const start = bound(from);
  const end = bound(to);
  return {
    first: start === undefined ? (by > 0 ? low : high) : clamp(start),
    last: end === undefined ? (by > 0 ? high : low) : clamp(end),
    step: by,
  };
}

function bound(traced: Traced | undefined): number | undefined {
  if (!traced || traced.value === null) return undefined;
  if (isWhole(traced.value)) return Number(traced.value);
  return raise('TypeError', 'slice indices must be integers or None or have an __index__ method');
}

function picked<T>(items: readonly T[], { first, last, step }: Steps): T[] {
  const result: T[] = [];
  for (let at = first; step > 0 ? at < last : at > last; at += step) {
    const one = items[at];
    if (one !== undefined) result.push(one);
  }
  return result;
}

function sliceText(object: Traced, text: string, all: readonly string[], steps: Steps): Traced {
  if (steps.step === 1) {
    const offset = (count: number): number =>
      all.length === text.length ? count : all.slice(0, count).join('').length;
    return cut(object, text, { start: offset(steps.first), end: offset(Math.max(steps.first, steps.last)) });
  }
  const { origins, markup } = object;
  const value = picked(all, steps).join('');
  return markup ? { value, origins: originsOf({ ...object, origins }), markup } : { value, origins };
}
