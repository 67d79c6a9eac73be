// How much work something is, counted and not timed, so that it is the same on every machine.
import { type Profiler, Session } from 'node:inspector';

/** Counts the steps of the code under test, and the characters that searches of the language itself pass over. */
export class WorkCounter {
  readonly #session = new Session();
  readonly #bundles: string;

  /** `bundle`: `import.meta.url` of a test. What is in its folder counts: several bundles share what they have in common. */
  constructor(bundle: string) {
    this.#bundles = new URL('.', bundle).href;
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  count(run: () => void): number {
    this.#take();
    const searched = charactersSearched(run);
    return this.#take() + searched;
  }

  close(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  /** How often each block of the code ran since the last time, all together. */
  #take(): number {
    let steps = 0;
    // The session is one of this thread: it answers at once.
    this.#session.post(
      'Profiler.takePreciseCoverage',
      (error: Error | null, { result }: Profiler.TakePreciseCoverageReturnType) => {
        if (error) throw error;
        for (const { functions } of result.filter(({ url }) => url.startsWith(this.#bundles)))
          for (const { ranges } of functions) for (const { count } of ranges) steps += count;
      },
    );
    return steps;
  }
}

const SEARCHES = ['indexOf', 'includes', 'lastIndexOf'] as const;

function charactersSearched(run: () => void): number {
  let passed = 0;
  const originals = SEARCHES.map((name) => [name, String.prototype[name]] as const);
  const { indexOf, lastIndexOf } = String.prototype;
  const forwards = (text: string, mark: string, from = 0): number => {
    const at = indexOf.call(text, mark, from);
    passed += Math.max(0, (at < 0 ? text.length : at) - from);
    return at;
  };
  const backwards = (text: string, mark: string, from = text.length): number => {
    const at = lastIndexOf.call(text, mark, from);
    passed += Math.max(0, from - Math.max(at, 0));
    return at;
  };
  const patched = {
    indexOf(this: string, mark: string, from?: number) {
      return forwards(this, mark, from);
    },
    includes(this: string, mark: string, from?: number) {
      return forwards(this, mark, from) >= 0;
    },
    lastIndexOf(this: string, mark: string, from?: number) {
      return backwards(this, mark, from);
    },
  };
  for (const name of SEARCHES)
    Object.defineProperty(String.prototype, name, { value: patched[name], configurable: true, writable: true });
  try {
    run();
  } finally {
    for (const [name, value] of originals)
      Object.defineProperty(String.prototype, name, { value, configurable: true, writable: true });
  }
  return passed;
}
