// How values become texts, numbers and truth, as the engine and JavaScript do it.
import { type LiquidValue, List, LoopState, Nothing, ParentBlock, Unknown } from './value';

/** Lists in lists that are printed; deeper data comes from no file that anybody wrote. */
const DEEPEST = 400;

export type Primitive = undefined | null | boolean | number | string;

/** What stands for a value of the engine's own where filters look at it. */
export function plain(value: LiquidValue): LiquidValue {
  if (value instanceof Nothing) return value.word === 'nil' ? null : '';
  return value instanceof LoopState ? stateText(value) : value;
}

/** A loop prints what it is made of. */
function stateText({ index0: i, length, name, isTable, cols }: LoopState): string {
  return JSON.stringify({ i, length, name, ...(isTable ? { cols: primitive(cols) } : {}) });
}

/** The text that is printed for a value: nothing for what is not there, and the items of a list without anything between. */
export function stringify(value: LiquidValue, depth = 0): string {
  if (value instanceof List) {
    return depth > DEEPEST ? '' : value.items.map((item) => stringify(item.value, depth + 1)).join('');
  }
  if (value instanceof Unknown) return '';
  const known = plain(value);
  return known === undefined || known === null ? '' : toText(known);
}

/**
 * What `String(value)` gives. A map may hold a key `toString`, over which the engine fails; it is printed like any other.
 */
export function toText(value: LiquidValue, depth = 0): string {
  if (value instanceof List) {
    if (depth > DEEPEST) return '';
    const texts = value.items.map(({ value: item }) => (isNil(item) ? '' : toText(item, depth + 1)));
    return texts.join(',');
  }
  return isObject(value) ? '[object Object]' : String(value);
}

/** What an operator of JavaScript makes of a value before it computes or compares. */
export function primitive(value: LiquidValue): Primitive {
  if (value instanceof Unknown) return undefined;
  if (value instanceof Nothing || value instanceof LoopState) return plain(value) as Primitive;
  return isObject(value) ? toText(value) : value;
}

/** `Number(value)`. */
export const numeric = (value: LiquidValue): number => Number(primitive(value));

/** The number that a filter computes with: zero for what is none. */
export const toNumber = (value: LiquidValue): number => numeric(plain(value)) || 0;

/** `a + b`: a sum, or with a text on either side a longer text. */
export const added = (a: Primitive, b: Primitive): number | string => (a as number) + (b as number);

/** `nil` of Liquid, whether it was said or is only missing. */
export const isNil = (value: LiquidValue): value is null | undefined => value === undefined || value === null;

/** Whether a condition holds for a value: only `false` and nothing are false. */
export function isTrue(value: LiquidValue): boolean {
  const known = plain(value);
  return known !== false && !isNil(known) && !(known instanceof Unknown);
}

/** Whether JavaScript takes a value for true: zero and an empty text are false as well. */
export const isTruthy = (value: LiquidValue): boolean => (isObject(value) ? true : Boolean(value));

export const isObject = (value: LiquidValue): value is Exclude<LiquidValue, Primitive> =>
  typeof value === 'object' && value !== null;

export const isParent = (value: LiquidValue): value is ParentBlock => value instanceof ParentBlock;
