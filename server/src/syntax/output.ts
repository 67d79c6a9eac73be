import type { Span } from '../text/span';
import type { Piece } from './piece';

/** Characters that one pass may write: a preview must not exhaust the memory, whatever widths or repetitions a template asks for. */
export const OUTPUT_LIMIT = 20_000_000;

/**
 * Collects the pieces of one pass over one source. It keeps the law of pieces: none is empty but that of a slot with an
 * empty value, neighbouring literals are
 * one piece only when their source is one stretch too, and holes and escapes stay pieces of their own.
 */
export class Output {
  readonly #source: string;
  readonly #pieces: Piece[] = [];
  #literalStart = 0;
  #literalEnd = 0;
  #size = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Whether more was written than a preview may hold; the caller stops then. */
  get full(): boolean {
    return this.#size > OUTPUT_LIMIT;
  }

  /** Template text that is printed as it stands. */
  literal(start: number, end: number): void {
    if (end <= start) return;
    this.#size += end - start;
    if (this.#literalEnd === start && this.#literalEnd > this.#literalStart) {
      this.#literalEnd = end;
      return;
    }
    this.#flush();
    this.#literalStart = start;
    this.#literalEnd = end;
  }

  /** Template text that is written otherwise than it is printed: `{{` for `{`. */
  escape(text: string, span: Span): void {
    this.#push({ kind: 'literal', text, span });
  }

  /** Text made from the values of slots; an empty one too, so that its place is known. */
  value(text: string, span: Span, origins: readonly string[], whole?: string): void {
    this.#push(
      whole === undefined ? { kind: 'value', text, span, origins } : { kind: 'value', text, span, origins, whole },
    );
  }

  /** A slot without a value: its tag stands as it is written. */
  hole(span: Span, name: string): void {
    this.#push({ kind: 'literal', text: this.#source.slice(span.start, span.end), span, hole: name });
  }

  finish(): readonly Piece[] {
    this.#flush();
    return this.#pieces;
  }

  #push(piece: Piece): void {
    // A slot whose value is empty keeps its place.
    if (piece.text === '' && piece.whole === undefined) return;
    this.#flush();
    this.#size += piece.text.length;
    this.#pieces.push(piece);
  }

  #flush(): void {
    if (this.#literalEnd <= this.#literalStart) return;
    const span = { start: this.#literalStart, end: this.#literalEnd };
    this.#pieces.push({ kind: 'literal', text: this.#source.slice(span.start, span.end), span });
    this.#literalStart = this.#literalEnd = 0;
  }
}
