/**
 * Finds the next brace of a text, going forward. It remembers where the next of each kind stands, or that there is none:
 * what is missing once is never looked for again.
 */
export class BraceFinder {
  readonly #text: string;
  #open = -1;
  #close = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Offset of the first brace at or behind `from`; the length of the text when there is none. Never ask backwards. */
  next(from: number): number {
    if (this.#open < from) this.#open = this.#find('{', from);
    if (this.#close < from) this.#close = this.#find('}', from);
    return Math.min(this.#open, this.#close);
  }

  #find(brace: string, from: number): number {
    const at = this.#text.indexOf(brace, from);
    return at < 0 ? this.#text.length : at;
  }
}
