import type { TextEdit } from './edit';

/** Takes offsets of a text with edits in it back to the text before, whose offsets the edits are written in. */
export class OffsetMap {
  /** Edits in order, each with its place in the text after. */
  readonly #edits: readonly { readonly edit: TextEdit; readonly start: number; readonly end: number }[];

  /** `edits` do not overlap. */
  constructor(edits: readonly TextEdit[]) {
    let shift = 0;
    this.#edits = [...edits]
      .sort((a, b) => a.span.start - b.span.start)
      .map((edit) => {
        const start = edit.span.start + shift;
        shift += edit.text.length - (edit.span.end - edit.span.start);
        return { edit, start, end: start + edit.text.length };
      });
  }

  /** The offset before; inside a replaced stretch it is the nearer end of what was replaced. */
  before(offset: number): number {
    let low = 0;
    let high = this.#edits.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#edits[middle]?.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const last = this.#edits[low - 1];
    if (!last) return offset;
    const { span } = last.edit;
    if (offset >= last.end) return span.end + (offset - last.end);
    return offset - last.start <= last.end - offset ? span.start : span.end;
  }
}
