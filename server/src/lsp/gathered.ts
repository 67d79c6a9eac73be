import type { Runtime } from './runtime';

/** Work that is asked for many times in a row and done once, when some time has passed since it was asked for first. */
export class Gathered {
  readonly #runtime: Runtime;
  readonly #time: number;
  readonly #work: () => void;
  #waiting = false;

  /** `time` in milliseconds. */
  constructor(runtime: Runtime, time: number, work: () => void) {
    this.#runtime = runtime;
    this.#time = time;
    this.#work = work;
  }

  ask(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    this.#runtime.later(() => {
      this.#waiting = false;
      this.#work();
    }, this.#time);
  }
}
