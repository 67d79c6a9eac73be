import { alignLines } from './align';
import { type Change, changeBetween } from './change';
import type { TextEdit } from './edit';
import { span } from './span';

/** A word, a line break, or one other character: what is never cut in two. */
const PIECE = /[\p{L}\p{N}_]+|\r\n|[\s\S]/gu;

/** Longer changes are one edit. */
const LONGEST = 200_000;

/**
 * The edits that turn one text into another, as small as people would make them: what stays between them stays where it
 * is, with the cursor and the selection in it.
 */
export function smallEdits(before: string, after: string): readonly TextEdit[] {
  const change = changeBetween(before, after);
  if (!change) return [];
  const { start, oldEnd, newEnd } = onPieces(before, after, change);
  const [old, made] = [before.slice(start, oldEnd), after.slice(start, newEnd)];
  if (old.length + made.length > LONGEST) return [{ span: span(start, oldEnd), text: made }];
  const [a, b] = [old.match(PIECE) ?? [], made.match(PIECE) ?? []];
  const partners = alignLines(a, b);
  const edits: TextEdit[] = [];
  let [at, from, next] = [start, start, 0];
  const put = (until: number): void => {
    if (at > from || until > next) edits.push({ span: span(from, at), text: b.slice(next, until).join('') });
  };
  for (const [i, piece] of a.entries()) {
    const partner = partners[i] ?? -1;
    if (partner >= 0) {
      put(partner);
      next = partner + 1;
      from = at + piece.length;
    }
    at += piece.length;
  }
  put(b.length);
  return edits;
}

/** A change that begins and ends between pieces, so that none is cut where two texts are equal by chance. */
function onPieces(before: string, after: string, { start, oldEnd, newEnd }: Change): Change {
  let [from, end] = [start, oldEnd];
  while (from > 0 && (joins(before, from) || joins(after, from))) from--;
  while (end < before.length && (joins(before, end) || joins(after, end - oldEnd + newEnd))) end++;
  return { start: from, oldEnd: end, newEnd: end - oldEnd + newEnd };
}

/** Whether what stands round an offset is one character, or one line break. */
function joins(text: string, at: number): boolean {
  const [left, right] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return (left === 13 && right === 10) || (left >= 0xd800 && left <= 0xdbff && right >= 0xdc00 && right <= 0xdfff);
}
