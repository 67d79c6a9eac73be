import type { Chunk, Starts } from './chunk';
import type { EncodingId } from './encoding';

/** Where the tokens of a text begin, as `Tokenizer.starts` says, found without keeping this thread. */
export type Offload = (encoding: EncodingId, text: string) => Promise<Starts>;

interface Job {
  readonly encoding: EncodingId;
  readonly chunk: Chunk;
}

/** Chunks that wait to be counted elsewhere. One is on its way at a time, so that what nobody holds any more is never sent. */
export class Backlog {
  readonly #offload: Offload;
  readonly #isHeld: (chunk: Chunk) => boolean;
  readonly #resolved: () => void;
  #jobs: Job[] = [];
  #sending = false;

  /** `isHeld`: whether anybody still wants the chunk. `resolved`: called when a chunk got its tokens. */
  constructor(offload: Offload, isHeld: (chunk: Chunk) => boolean, resolved: () => void) {
    this.#offload = offload;
    this.#isHeld = isHeld;
    this.#resolved = resolved;
  }

  /** Has the chunk counted, unless it was asked for before. */
  add(encoding: EncodingId, chunk: Chunk): void {
    if (chunk.sent) return;
    chunk.sent = true;
    this.#jobs.push({ encoding, chunk });
    if (!this.#sending) void this.#send();
  }

  clear(): void {
    this.#jobs = [];
  }

  async #send(): Promise<void> {
    this.#sending = true;
    for (let job = this.#next(); job; job = this.#next()) {
      const { chunk } = job;
      try {
        chunk.resolve(await this.#offload(job.encoding, chunk.text));
        if (this.#isHeld(chunk)) this.#resolved();
      } catch {
        // Its estimate stands; the next count of a place that holds the chunk asks again.
        chunk.sent = false;
      }
    }
    this.#sending = false;
  }

  #next(): Job | undefined {
    let job = this.#jobs.shift();
    while (job && !this.#isHeld(job.chunk)) job = this.#jobs.shift();
    return job;
  }
}
