// Floor "text": offsets, lines, edits. Invariant: it knows no language, no file format, no protocol.
// Every offset in Strata is a UTF-16 code unit offset from the start of the file; only `lines.ts` knows lines.

/** A half-open range [start, end) of UTF-16 code unit offsets in one text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Offsets in UTF-16 units, as everywhere; nothing is checked, and the end is not part of it. */
export const span = (start: number, end: number): Span => ({ start, end });

export const isEmpty = (s: Span): boolean => s.end <= s.start;

/** Whether `offset` lies in the span; its end counts, so that a cursor behind the last character still hits. */
export const touches = (s: Span, offset: number): boolean => s.start <= offset && offset <= s.end;

/** Whether `inner` lies wholly in `outer`. */
export const covers = (outer: Span, inner: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;

/** Whether the two spans share at least one character (an empty span shares one with what it stands inside of). */
export const overlaps = (a: Span, b: Span): boolean =>
  isEmpty(a) || isEmpty(b) ? a.start <= b.end && b.start <= a.end : a.start < b.end && b.start < a.end;

/** The span so many code units further on; a negative number moves it back. */
export const shift = (s: Span, by: number): Span => ({ start: s.start + by, end: s.end + by });

/** The part of `s` that lies in [0, length]: no finding may ever point outside its document. */
export function clamp(s: Span, length: number): Span {
  const start = Math.max(0, Math.min(s.start, length));
  return { start, end: Math.max(start, Math.min(s.end, length)) };
}
