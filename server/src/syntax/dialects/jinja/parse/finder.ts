/**
 * Finds marks going forward. What is missing once is never looked for again from further on, so that a text full of
 * openings without an end is searched once and not once for each opening.
 */
export class Finder {
  readonly #text: string;
  /** From where on a mark is known to be missing. */
  readonly #missing = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Offset of the mark at or behind `from`, or -1. */
  find(mark: string, from: number): number {
    const missing = this.#missing.get(mark);
    if (missing !== undefined && from >= missing) return -1;
    const at = this.#text.indexOf(mark, from);
    if (at < 0) this.#missing.set(mark, from);
    return at;
  }
}
