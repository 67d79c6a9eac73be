import type { Span } from '../text/span';
import type { Piece } from './piece';

/** A run of text that knows where it comes from: a piece, or a segment of the render floor. */
export interface Run {
  readonly text: string;
}

/** How one kind of run is cut and made, so that `compose` need not know what it carries. */
export interface RunMaker<R extends Run> {
  /** The part [from, to) of the text of a run; never empty, never all of it. */
  cut(run: R, from: number, to: number): R;
  /**
   * An escape of the second pass: `text` is printed for what the runs `parts` say together (`{{`, say, of which one
   * brace may be template text and the other come from a value).
   */
  escape(text: string, parts: readonly R[]): R;
  /** A value, tag or hole of the second pass. Its tag is made of the runs `parts`; whatever flowed into them flowed into it. */
  make(piece: Piece, parts: readonly R[]): R;
}

/**
 * Two passes as one. The second pass read the joined text of `first` as its source, so its spans are offsets in that
 * text; the result says the same with the sources of the first pass.
 *
 * A literal of the second pass is cut where the runs of the first pass meet, and each part stays what it was. A tag of
 * the second pass may be formed of several runs: template text, values, or both - a value that became template text is
 * a tag with a value among its parts.
 *
 * Linear in the number of runs and pieces, when the pieces stand in the order of their source, as every engine but one
 * with macros writes them; a piece out of order is found by bisection.
 */
export function compose<R extends Run>(first: readonly R[], second: readonly Piece[], maker: RunMaker<R>): R[] {
  const source = new Source(first, maker);
  const result: R[] = [];
  for (const piece of second) {
    const parts = source.parts(piece.span);
    if (piece.kind !== 'literal' || piece.hole !== undefined) result.push(maker.make(piece, parts));
    else if (source.text(piece.span) === piece.text) result.push(...parts);
    else result.push(maker.escape(piece.text, parts));
  }
  return result;
}

/** The runs of the first pass, found by offset in their joined text. */
class Source<R extends Run> {
  readonly #runs: readonly R[];
  readonly #starts: readonly number[];
  readonly #maker: RunMaker<R>;
  /** Index of the run where the last search ended. */
  #last = 0;

  constructor(runs: readonly R[], maker: RunMaker<R>) {
    const starts: number[] = [];
    let at = 0;
    for (const run of runs) {
      starts.push(at);
      at += run.text.length;
    }
    this.#runs = runs;
    this.#starts = starts;
    this.#maker = maker;
  }

  /** The runs that make up [start, end), the outer ones cut to it. */
  parts({ start, end }: Span): R[] {
    const parts: R[] = [];
    this.#each(start, end, (run, from, to) => {
      parts.push(from === 0 && to === run.text.length ? run : this.#maker.cut(run, from, to));
    });
    return parts;
  }

  text({ start, end }: Span): string {
    let text = '';
    this.#each(start, end, (run, from, to) => {
      text += run.text.slice(from, to);
    });
    return text;
  }

  #each(start: number, end: number, visit: (run: R, from: number, to: number) => void): void {
    if (start >= end) return;
    for (let index = this.#indexAt(start); index < this.#runs.length; index++) {
      const run = this.#runs[index];
      const at = this.#starts[index];
      if (run === undefined || at === undefined || at >= end) return;
      const from = Math.max(start - at, 0);
      const to = Math.min(end - at, run.text.length);
      if (from < to) visit(run, from, to);
    }
  }

  /** Index of the run that holds an offset: the last one found or the next, else by bisection. */
  #indexAt(offset: number): number {
    for (const near of [this.#last, this.#last + 1]) if (this.#holds(near, offset)) return this.#found(near);
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return this.#found(low);
  }

  #holds(index: number, offset: number): boolean {
    const start = this.#starts[index];
    return start !== undefined && start <= offset && offset < start + (this.#runs[index]?.text.length ?? 0);
  }

  #found(index: number): number {
    this.#last = index;
    return index;
  }
}

/** Pieces as runs: what the passes of one text need, and what tests of this floor use. */
export const pieceMaker: RunMaker<Piece> = {
  cut(piece, from, to) {
    const text = piece.text.slice(from, to);
    const { whole: _, hole, ...rest } = piece;
    // Only an exact literal has its own offset for every character; a part of anything else stands where the whole does.
    const exact = piece.kind === 'literal' && piece.text.length === piece.span.end - piece.span.start;
    const span = exact ? { start: piece.span.start + from, end: piece.span.start + to } : piece.span;
    return hole === undefined ? { ...rest, text, span } : { ...rest, text, span, hole };
  },

  escape(text, parts) {
    // A value in the parts made the escape: it must answer for it.
    const part = parts.find(({ kind }) => kind !== 'literal');
    if (part) return { kind: part.kind, text, span: part.span, origins: originsOf(parts) };
    return { kind: 'literal', text, span: spanOf(parts) };
  },

  make(piece, parts) {
    const origins = [...new Set([...(piece.origins ?? []), ...originsOf(parts)])];
    const literals = parts.filter(({ kind }) => kind === 'literal');
    const span = spanOf(literals.length > 0 ? literals : parts);
    if (piece.hole !== undefined && literals.length < parts.length) {
      // A tag that a value brought in and that nobody fills is still that value.
      return { kind: 'value', text: piece.text, span, origins, hole: piece.hole };
    }
    const { whole, ...rest } = piece;
    const made = origins.length > 0 ? { ...rest, span, origins } : { ...rest, span };
    return whole !== undefined && origins.length === 1 ? { ...made, whole } : made;
  },
};

const originsOf = (parts: readonly Piece[]): string[] => [...new Set(parts.flatMap(({ origins }) => origins ?? []))];

function spanOf(parts: readonly Piece[]): Span {
  let start = Number.POSITIVE_INFINITY;
  let end = 0;
  for (const { span } of parts) {
    start = Math.min(start, span.start);
    end = Math.max(end, span.end);
  }
  return { start: Math.min(start, end), end };
}
