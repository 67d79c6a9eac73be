import { isEmpty, type Span } from './span';

/** Many spans of one text, none of them empty, to be asked about often: every answer costs the logarithm of their number. */
export class Spans {
  readonly #starts: readonly number[];
  /** For each span the last end of it and all before. */
  readonly #lastEnds: readonly number[];
  /** For each span the first end of it and all behind. */
  readonly #firstEnds: readonly number[];

  constructor(spans: readonly Span[]) {
    const sorted = [...spans].sort((a, b) => a.start - b.start);
    this.#starts = sorted.map(({ start }) => start);
    let last = 0;
    this.#lastEnds = sorted.map(({ end }) => {
      last = Math.max(last, end);
      return last;
    });
    const firstEnds = new Array<number>(sorted.length);
    let first = Number.POSITIVE_INFINITY;
    for (let i = sorted.length - 1; i >= 0; i--) {
      first = Math.min(first, (sorted[i] as Span).end);
      firstEnds[i] = first;
    }
    this.#firstEnds = firstEnds;
  }

  /** Whether one of them shares a character with `span`, as `overlaps` tells. */
  overlap(span: Span): boolean {
    const touching = isEmpty(span) ? 1 : 0;
    const before = this.#countBefore(span.end + touching);
    return before > 0 && (this.#lastEnds[before - 1] as number) + touching > span.start;
  }

  /** Whether one of them lies wholly in `outer`. */
  lieIn(outer: Span): boolean {
    const first = this.#countBefore(outer.start);
    return first < this.#starts.length && (this.#firstEnds[first] as number) <= outer.end;
  }

  /** Whether `inner` lies in one of them, with room on both sides. */
  lieRound(inner: Span): boolean {
    const before = this.#countBefore(inner.start);
    return before > 0 && (this.#lastEnds[before - 1] as number) > inner.end;
  }

  /** How many begin before an offset. */
  #countBefore(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
