/** A place as editors name it: zero-based line, UTF-16 code units from the start of that line. */
export interface Place {
  readonly line: number;
  readonly character: number;
}

/**
 * Turns offsets into lines and back. A line ends with `\n`, `\r\n` or a lone `\r`, as in LSP.
 * The only place in Strata that counts lines.
 */
export class LineIndex {
  readonly #starts: Uint32Array;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    let starts = new Uint32Array(Math.max(16, text.length >> 5));
    let count = 1;
    const push = (offset: number): void => {
      if (count === starts.length) {
        const larger = new Uint32Array(count * 2);
        larger.set(starts);
        starts = larger;
      }
      starts[count++] = offset;
    };
    if (text.includes('\r')) {
      for (let i = 0; i < text.length; i++) {
        const c = text.charCodeAt(i);
        if (c === 10) push(i + 1);
        else if (c === 13 && text.charCodeAt(i + 1) !== 10) push(i + 1);
      }
    } else {
      for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) push(i + 1);
    }
    this.#starts = starts.slice(0, count);
  }

  get count(): number {
    return this.#starts.length;
  }

  /** Zero-based line that holds `offset`; offsets outside the text are drawn to its ends. */
  lineAt(offset: number): number {
    const starts = this.#starts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Offset of the first character of a line; behind the last line: the length of the text. */
  start(line: number): number {
    if (line <= 0) return 0;
    return line < this.#starts.length ? (this.#starts[line] as number) : this.#text.length;
  }

  /** Offset behind the last character of a line, without its line break. */
  end(line: number): number {
    if (line >= this.#starts.length - 1) return this.#text.length;
    let end = this.start(line + 1);
    if (end > 0 && this.#text.charCodeAt(end - 1) === 10) end--;
    if (end > this.start(line) && this.#text.charCodeAt(end - 1) === 13) end--;
    return end;
  }

  placeAt(offset: number): Place {
    const within = Math.max(0, Math.min(offset, this.#text.length));
    const line = this.lineAt(within);
    return { line, character: within - this.start(line) };
  }

  /** The offset of a place; a character behind the end of its line means the end of that line. */
  offsetAt(place: Place): number {
    if (place.line < 0) return 0;
    if (place.line >= this.count) return this.#text.length;
    return Math.max(
      this.start(place.line),
      Math.min(this.start(place.line) + Math.max(0, place.character), this.end(place.line)),
    );
  }
}
