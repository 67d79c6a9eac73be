import type { Piece, Value } from '../../piece';
import { isObject, printed } from '../javascript/data';

/**
 * Numbers and truth values that stand next to each other without text between them are added: `{{{a}}}{{{b}}}` of 1 and
 * 2 prints 3. The library joins what its tags give with `+` (issue 1838), up to 4.7.10 at least; when a release no longer
 * does, this becomes false, and the tests, which ask the installed library, say so.
 */
const ADDS_NUMBERS = true;

/** A value that is not made text yet. Of lists and maps the number is absent: they are text as soon as anything follows. */
interface Bare {
  readonly number: number | undefined;
  readonly piece: Piece;
}

/** What a program or a tag gives: text, or one value that is still to be added to the next. */
export class Written {
  readonly pieces: Piece[] = [];
  /** There is text, perhaps empty, so that what follows is joined and not added. */
  #isText = false;
  #bare: Bare | undefined;

  static text(...pieces: readonly Piece[]): Written {
    const written = new Written();
    written.text(pieces);
    return written;
  }

  /** A value that is no text and is printed as it is. */
  static bare(value: Exclude<Value, string | null>, piece: Piece): Written {
    const written = new Written();
    written.#add({ number: isObject(value) ? undefined : Number(value), piece });
    return written;
  }

  /** Whether it is nothing but one value that is no text. */
  get isBare(): boolean {
    return this.#bare !== undefined;
  }

  text(pieces: readonly Piece[]): void {
    this.finish();
    for (const piece of pieces) this.pieces.push(piece);
  }

  /** What the library's `+` does. */
  add(other: Written): this {
    if (other.#bare) this.#add(other.#bare);
    else this.text(other.finish());
    return this;
  }

  /** The pieces; from here on it is text. */
  finish(): readonly Piece[] {
    if (this.#bare) this.pieces.push(this.#bare.piece);
    this.#bare = undefined;
    this.#isText = true;
    return this.pieces;
  }

  #add(bare: Bare): void {
    const before = this.#bare;
    if (this.#isText) this.text([bare.piece]);
    else if (!before) this.#bare = bare;
    else if (ADDS_NUMBERS && before.number !== undefined && bare.number !== undefined) {
      this.#bare = sum(before.number + bare.number, before.piece, bare.piece);
    } else this.text([bare.piece]);
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

/** A sum of two values belongs to both, and to neither as a whole. */
function sum(number: number, a: Piece, b: Piece): Bare {
  const { whole: _, ...rest } = a;
  const origins = [...new Set([...(a.origins ?? []), ...(b.origins ?? [])])];
  const span = {
    start: a.file === b.file ? Math.min(a.span.start, b.span.start) : a.span.start,
    end: a.file === b.file ? Math.max(a.span.end, b.span.end) : a.span.end,
  };
  const text = printed(number);
  const piece: Piece =
    origins.length > 0 ? { ...rest, kind: 'value', text, span, origins } : { ...rest, kind: 'tag', text, span };
  return { number, piece };
}
