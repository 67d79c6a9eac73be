import { PythonError } from '../../python/error';
import { limit } from './limits';

/** Values inside of values that are gone through, before it is told that they never end. Python's own limit is near. */
const DEEPEST = 300;

/** Values that are gone through for one answer. Few lists that hold each other twice make millions of them. */
const MOST = 2_000_000;

/** What is left of the patience with one value while everything in it is gone through. */
export class Work {
  #depth = 0;
  #steps = 0;

  /** Does something with what a value holds. `size`: characters that it has made on the way. */
  inside<T>(run: () => T, size = 1): T {
    this.step(size);
    if (this.#depth >= DEEPEST) throw new PythonError('RecursionError', 'maximum recursion depth exceeded');
    this.#depth++;
    const result = run();
    this.#depth--;
    return result;
  }

  step(size = 1): void {
    this.#steps += 1 + (size >> 4);
    if (this.#steps > MOST) limit('value so large');
  }
}
