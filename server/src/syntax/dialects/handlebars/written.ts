import type { Piece, Value } from '../../piece';
import { printed } from '../javascript/data';

/**
 * Numbers and truth values that stand next to each other without text between them are added: `{{{a}}}{{{b}}}` of 1 and
 * 2 prints 3. The library joins what its tags give with `+` (issue 1838), up to 4.7.10 at least; when a release no longer
 * does, this becomes false, and the tests, which ask the installed library, say so.
 */
const ADDS_NUMBERS = true;

/** What a program or a tag gives: text, or one number that is still to be added to the next. */
export class Written {
  readonly pieces: Piece[] = [];
  /** There is text, perhaps empty, so that what follows is joined and not added. */
  #isText = false;
  #number: Bare | undefined;

  static text(...pieces: readonly Piece[]): Written {
    const written = new Written();
    written.text(pieces);
    return written;
  }

  /** A number or a truth value that is printed as it is. */
  static bare(value: number | boolean, piece: Piece): Written {
    const written = new Written();
    written.#bare(value, piece);
    return written;
  }

  get isNumber(): boolean {
    return this.#number !== undefined;
  }

  text(pieces: readonly Piece[]): void {
    this.finish();
    for (const piece of pieces) this.pieces.push(piece);
  }

  /** What the library's `+` does. */
  add(other: Written): this {
    if (other.#number && !other.#isText) this.#bare(other.#number.value, other.#number.piece);
    else this.text(other.finish());
    return this;
  }

  /** The pieces; from here on it is text. */
  finish(): readonly Piece[] {
    if (this.#number) this.pieces.push(this.#number.piece);
    this.#number = undefined;
    this.#isText = true;
    return this.pieces;
  }

  #bare(value: number | boolean, piece: Piece): void {
    if (this.#isText || !ADDS_NUMBERS) this.text([piece]);
    else if (!this.#number) this.#number = { value: value as number, piece };
    else this.#number = sum(this.#number, { value: value as number, piece });
  }
}

/** What one statement of a program gives. */
export interface Part {
  readonly written: Written;
  /**
   * It is a block whose name may be that of a helper: the library generates a statement of its own for it, so that what
   * stands before it is put together first, and numbers on both sides are added in another order.
   */
  readonly standsAlone: boolean;
}

/** The parts of a program as one. */
export function together(parts: readonly Part[]): Written {
  let buffer: Written | undefined;
  let group: Written[] = [];
  for (const { written, standsAlone } of parts) {
    if (standsAlone) {
      if (!buffer) buffer = joined(group);
      else if (group.length > 0) buffer.add(joined(group));
      buffer.add(written);
      group = [];
    } else group.push(written);
  }
  if (!buffer) return joined(group);
  for (const written of group) buffer.add(written);
  return buffer;
}

function joined(group: readonly Written[]): Written {
  const all = group.length === 0 ? Written.text() : new Written();
  for (const written of group) all.add(written);
  return all;
}

interface Bare {
  readonly value: number;
  readonly piece: Piece;
}

/** A sum of two values belongs to both, and to neither as a whole. */
function sum(a: Bare, b: Bare): Bare {
  const value = Number(a.value) + Number(b.value);
  const { whole: _, ...rest } = a.piece;
  const origins = [...new Set([...(a.piece.origins ?? []), ...(b.piece.origins ?? [])])];
  const isSameText = a.piece.file === b.piece.file;
  const span = isSameText
    ? { start: Math.min(a.piece.span.start, b.piece.span.start), end: Math.max(a.piece.span.end, b.piece.span.end) }
    : a.piece.span;
  const text = printed(value as Value);
  return {
    value,
    piece: origins.length > 0 ? { ...rest, kind: 'value', text, span, origins } : { ...rest, kind: 'tag', text, span },
  };
}
