import type { FillContext, Value } from '../../piece';
import { isObject, pathOf, property } from '../javascript/data';

/** The stack of contexts: slots of the system at the bottom, then the values of the open sections. */
export type Frame = ViewFrame | ValueFrame;

/** The whole view, which the program passes: its keys are the slots. */
export interface ViewFrame {
  readonly kind: 'view';
  readonly context: FillContext;
}

export interface ValueFrame {
  readonly kind: 'value';
  readonly value: Value;
  /** Where the value was found: `items[2]`; empty for what is no slot's. */
  readonly path: string;
  /** The slot whose whole value this is. */
  readonly slot?: string;
  readonly up: Frame;
  /** This or a frame below it has fields, so that a name that is not found may be one of them. */
  readonly hasFields: boolean;
}

export interface Found {
  /** `undefined`: nothing gives a value, and nothing is printed. `view`: the whole view itself. */
  readonly value: Value | undefined | typeof VIEW;
  readonly path: string;
  readonly slot?: string;
  /** The slot that has no value, when the name can be nothing else. */
  readonly hole?: string;
}

/** Stands for the map of all slots, which nobody can list. */
export const VIEW = Symbol('view');

/** The engine fails: a plain name is looked up in `null`. */
export class NullContext extends Error {}

const NOTHING: Found = { value: undefined, path: '' };

export function push(up: Frame, value: Value, path: string, slot?: string): ValueFrame {
  const hasFields = isObject(value) || (up.kind === 'value' && up.hasFields);
  return { kind: 'value', value, path, up, hasFields, ...(slot === undefined ? {} : { slot }) };
}

/**
 * Looks a name up from the innermost context outwards. With `spec`, the first part of a dotted name decides in which
 * context it is looked up, as the specification has it; mustache.js looks for the whole of it in each.
 */
export function lookUp(frame: Frame, name: string, spec: boolean): Found {
  if (name === '.') return here(frame);
  const parts = name.indexOf('.') > 0 ? name.split('.') : undefined;
  let at = frame;
  for (; at.kind === 'value'; at = at.up) {
    if (!parts && at.value === null && !spec) throw new NullContext(name);
    const found = parts ? inValue(at, parts, spec) : fieldOf(at, name);
    if (found) return found;
  }
  return inView(at.context, parts ?? [name], frame.kind === 'value' && frame.hasFields);
}

function here(frame: Frame): Found {
  if (frame.kind === 'view') return { value: VIEW, path: '' };
  const { value, path, slot } = frame;
  return { value, path, ...(slot === undefined ? {} : { slot }) };
}

/** A field of a map or list. The properties of a text do not count for a plain name, only for a dotted one. */
function fieldOf({ value, path }: ValueFrame, name: string): Found | undefined {
  if (!isObject(value)) return undefined;
  const field = property(value, name);
  return field === undefined ? undefined : { value: field, path: pathOf(path, value, name) };
}

function inValue(frame: ValueFrame, parts: readonly string[], spec: boolean): Found | undefined {
  const found = follow(frame.value, frame.path, parts);
  if (found) return found;
  return spec && isObject(frame.value) && property(frame.value, parts[0] ?? '') !== undefined ? NOTHING : undefined;
}

/** The value at a dotted path; undefined when its last part is not there. */
function follow(from: Value, path: string, parts: readonly string[]): Found | undefined {
  let value = from;
  let at = path;
  for (const part of parts) {
    const next = property(value, part);
    if (next === undefined) return undefined;
    at = pathOf(at, value, part);
    value = next;
  }
  return { value, path: at };
}

function inView(context: FillContext, [root = '', ...parts]: readonly string[], hasFields: boolean): Found {
  const value = context.value(root);
  if (value === undefined) {
    return hasFields || !context.known(root) ? NOTHING : { value, path: root, hole: root };
  }
  if (parts.length === 0) return { value, path: root, slot: root };
  return follow(value, root, parts) ?? NOTHING;
}
