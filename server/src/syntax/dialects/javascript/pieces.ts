import type { Piece } from '../../piece';

/**
 * Pieces as the law of pieces wants them: none without text but an empty slot, and neighbouring literals are one where
 * their sources are one stretch too. A hole and an escape stay for themselves.
 */
export function joinLiterals(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  let last: Piece | undefined;
  for (const piece of pieces) {
    if (piece.text === '' && piece.whole === undefined) continue;
    if (last && isExact(last) && isExact(piece) && last.file === piece.file && last.span.end === piece.span.start) {
      last = { ...last, text: last.text + piece.text, span: { start: last.span.start, end: piece.span.end } };
      joined[joined.length - 1] = last;
    } else {
      last = piece;
      joined.push(piece);
    }
  }
  return joined;
}

/** Whether each character of the text has its own place in the source. */
const isExact = ({ kind, hole, text, span }: Piece): boolean =>
  kind === 'literal' && hole === undefined && text.length === span.end - span.start;
