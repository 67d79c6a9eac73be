/** Resolves after so many milliseconds. Handed in, so that tests need no clock. */
export type Wait = (ms: number) => Promise<void>;

export const wait: Wait = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Runs a task for the newest request only: while one runs, any number of requests become one further run. Fast typing
 * therefore costs as many runs as the task can do, and the last of them has seen the last key.
 */
export class Latest {
  readonly #task: (stale: () => boolean) => Promise<void>;
  readonly #pause: number;
  readonly #wait: Wait;
  #asked = 0;
  #busy = false;
  #ended = false;

  /** `pause`: milliseconds that are waited before each run, so that one burst of events is one run. */
  constructor(task: (stale: () => boolean) => Promise<void>, pause: number, waiting: Wait = wait) {
    this.#task = task;
    this.#pause = pause;
    this.#wait = waiting;
  }

  /** Asks for a run. A task that is running learns from `stale` that its answer is out of date. `now`: without the pause. */
  ask(now = false): void {
    this.#asked++;
    if (!this.#busy) void this.#run(now);
  }

  /** A request has been made that no run has answered yet. */
  get busy(): boolean {
    return this.#busy;
  }

  dispose(): void {
    this.#ended = true;
  }

  async #run(now: boolean): Promise<void> {
    this.#busy = true;
    try {
      let done = 0;
      while (done !== this.#asked && !this.#ended) {
        if (!now || done > 0) await this.#wait(this.#pause);
        done = this.#asked;
        if (!this.#ended) await this.#task(() => this.#ended || done !== this.#asked);
      }
    } finally {
      this.#busy = false;
    }
  }
}
