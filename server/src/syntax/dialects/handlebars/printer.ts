import type { Span } from '../../../text/span';
import type { Piece } from '../../piece';
import { isObject, printed } from '../javascript/data';
import type { Effort } from '../javascript/stop';
import { type Environment, placeIn } from './environment';
import { escapeHtml } from './escape';
import type { Ref } from './reference';
import { Written } from './written';

/** Makes the pieces of what a text prints, each at its place in the text that the tag stands in. */
export class Printer {
  readonly #effort: Effort;

  constructor(effort: Effort) {
    this.#effort = effort;
  }

  /** Template text. */
  literal(span: Span, environment: Environment): Written {
    return Written.text(this.#piece({ kind: 'literal', text: sourceOf(span, environment), span }, environment));
  }

  /** A tag that stands in the output as it is written. */
  asWritten(span: Span, environment: Environment): Written {
    return Written.text(this.made(sourceOf(span, environment), span, environment));
  }

  /** Text that a tag makes from no value. */
  made(text: string, span: Span, environment: Environment): Piece {
    return this.#piece({ kind: 'tag', text, span }, environment);
  }

  /** What a tag prints for a value. */
  value(ref: Ref, span: Span, environment: Environment, escapes: boolean): Written {
    const { value, path, slot, hole } = ref;
    if (hole !== undefined) {
      const text = sourceOf(span, environment);
      return Written.text(this.#piece({ kind: 'literal', text, span, hole }, environment));
    }
    const plain = value === null || value === undefined ? '' : printed(value);
    const text = escapes ? escapeHtml(plain) : plain;
    // The whole view is no slot's, and neither is what the tag itself says.
    const isOwn = ref.isView || path === undefined || path === '';
    const isNothing = value === '' || value === null || value === undefined;
    if (isNothing && (slot === undefined || isOwn)) return Written.text();
    const piece: Piece = isOwn
      ? this.made(text, span, environment)
      : this.#piece({ kind: 'value', text, span, origins: [path], ...wholeOf(ref, plain, text) }, environment);
    const isBare = !escapes && typeof value !== 'string' && value !== null && value !== undefined;
    return isBare ? Written.bare(value, piece) : Written.text(piece);
  }

  /** Text that was printed already is printed once more. */
  again(pieces: readonly Piece[], tag: Span, environment: Environment): void {
    let size = 0;
    for (const { text } of pieces) size += text.length;
    this.#effort.writing(size, placeIn(environment, tag));
  }

  #piece(piece: Piece, environment: Environment): Piece {
    const { file, site } = environment.page;
    this.#effort.writing(piece.text.length, placeIn(environment, piece.span));
    return file === undefined || !site ? piece : { ...piece, file, site };
  }
}

/** A list prints its items and a comma between them, which is not how the slot would write it itself. */
function wholeOf({ value, slot }: Ref, plain: string, text: string): Pick<Piece, 'whole'> {
  const isWhole = slot !== undefined && text === plain && (text === '' || !isObject(value));
  return isWhole ? { whole: slot } : {};
}

const sourceOf = ({ start, end }: Span, { page }: Environment): string => page.tree.text.slice(start, end);
