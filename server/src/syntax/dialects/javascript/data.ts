// Plain data as an engine written in JavaScript sees it: own properties only, nothing is ever called.
import type { Value } from '../../piece';

/** Nesting of lists that is printed; deeper data comes from no file that anybody wrote. */
const DEEPEST = 400;

/** `Array.isArray` does not narrow a readonly list. */
export const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value);

/** A list or a map. */
export const isObject = (value: Value | undefined): value is Exclude<Value, string | number | boolean | null> =>
  typeof value === 'object' && value !== null;

/**
 * What `String(value)` gives. Written out because `String` calls `toString`, and a map may hold a key of that name: the
 * engines fail on such a map, the preview prints it like any other.
 */
export function printed(value: Value | undefined, depth = 0): string {
  if (!isObject(value)) return String(value);
  if (!isList(value)) return '[object Object]';
  if (depth > DEEPEST) return '';
  return value.map((item) => (item === null ? '' : printed(item, depth + 1))).join(',');
}

/**
 * The own property `key` of a value; undefined when there is none. Prototypes do not exist here: the engines read them
 * (mustache.js) or refuse them (Handlebars), and a template has no business there. Of a text, `length` and its
 * characters are properties.
 */
export function property(value: Value | undefined, key: string): Value | undefined {
  if (typeof value === 'string') {
    if (key === 'length') return value.length;
    return /^(?:0|[1-9]\d{0,9})$/.test(key) ? value[Number(key)] : undefined;
  }
  if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
  return (value as { readonly [key: string]: Value })[key];
}

/** Path of a property: `items[2]`, `user.name`, `items.length`. The path of the whole view is empty. */
export function pathOf(path: string, value: Value | undefined, key: string): string {
  if (path === '') return key;
  return isList(value) && key !== 'length' ? `${path}[${key}]` : `${path}.${key}`;
}

/**
 * What `a == b` gives in JavaScript, with `printed` in place of `toString`. Handlebars compares contexts like that, so
 * that `1` and `"1"` are one context.
 */
export function looselyEqual(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (isObject(a)) return !isObject(b) && equalsPrinted(a, b);
  if (isObject(b)) return equalsPrinted(b, a);
  // biome-ignore lint/suspicious/noDoubleEquals: this is the comparison that the engine makes.
  return a == b;
}

/** Whether an object, as text, equals what is none. A long list is not printed for that: it cannot equal anything short. */
function equalsPrinted(object: Exclude<Value, string | number | boolean | null>, other: Value | undefined): boolean {
  if (other === null || other === undefined) return false;
  const room = typeof other === 'string' ? other.length : 1;
  if (isList(object) && object.length > room + 1) return false;
  // biome-ignore lint/suspicious/noDoubleEquals: a text and a number are compared as numbers.
  return printed(object) == other;
}
