/**
 * Texts are compared in pieces of these many units, from large to small, before they are compared unit by unit: the engine
 * compares two strings many units at a time.
 */
const PIECES = [4096, 1024, 256, 64] as const;

/** `[start, oldEnd)` of one text became `[start, newEnd)` of another; around it they are equal. */
export interface Change {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

/**
 * What lies between the common start and the common end of two texts; nothing when they are equal. Found by comparing,
 * so that it does not depend on who tells of an edit, and in which order: undo, formatters and several cursors are all
 * one change.
 */
export function changeBetween(before: string, after: string): Change | undefined {
  if (before === after) return undefined;
  const start = commonStart(before, after);
  const room = Math.min(before.length, after.length) - start;
  const end = commonEnd(before, after, room);
  return { start, oldEnd: before.length - end, newEnd: after.length - end };
}

/** The same for a text that is held in parts. */
export function changeOfParts(
  before: readonly { readonly text: string }[],
  length: number,
  after: string,
): Change | undefined {
  const most = Math.min(length, after.length);
  let start = 0;
  for (const { text } of before) {
    const equal = equalForward(text, 0, after, start, Math.min(text.length, most - start));
    start += equal;
    if (equal < text.length) break;
  }
  if (start === length && start === after.length) return undefined;
  let end = 0;
  for (let last = before.length - 1; last >= 0; last--) {
    const text = before[last]?.text ?? '';
    const equal = equalBackward(
      text,
      text.length,
      after,
      after.length - end,
      Math.min(text.length, most - start - end),
    );
    end += equal;
    if (equal < text.length) break;
  }
  return { start, oldEnd: length - end, newEnd: after.length - end };
}

/** Units at the start of two texts that are equal. */
export function commonStart(a: string, b: string): number {
  return equalForward(a, 0, b, 0, Math.min(a.length, b.length));
}

const commonEnd = (a: string, b: string, most: number): number => equalBackward(a, a.length, b, b.length, most);

/** How many units are equal from two places on, `most` at most. */
function equalForward(a: string, aStart: number, b: string, bStart: number, most: number): number {
  if (a.length === most && a === b.slice(bStart, bStart + most)) return most;
  let n = 0;
  for (const size of PIECES) {
    while (n + size <= most && a.slice(aStart + n, aStart + n + size) === b.slice(bStart + n, bStart + n + size)) {
      n += size;
    }
  }
  while (n < most && a.charCodeAt(aStart + n) === b.charCodeAt(bStart + n)) n++;
  return n;
}

/** How many units are equal up to two places, `most` at most. */
function equalBackward(a: string, aEnd: number, b: string, bEnd: number, most: number): number {
  if (a.length === most && a === b.slice(bEnd - most, bEnd)) return most;
  let n = 0;
  for (const size of PIECES) {
    while (n + size <= most && a.slice(aEnd - n - size, aEnd - n) === b.slice(bEnd - n - size, bEnd - n)) n += size;
  }
  while (n < most && a.charCodeAt(aEnd - n - 1) === b.charCodeAt(bEnd - n - 1)) n++;
  return n;
}
