import type { FillContext, Value } from '../../piece';
import { isList, isObject, pathOf, property } from '../javascript/data';

/** A value while a text is being filled, and where it was found. */
export interface Ref {
  readonly value: Value | undefined;
  /** `users[2].name`; absent for what is no slot's: literals, `@index`, the whole view. */
  readonly path?: string;
  /** The slot whose whole value this is. */
  readonly slot?: string;
  /** The slot that would give the value and has none. */
  readonly hole?: string;
  /** It is the map of all slots, which nobody can list; `value` stands for it. */
  readonly isView?: true;
  /** Fields that were laid over it: the pairs of a partial's tag. */
  readonly fields?: ReadonlyMap<string, Ref>;
}

export const NOTHING: Ref = { value: undefined };

/** What helpers get in place of a context that is null. */
export const NULL_CONTEXT: Ref = { value: Object.freeze({}) };

export const literal = (value: Value | undefined): Ref => ({ value });

/** A field of a value. Only own properties exist. */
export function fieldOf(ref: Ref, key: string, context: FillContext): Ref {
  const laid = ref.fields?.get(key);
  if (laid) return laid;
  if (ref.isView) return slotNamed(key, context);
  const value = property(ref.value, key);
  if (ref.path === undefined) return { value };
  return { value, path: pathOf(ref.path, ref.value, key) };
}

function slotNamed(name: string, context: FillContext): Ref {
  const value = context.value(name);
  if (value !== undefined) return { value, path: name, slot: name };
  return context.known(name) ? { value, path: name, hole: name } : NOTHING;
}

/** The keys that a loop over a map goes through, or that a partial's pairs are laid over. */
export function keysOf({ value }: Ref): readonly string[] {
  if (typeof value === 'string') return [...value.split('').keys()].map(String);
  return isObject(value) ? Object.keys(value) : [];
}

/** The context of a partial with pairs: a new map of the fields of the old one and the pairs. */
export function withFields(ref: Ref, pairs: ReadonlyMap<string, Ref>, context: FillContext): Ref {
  if (ref.isView) return { value: {}, isView: true, fields: new Map([...(ref.fields ?? []), ...pairs]) };
  const fields = new Map(keysOf(ref).map((key) => [key, fieldOf(ref, key, context)] as const));
  for (const [key, pair] of pairs) fields.set(key, pair);
  return { value: Object.fromEntries([...fields].map(([key, { value }]) => [key, value ?? null])), fields };
}

/** Whether `if` and `with` take a value for nothing: zero is something to them both, and `if` asks for more. */
export const isEmpty = ({ value }: Ref): boolean => (!value && value !== 0) || (isList(value) && value.length === 0);
