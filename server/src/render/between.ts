import type { Span } from '../text/span';
import { trimmed } from './anchors';
import type { MaskedRun } from './masked';

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

/** The one place of what stands behind a value, in what was sent; white space round words may differ. */
function endOfValue(between: string, stretch: string, oneLine: boolean): Span | undefined {
  for (const wanted of [between, between.trim()]) {
    const start = wanted === '' ? -1 : stretch.indexOf(wanted);
    if (start < 0) continue;
    const isSure = oneLine && wanted.startsWith('\n');
    return isSure || !stretch.includes(wanted, start + 1) ? { start, end: start + wanted.length } : undefined;
  }
  return undefined;
}
