import { alignLines } from '../text/align';
import { isBlank } from '../text/blank';
import type { Span } from '../text/span';
import { MASK, type MaskedText } from './masked';

/** A stretch of a masked text, and the equal stretch of another text. */
export interface Anchor {
  readonly masked: Span;
  readonly found: Span;
}

/** Letters and digits that a piece of text must have before it is known again by itself. */
const FEWEST_LETTERS = 4;

/** Characters that are searched through for one masked text; what is not found by then counts as not there. */
const MOST_SEARCHED = 5_000_000;

/** A text with its lines, read once for all that is looked for in it. */
export interface Captured {
  readonly text: string;
  readonly lines: readonly Span[];
  readonly words: readonly string[];
}

/** A captured prompt with its lines found once, for all the renderings that it is compared with. */
export function captured(text: string): Captured {
  const lines = linesIn(text, { start: 0, end: text.length });
  return { text, lines, words: lines.map(({ start, end }) => text.slice(start, end)) };
}

/**
 * The text of the author as it stands in another text, in order: whole lines first, which show what became of what, and
 * between them every piece of a line that is long enough to be known again.
 */
export function anchorsOf(masked: MaskedText, other: Captured): readonly Anchor[] {
  const lines = linesIn(masked.text, { start: 0, end: masked.text.length });
  const words = lines.map(({ start, end }, i) => {
    const line = masked.text.slice(start, end);
    // What may be anything, or says nothing, must not be taken for the same line somewhere else.
    return line.includes(MASK) || !isKnownAgain(line) ? `${MASK}${i}` : line;
  });
  const partners = alignLines(words, other.words);
  const anchors: Anchor[] = [];
  const searched = { left: MOST_SEARCHED };
  let from = { masked: 0, found: 0 };
  const upTo = (to: typeof from): void => {
    const gap = { masked: { start: from.masked, end: to.masked }, found: { start: from.found, end: to.found } };
    anchors.push(...anchorsInGap(masked.text, other.text, gap, searched));
  };
  partners.forEach((partner, i) => {
    if (partner === -1) return;
    const anchor = { masked: lines[i] as Span, found: other.lines[partner] as Span };
    upTo({ masked: anchor.masked.start, found: anchor.found.start });
    anchors.push(anchor);
    from = { masked: anchor.masked.end, found: anchor.found.end };
  });
  upTo({ masked: masked.text.length, found: other.text.length });
  return anchors;
}

/** The pieces of text between masks, looked for one behind the other. */
function anchorsInGap(text: string, other: string, gap: Anchor, searched: { left: number }): readonly Anchor[] {
  if (gap.masked.end <= gap.masked.start || gap.found.end <= gap.found.start) return [];
  const anchors: Anchor[] = [];
  let at = gap.found.start;
  const take = (piece: Span): boolean => {
    if (!isKnownAgain(text.slice(piece.start, piece.end))) return false;
    const start = find(text, piece, other, { start: at, end: gap.found.end }, searched);
    if (start < 0) return false;
    at = start + piece.end - piece.start;
    anchors.push({ masked: piece, found: { start, end: at } });
    return true;
  };
  for (const piece of piecesIn(text, gap.masked)) {
    if (take(piece)) continue;
    const lines = linesIn(text, piece);
    if (lines.length > 1) for (const line of lines) take(trimmed(text, line));
  }
  return anchors;
}

/** What stands between the masks of a stretch, without white space at its ends. */
function piecesIn(text: string, { start, end }: Span): readonly Span[] {
  const pieces: Span[] = [];
  for (let from = start; from < end; ) {
    const mask = text.indexOf(MASK, from);
    const to = mask < 0 || mask > end ? end : mask;
    if (to > from) pieces.push(trimmed(text, { start: from, end: to }));
    from = to + 1;
  }
  return pieces;
}

/** Where a piece stands in a stretch of the other text. One that begins its line is looked for at the beginning of lines first. */
function find(text: string, piece: Span, other: string, { start, end }: Span, searched: { left: number }): number {
  const wanted = text.slice(piece.start, piece.end);
  const search = (from: number): number => {
    if (searched.left <= 0) return -1;
    const at = other.slice(from, end).indexOf(wanted);
    searched.left -= (at < 0 ? end - from : at) + 1;
    return at < 0 ? -1 : from + at;
  };
  const first = search(start);
  if (first < 0 || !beginsLine(text, piece.start)) return first;
  let at = first;
  for (let tries = 0; at >= 0 && tries < 20; tries++) {
    if (at === start || beginsLine(other, at)) return at;
    at = search(at + 1);
  }
  return first;
}

/** Whether nothing but blanks stands before an offset on its line. */
function beginsLine(text: string, offset: number): boolean {
  let at = offset - 1;
  while (at >= 0 && (text[at] === ' ' || text[at] === '\t')) at--;
  return at < 0 || text[at] === '\n';
}

/** Whether a line has letters enough to be known again elsewhere: a rule or a closing brace stands everywhere. */
export const isKnownAgain = (text: string): boolean => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= FEWEST_LETTERS;

/** The span without the white space at its ends; empty when it holds nothing else. */
export function trimmed(text: string, { start, end }: Span): Span {
  let from = start;
  let to = end;
  while (from < to && isBlank(text.charCodeAt(from))) from++;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  return { start: from, end: to };
}

/** The lines of a stretch, without their line breaks. */
export function linesIn(text: string, { start, end }: Span): readonly Span[] {
  const lines: Span[] = [];
  for (let from = start; ; ) {
    const newline = text.indexOf('\n', from);
    const to = newline < 0 || newline >= end ? end : newline;
    lines.push({ start: from, end: to > from && text[to - 1] === '\r' ? to - 1 : to });
    if (to >= end) return lines;
    from = to + 1;
  }
}
