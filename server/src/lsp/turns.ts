import { REQUESTS } from '../protocol';
import type { Runtime } from './runtime';

/** Asked for after every key, answered in a few milliseconds, and looked at while somebody types. */
const FIRST: ReadonlySet<string> = new Set([REQUESTS.follow]);

/** Many milliseconds in a long text, and as good a moment later. */
const LAST: ReadonlySet<string> = new Set(['textDocument/diagnostic', 'workspace/diagnostic']);

/**
 * How often the last let messages be read before they begin, unless one of the first comes. One message is read each time,
 * and an editor sends what it has to ask after a change within a millisecond or two, which is about what this takes.
 */
const ROUNDS = 100;

/** The order of requests that come at the same time. What has begun goes on to its end. */
export class Turns {
  readonly #runtime: Runtime;
  /** Of the first, those without an answer. */
  #ahead = 0;
  /** How many of the first have come: after one, others will. */
  #come = 0;
  /** Those who wait until there are less of the first. */
  #waiting: (() => void)[] = [];

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Does the work of a request when it is its turn; messages that already wait have been read then. */
  async take<T>(method: string, work: () => Promise<T>): Promise<T> {
    if (FIRST.has(method)) return this.#goAhead(work);
    const come = this.#come;
    const rounds = come > 0 && LAST.has(method) ? ROUNDS : 1;
    for (let i = 0; i < rounds && (i === 0 || come === this.#come); i++) {
      await this.#runtime.yieldNow();
      while (this.#ahead > 0) await this.#told();
    }
    return work();
  }

  async #goAhead<T>(work: () => Promise<T>): Promise<T> {
    this.#ahead++;
    this.#come++;
    try {
      await this.#runtime.yieldNow();
      return await work();
    } finally {
      this.#ahead--;
      for (const go of this.#waiting.splice(0)) go();
    }
  }

  #told(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
