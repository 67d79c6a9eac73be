/** Where tokens begin, ascending, as offsets from the start of a chunk. */
export type Starts = Uint16Array | Uint32Array;

/**
 * The tokens of a run of text between two safe cuts. A chunk never changes, except that one which waits for its tokens
 * gets them; so several places may hold the same chunk.
 */
export class Chunk {
  /** In characters. */
  readonly length: number;
  /** Whether its text was handed over to be counted elsewhere. */
  sent = false;
  #starts: Starts | undefined;
  /** Tokens per character, while the starts are not known. */
  readonly #density: number;

  private constructor(length: number, starts: Starts | undefined, density: number) {
    this.length = length;
    this.#starts = starts;
    this.#density = density;
  }

  static counted(length: number, starts: Starts): Chunk {
    return new Chunk(length, compact(length, starts), 0);
  }

  /** A chunk whose tokens are not known yet. `density`: about how many tokens a character costs. */
  static waiting(length: number, density: number): Chunk {
    return new Chunk(length, undefined, density);
  }

  /** Undefined while the chunk waits. */
  get starts(): Starts | undefined {
    return this.#starts;
  }

  get tokens(): number {
    return this.#starts ? this.#starts.length : this.before(this.length);
  }

  /** The tokens that begin before `offset`; about, while the chunk waits. */
  before(offset: number): number {
    return this.#starts ? lowerBound(this.#starts, offset) : Math.round(this.#density * offset);
  }

  resolve(starts: Starts): void {
    this.#starts = compact(this.length, starts);
  }
}

/** Half the memory where offsets fit 16 bits: nearly always. */
function compact(length: number, starts: Starts): Starts {
  return length <= 0x10000 && starts instanceof Uint32Array ? Uint16Array.from(starts) : starts;
}

/** The index of the first element that is not below `value`. */
export function lowerBound(sorted: Starts, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
