import type { Span } from '../text/span';
import { trimmed } from './anchors';
import { type MaskedRun, MESSAGE_BREAK } from './masked';

/**
 * The values of the masks of a stretch. The text between them must stand in the other stretch as well, in order, and,
 * where there are several masks, at one place only: else nobody can tell where a value ends. White space at both ends may
 * be missing.
 */
export function valuesBetween(
  text: string,
  other: string,
  masked: Span,
  found: Span,
  masks: readonly MaskedRun[],
): readonly Span[] | undefined {
  const [first] = masks;
  const last = masks.at(-1);
  if (!first || !last) return undefined;
  const inner = trimmed(other, found);
  const head = text.slice(masked.start, first.start).trim();
  const tail = text.slice(last.end, masked.end).trim();
  let { start, end } = inner;
  if (head !== '' && other.startsWith(head, start)) start += head.length;
  if (tail !== '' && other.endsWith(tail, end) && end - tail.length >= start) end -= tail.length;
  else if (tail !== '' && text.slice(last.end, masked.end).startsWith('\n'))
    end = linesFrom(tail, other, { start, end });
  const values: Span[] = [];
  for (const [i, mask] of masks.entries()) {
    const next = masks[i + 1];
    if (!next) {
      values.push(trimmed(other, { start, end }));
      break;
    }
    const at = endOfValue(text.slice(mask.end, next.start), other.slice(start, end), mask.oneLine);
    if (!at) return undefined;
    values.push(trimmed(other, { start, end: start + at.start }));
    start += at.end;
  }
  return values;
}

/**
 * Where lines begin that stand behind a value, when something else follows them there: a closing tag is too short to be
 * known again by itself. The last place counts, since the value may hold such lines; without one, the end of the stretch.
 */
function linesFrom(lines: string, other: string, { start, end }: Span): number {
  for (let at = end; at > start; ) {
    at = other.lastIndexOf(lines, at - 1);
    if (at < start) break;
    const after = other[at + lines.length];
    if ((at === start || other[at - 1] === '\n') && (after === '\n' || after === '\r')) return at;
  }
  return end;
}

/** The one place of what stands behind a value, in what was sent; white space round words may differ. */
function endOfValue(between: string, stretch: string, oneLine: boolean): Span | undefined {
  for (const wanted of [between, between.trim()]) {
    const start = wanted === '' ? -1 : stretch.indexOf(wanted);
    if (start < 0) continue;
    const isSure = (oneLine && wanted.startsWith('\n')) || wanted.includes(MESSAGE_BREAK);
    return isSure || !stretch.includes(wanted, start + 1) ? { start, end: start + wanted.length } : undefined;
  }
  return undefined;
}

/**
 * The values of the masks of a stretch when each of them is what stands there in the rendering itself; undefined when the
 * other stretch is not exactly that, but for white space at its ends.
 */
export function ownValues(
  text: string,
  other: string,
  masked: Span,
  found: Span,
  masks: readonly MaskedRun[],
): readonly Span[] | undefined {
  const pieces: string[] = [];
  const values: Span[] = [];
  let [at, length] = [masked.start, 0];
  const write = (piece: string): Span => {
    pieces.push(piece);
    length += piece.length;
    return { start: length - piece.length, end: length };
  };
  for (const { start, end, value } of masks) {
    if (value === undefined || length > found.end - found.start + MOST_BLANKS) return undefined;
    write(text.slice(at, start));
    values.push(write(value));
    at = end;
  }
  write(text.slice(at, masked.end));
  const own = pieces.join('');
  const inner = trimmed(own, { start: 0, end: length });
  const there = trimmed(other, found);
  if (inner.end - inner.start !== there.end - there.start) return undefined;
  if (own.slice(inner.start, inner.end) !== other.slice(there.start, there.end)) return undefined;
  const within = (offset: number): number =>
    Math.min(Math.max(offset, inner.start), inner.end) - inner.start + there.start;
  return values.map(({ start, end }) => ({ start: within(start), end: within(end) }));
}

/** White space at the ends of a stretch may be missing; more than this nobody has there. */
const MOST_BLANKS = 1000;
