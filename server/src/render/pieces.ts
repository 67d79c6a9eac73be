import type { Location } from '../model/system';
import type { Span } from '../text/span';
import { trimmed } from './anchors';
import { type MaskedRun, type MaskedText, runIndexAt } from './masked';

/**
 * A piece of a prompt that was really sent, with where it came from. `text`: the author wrote it. `value`: it stands where
 * a slot stands (or, without a slot, the conversation). `unknown`: the system has nothing like it at that place.
 */
export interface Piece extends Span {
  readonly kind: 'text' | 'value' | 'unknown';
  readonly layer: string | null;
  readonly slot?: string;
  /** For what is unknown: the slots of which it may be the values, when it stands between slots that nothing tells apart. */
  readonly slots?: readonly string[];
  readonly source?: Location;
}

/** Text of the author that was found in a prompt at `found`, cut where another file or layer begins. */
export function textPieces(masked: MaskedText, span: Span, found: Span, prompt: string): readonly Piece[] {
  const move = found.start - span.start;
  const end = Math.min(span.end, span.start + found.end - found.start);
  const pieces: Piece[] = [];
  for (let i = runIndexAt(masked, span.start); i < masked.runs.length; i++) {
    const run = masked.runs[i] as MaskedRun;
    if (run.start >= end) break;
    const piece = trimmed(prompt, {
      start: Math.max(run.start, span.start) + move,
      end: Math.min(run.end, end) + move,
    });
    const from = run.source.span.start + piece.start - move - run.start;
    const source = run.exact
      ? { uri: run.source.uri, span: { start: from, end: from + piece.end - piece.start } }
      : run.source;
    pieces.push({ ...piece, kind: 'text', layer: run.layer, source });
  }
  return pieces;
}
