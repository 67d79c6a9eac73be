import type { Span } from '../../../text/span';
import type { Piece } from '../../piece';
import type { Indent } from './line';

/**
 * The text of a partial whose tag is indented. mustache.js puts the indentation before every line of the partial's text
 * that is not empty, and then reads that text: so it stands inside of multi-line sections, but not inside of values.
 * This is that text, with the way back to the partial's own offsets.
 */
export class IndentedText {
  readonly text: string;
  readonly #indent: string;
  /** Where in `text` an indentation begins, ascending. */
  readonly #starts: readonly number[];

  constructor(source: string, { text: indent, behindText }: Indent) {
    const starts: number[] = [];
    let text = '';
    for (let at = 0; at < source.length; ) {
      const feed = source.indexOf('\n', at);
      const end = feed < 0 ? source.length : feed + 1;
      if (at !== feed && (at > 0 || !behindText)) {
        starts.push(text.length);
        text += indent;
      }
      text += source.slice(at, end);
      at = end;
    }
    this.text = text;
    this.#indent = indent;
    this.#starts = starts;
  }

  /** A span of the indented text, in the partial itself. */
  spanOf({ start, end }: Span): Span {
    return { start: this.#original(start), end: this.#original(end) };
  }

  /** A piece of the indented text, in the partial itself; the indentation is text that `tag` made. */
  pieces(piece: Piece, tag: Span, source: string): Piece[] {
    const span = this.spanOf(piece.span);
    if (piece.hole !== undefined) return [{ ...piece, span, text: source.slice(span.start, span.end) }];
    if (piece.kind !== 'literal') return [{ ...piece, span }];
    const cut: Piece[] = [];
    const { start, end } = piece.span;
    let at = start;
    for (let index = Math.max(0, this.#countBefore(start) - 1); index < this.#starts.length; index++) {
      const from = this.#starts[index] ?? end;
      const behind = Math.min(from + this.#indent.length, end);
      if (from >= end) break;
      if (behind <= at) continue;
      if (from > at) cut.push(this.#literal(at, from));
      cut.push({ kind: 'tag', text: this.text.slice(Math.max(at, from), behind), span: tag });
      at = behind;
    }
    if (at < end) cut.push(this.#literal(at, end));
    return cut;
  }

  #literal(start: number, end: number): Piece {
    return { kind: 'literal', text: this.text.slice(start, end), span: this.spanOf({ start, end }) };
  }

  /** Offset in the partial; what lies in an indentation stands at the beginning of its line. */
  #original(offset: number): number {
    const before = this.#countBefore(offset);
    const last = this.#starts[before - 1];
    const inLast = last === undefined ? 0 : Math.min(this.#indent.length, offset - last);
    return offset - Math.max(0, before - 1) * this.#indent.length - inLast;
  }

  /** How many indentations begin before an offset. */
  #countBefore(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
