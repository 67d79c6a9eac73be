/** Where tokens begin, ascending, as offsets from the start of a chunk. */
export type Starts = Uint16Array | Uint32Array;

/**
 * The tokens of a run of text between two safe cuts. A chunk never changes, except that one which waits for its tokens
 * gets them; so several places may hold the same chunk.
 */
export class Chunk {
  /** Its own copy: a view would keep the document alive that it was cut from. */
  readonly text: string;
  /** In characters. */
  readonly length: number;
  /** Whether its text was handed over to be counted elsewhere. */
  sent = false;
  #starts: Starts | undefined;
  /** Tokens per character, while the starts are not known. */
  readonly #density: number;

  private constructor(text: string, starts: Starts | undefined, density: number) {
    this.text = text;
    this.length = text.length;
    this.#starts = starts;
    this.#density = density;
  }

  static counted(text: string, starts: Starts): Chunk {
    return new Chunk(text, compact(text.length, starts), 0);
  }

  /** A chunk whose tokens are not known yet. `density`: about how many tokens a character costs. */
  static waiting(text: string, density: number): Chunk {
    return new Chunk(text, undefined, density);
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

/** Lengths up to which offsets fit 16 bits. */
export const WIDE = 0x10000;

/** Half the memory where offsets fit 16 bits: nearly always. */
function compact(length: number, starts: Starts): Starts {
  return length <= WIDE && starts instanceof Uint32Array ? new Uint16Array(starts) : starts;
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
