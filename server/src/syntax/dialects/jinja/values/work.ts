import type { Missing } from '../../dialect';
import { PythonError } from '../../python/error';
import { LONGEST_NUMBER } from './limits';
import { Dict, List, type PyValue } from './value';

/** Values inside of values that are gone through, before it is told that they never end. Python's own limit is near. */
const DEEPEST = 300;

/** Counts the steps of the rendering that runs, and ends it when they are too many. */
type Meter = (steps: number) => void;

let meter: Meter = () => {};

/** What is missing does, in the rendering that runs: see `Undefined`. */
let missing: Missing | undefined;

/** Whether what is missing is an error as soon as anything is done with it, or gives itself when it is looked into. */
export const missingIs = (what: Missing): boolean => missing === what;

/**
 * Runs a rendering with a meter. Renderings run one behind the other and never wait for anything, so all that works on
 * values may ask the one that runs, instead of handing it through every function.
 */
export function metered<T>(count: Meter, whatIsMissing: Missing | undefined, run: () => T): T {
  const before = { meter, missing };
  meter = count;
  missing = whatIsMissing;
  try {
    return run();
  } finally {
    ({ meter, missing } = before);
  }
}

/**
 * Counts work that is about to be done. A step is what a quarter of a microsecond is enough for: a call, an item of a list,
 * some characters of a text.
 */
export const spend = (steps: number): void => meter(steps);

/** Counts work on every character of a text: a step is enough for 16 that are looked at, and for 4 that become texts. */
export const spendOnText = (text: string, perStep: 4 | 16): void =>
  meter(perStep === 4 ? text.length >> 2 : text.length >> 4);

/** Counts what a call does with a value that it is given. What goes through the items of a list counts them itself. */
export function spendOn(value: PyValue): void {
  if (typeof value === 'string') meter(value.length >> 4);
  else if (value instanceof List) meter(value.items.length >> 6);
  else if (value instanceof Dict) meter(value.entries.size >> 6);
}

/** Counts work with a whole number that JavaScript has no double for. */
export const spendOnDigits = (bits: number): void => meter(Math.min(bits, 2 * LONGEST_NUMBER) >> 6);

/** What is left of the patience with one value while everything in it is gone through. */
export class Work {
  #depth = 0;

  /** Does something with what a value holds. */
  inside<T>(run: () => T): T {
    meter(1);
    if (this.#depth >= DEEPEST) throw new PythonError('RecursionError', 'maximum recursion depth exceeded');
    this.#depth++;
    const result = run();
    this.#depth--;
    return result;
  }
}
