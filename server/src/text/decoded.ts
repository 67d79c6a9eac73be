import type { Span } from './span';

/**
 * A text that stands in another one in another writing, with the way back: `\n` there is one character here. What was added
 * has no place of its own there, and is taken to stand where the text before it ends.
 */
export class DecodedText {
  readonly #parts: string[] = [];
  #length = 0;
  #text: string | undefined;
  /** Of every stretch: where it begins here and there, and how many characters there make one here. */
  readonly #at: number[] = [];
  readonly #from: number[] = [];
  readonly #width: number[] = [];

  /** `from`: where its first character is written there. `width`: characters there for each one here. */
  add(text: string, from: number, width: number): void {
    if (text === '') return;
    const last = this.#at.length - 1;
    const goesOn = last >= 0 && this.#width[last] === width && width > 0 && this.#end(last) === from;
    if (!goesOn) {
      this.#at.push(this.#length);
      this.#from.push(from);
      this.#width.push(width);
    }
    this.#parts.push(text);
    this.#length += text.length;
    this.#text = undefined;
  }

  /** Text that is written nowhere there, such as the line break between two messages. */
  join(text: string): void {
    const last = this.#at.length - 1;
    this.add(text, last < 0 ? 0 : this.#end(last), 0);
  }

  get length(): number {
    return this.#length;
  }

  get text(): string {
    this.#text ??= this.#parts.join('');
    return this.#text;
  }

  /** Where a stretch is written there. */
  toHost({ start, end }: Span): Span {
    const from = this.#place(start);
    return { start: from.start, end: end > start ? this.#place(end - 1).end : from.start };
  }

  #place(offset: number): Span {
    let low = 0;
    let high = this.#at.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#at[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const [at = 0, from = 0, width = 1] = [this.#at[low - 1], this.#from[low - 1], this.#width[low - 1]];
    const start = from + (offset - at) * width;
    return { start, end: start + width };
  }

  #end(stretch: number): number {
    const length = this.#length - (this.#at[stretch] ?? 0);
    return (this.#from[stretch] ?? 0) + length * (this.#width[stretch] ?? 1);
  }
}
