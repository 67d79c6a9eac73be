// What is left of a prompt when its lines have been found: a sentence out of a line, as it is copied from an answer or a log.
import type { Span } from '../text/span';
import { isKnownAgain, linesIn, trimmed } from './anchors';
import { isMask, MASK, type MaskedText } from './masked';
import { type Piece, textPieces } from './pieces';

/** Characters that are searched through for one prompt; what is not found by then stays unknown. */
const MOST_SEARCHED = 20_000_000;

/** A part of a longer prompt is known again inside of a line only when it is as long as this. */
const LONG_PART = 16;

/** A captured prompt in pieces, all of it and in its order, after the second look. */
export interface Fragments {
  readonly pieces: readonly Piece[];
  /** The first text in which something was found. */
  readonly masked: MaskedText | undefined;
}

/**
 * Looks inside of the author's lines, and of the values that the slots have, for the pieces that nothing was found for:
 * for each of their lines, else for each sentence of it. `texts`: the likeliest first.
 */
export function withFragments(pieces: readonly Piece[], prompt: string, texts: readonly MaskedText[]): Fragments {
  const isWhole = pieces.length === 1;
  const search = new Search(prompt, texts);
  const found = pieces.flatMap((piece) =>
    piece.kind !== 'unknown' || piece.slots ? [piece] : search.partsOf(piece, isWhole),
  );
  return { pieces: found, masked: search.masked };
}

class Search {
  readonly #prompt: string;
  readonly #texts: readonly MaskedText[];
  #left = MOST_SEARCHED;
  masked: MaskedText | undefined;

  constructor(prompt: string, texts: readonly MaskedText[]) {
    this.#prompt = prompt;
    this.#texts = texts;
  }

  /** The piece in parts: what was found, and between them what was not. */
  partsOf(piece: Piece, isWhole: boolean): readonly Piece[] {
    const parts: Piece[] = [];
    let from = piece.start;
    const unknownUpTo = (end: number): void => {
      const rest = trimmed(this.#prompt, { start: from, end });
      if (rest.end > rest.start) parts.push({ ...piece, ...rest });
    };
    for (const line of linesIn(this.#prompt, piece)) {
      for (const part of this.#partsOfLine(trimmed(this.#prompt, line), isWhole)) {
        unknownUpTo(part.start);
        parts.push(part);
        from = part.end;
      }
    }
    unknownUpTo(piece.end);
    return parts;
  }

  #partsOfLine(line: Span, isWhole: boolean): readonly Piece[] {
    const known = this.#find(line, isWhole);
    if (known) return known;
    const sentences = sentencesIn(this.#prompt, line);
    return sentences.length < 2 ? [] : sentences.flatMap((sentence) => this.#find(sentence, false) ?? []);
  }

  #find(span: Span, isWhole: boolean): readonly Piece[] | undefined {
    const wanted = this.#prompt.slice(span.start, span.end);
    if (wanted.includes(MASK) || !isKnownAgain(wanted) || (!isWhole && wanted.length < LONG_PART)) return undefined;
    for (const masked of this.#texts) {
      if (this.#left <= 0) return undefined;
      const found = this.#inText(masked, wanted, span) ?? this.#inValues(masked, wanted, span);
      if (!found) continue;
      this.masked ??= masked;
      return found;
    }
    return undefined;
  }

  #inText(masked: MaskedText, wanted: string, span: Span): readonly Piece[] | undefined {
    this.#left -= masked.text.length;
    const at = masked.text.indexOf(wanted);
    return at < 0 ? undefined : textPieces(masked, { start: at, end: at + wanted.length }, span, this.#prompt);
  }

  #inValues({ text, runs }: MaskedText, wanted: string, span: Span): readonly Piece[] | undefined {
    for (const run of runs) {
      if (!isMask(text, run) || run.slot === undefined || run.value === undefined) continue;
      this.#left -= run.value.length;
      if (!run.value.includes(wanted)) continue;
      return [{ ...span, kind: 'value', layer: run.layer, slot: run.slot, source: run.source }];
    }
    return undefined;
  }
}

/** The sentences of a line, each with the mark that ends it. */
function sentencesIn(text: string, line: Span): readonly Span[] {
  const sentences: Span[] = [];
  let from = line.start;
  for (const { index } of text.slice(line.start, line.end).matchAll(/[.!?:;。！？](?=\s)/g)) {
    const end = line.start + index + 1;
    sentences.push(trimmed(text, { start: from, end }));
    from = end;
  }
  sentences.push(trimmed(text, { start: from, end: line.end }));
  return sentences;
}
