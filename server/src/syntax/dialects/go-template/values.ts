import type { Value } from '../../piece';
import { compareTexts } from './characters';

/**
 * A value as Go has it: a whole number is an `int` (`bigint` here), any other a `float64`. `undefined` is the value that
 * is not there, which prints `<no value>`; `null` is an interface that holds nothing.
 */
export type GoValue =
  | undefined
  | null
  | string
  | boolean
  | bigint
  | number
  | Byte
  | Complex
  | List
  | Dict
  | Root
  | Unknown;

/** A byte of a text, `uint8`. */
export class Byte {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

export class Complex {
  readonly real: number;
  readonly imaginary: number;

  constructor(real: number, imaginary: number) {
    this.real = real;
    this.imaginary = imaginary;
  }
}

/** A slice: a window on items. Behind its length it may be sliced again as far as its capacity goes. */
export class List {
  readonly items: readonly Value[];
  readonly path: string;
  readonly from: number;
  readonly length: number;
  readonly capacity: number;

  constructor(items: readonly Value[], path: string, from = 0, length = items.length, capacity = items.length) {
    this.items = items;
    this.path = path;
    this.from = from;
    this.length = length;
    this.capacity = capacity;
  }

  at(index: number): Value {
    return this.items[this.from + index] ?? null;
  }

  pathAt(index: number): string {
    return `${this.path}[${this.from + index}]`;
  }
}

/** A map with texts as keys. */
export class Dict {
  readonly entries: { readonly [key: string]: Value };
  readonly path: string;
  #keys: readonly string[] | undefined;

  constructor(entries: { readonly [key: string]: Value }, path: string) {
    this.entries = entries;
    this.path = path;
  }

  /** In the order in which Go prints them and goes through them. */
  get keys(): readonly string[] {
    this.#keys ??= Object.keys(this.entries).sort(compareTexts);
    return this.#keys;
  }

  get(key: string): Value | undefined {
    return Object.hasOwn(this.entries, key) ? this.entries[key] : undefined;
  }

  pathOf(key: string): string {
    return `${this.path}.${key}`;
  }
}

/** What the program hands to the template: nobody here knows all of it, only the slots. */
export class Root {}

export const ROOT = new Root();

/** What only the program knows: the result of a function of its own. */
export class Unknown {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

/** A value with where it comes from. */
export interface Traced {
  readonly value: GoValue;
  /** Paths of the values that flowed into it. */
  readonly origins: readonly string[];
  /** The slot whose whole value it is. */
  readonly slot?: string;
  /** It is held by an interface (`any`), as what stands in lists and maps is: some messages of Go say so. */
  readonly boxed?: true;
  /** The slot without a value that it was made from. */
  readonly hole?: string;
}

const NO_ORIGINS: readonly string[] = [];

export const constant = (value: GoValue): Traced => ({ value, origins: NO_ORIGINS });

export const MISSING: Traced = constant(undefined);

/** A value of the data, in its box. */
export function fromData(value: Value, path: string, slot?: string): Traced {
  const traced = { value: goValue(value, path), origins: [path], boxed: true } as const;
  return slot === undefined ? traced : { ...traced, slot };
}

export function goValue(value: Value, path: string): GoValue {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (value === null || typeof value !== 'object') return value;
  return Array.isArray(value)
    ? new List(value as readonly Value[], path)
    : new Dict(value as { readonly [key: string]: Value }, path);
}

/** What is in the box; an empty one is no value at all. */
export function unboxed(traced: Traced): Traced {
  if (!traced.boxed) return traced;
  const { boxed: _, ...rest } = traced;
  return rest.value === null ? { ...rest, value: undefined } : rest;
}

/** More paths than this are named by their slots only. */
const MOST_ORIGINS = 24;

/** Something made of several values: their paths, each once, and the slot without a value among them. */
export function madeOf(value: GoValue, parts: readonly Traced[]): Traced {
  const all = new Set<string>();
  for (const { origins } of parts) for (const path of origins) all.add(path);
  const origins =
    all.size <= MOST_ORIGINS ? [...all] : [...new Set([...all].map((path) => path.split(/[.[]/, 1)[0] ?? path))];
  const hole = parts.find((part) => part.hole !== undefined)?.hole;
  return hole === undefined ? { value, origins } : { value, origins, hole };
}

/** What Go counts as true: what is not the zero of its type. */
export function truth(value: GoValue): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'string') return value !== '';
  if (typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return value !== 0n;
  if (typeof value === 'number') return value !== 0;
  if (value instanceof Byte) return value.value !== 0;
  if (value instanceof Complex) return value.real !== 0 || value.imaginary !== 0;
  if (value instanceof List) return value.length > 0;
  return value instanceof Dict ? value.keys.length > 0 : true;
}

/** The name of a type, as Go's messages and `%T` have it. */
export function typeName(value: GoValue): string {
  if (value === undefined || value === null) return '<nil>';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'float64';
    default:
      if (value instanceof Byte) return 'uint8';
      if (value instanceof Complex) return 'complex128';
      return value instanceof List ? '[]interface {}' : 'map[string]interface {}';
  }
}
