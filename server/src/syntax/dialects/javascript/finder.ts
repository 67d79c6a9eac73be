/**
 * Looks for marks in a text, from left to right. It remembers what it found and what is not there any more: a closing
 * mark that is missing once is never looked for again, so that a text of nothing but openings costs one pass.
 */
export class Finder {
  readonly #text: string;
  readonly #found = new Map<string, { readonly from: number; readonly at: number }>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Offset of the first `mark` at or behind `from`; -1 when there is none. */
  find(mark: string, from: number): number {
    const known = this.#found.get(mark);
    if (known && known.from <= from && (known.at < 0 || from <= known.at)) return known.at;
    const at = this.#text.indexOf(mark, from);
    this.#found.set(mark, { from, at });
    return at;
  }
}
