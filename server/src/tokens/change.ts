/** Texts are compared in blocks of this many units before they are compared unit by unit. */
const BLOCK = 4096;

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

/** Units at the start of two texts that are equal. */
export function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let n = 0;
  while (n + BLOCK <= most && a.slice(n, n + BLOCK) === b.slice(n, n + BLOCK)) n += BLOCK;
  while (n < most && a.charCodeAt(n) === b.charCodeAt(n)) n++;
  return n;
}

function commonEnd(a: string, b: string, most: number): number {
  let n = 0;
  while (
    n + BLOCK <= most &&
    a.slice(a.length - n - BLOCK, a.length - n) === b.slice(b.length - n - BLOCK, b.length - n)
  ) {
    n += BLOCK;
  }
  while (n < most && a.charCodeAt(a.length - n - 1) === b.charCodeAt(b.length - n - 1)) n++;
  return n;
}
