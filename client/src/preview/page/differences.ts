// Two texts word by word (Myers, "An O(ND) difference algorithm", 1986).

export interface Part {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** More differing words than this are no help to anybody: one text, then the other. */
const MOST = 1000;

/** The parts of both texts in order; joined without what is added they are `a`, without what is removed `b`. */
export function wordDifference(a: string, b: string): readonly Part[] {
  const x = wordsOf(a);
  const y = wordsOf(b);
  let start = 0;
  while (start < x.length && start < y.length && x[start] === y[start]) start++;
  let endX = x.length;
  let endY = y.length;
  while (endX > start && endY > start && x[endX - 1] === y[endY - 1]) {
    endX--;
    endY--;
  }
  const middle = myers(x.slice(start, endX), y.slice(start, endY));
  return joined([
    ...x.slice(0, start).map((text): Part => ({ kind: 'same', text })),
    ...middle,
    ...x.slice(endX).map((text): Part => ({ kind: 'same', text })),
  ]);
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+|\n|[^\S\n]+|[^\s\p{L}\p{N}_]/gu) ?? [];

function myers(x: readonly string[], y: readonly string[]): Part[] {
  const whole = (): Part[] => [
    ...x.map((text): Part => ({ kind: 'removed', text })),
    ...y.map((text): Part => ({ kind: 'added', text })),
  ];
  if (x.length === 0 || y.length === 0) return whole();
  const most = Math.min(MOST, x.length + y.length);
  const furthest = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  for (let d = 0; d <= most; d++) {
    trace.push(furthest.slice(most - d, most + d + 3));
    for (let k = -d; k <= d; k += 2) {
      const at = most + 1 + k;
      const down = k === -d || (k !== d && (furthest[at - 1] ?? 0) < (furthest[at + 1] ?? 0));
      let i = down ? (furthest[at + 1] ?? 0) : (furthest[at - 1] ?? 0) + 1;
      while (i < x.length && i - k < y.length && x[i] === y[i - k]) i++;
      furthest[at] = i;
      if (i >= x.length && i - k >= y.length) return walkBack(x, y, trace, d);
    }
  }
  return whole();
}

/** From the end of both texts back to their beginning, along the furthest points of every round. */
function walkBack(x: readonly string[], y: readonly string[], trace: readonly Int32Array[], rounds: number): Part[] {
  const parts: Part[] = [];
  let i = x.length;
  let j = y.length;
  for (let d = rounds; d > 0; d--) {
    const before = trace[d] as Int32Array;
    const k = i - j;
    // Index of diagonal k in what was kept of this round.
    const at = d + 1 + k;
    const down = k === -d || (k !== d && (before[at - 1] ?? 0) < (before[at + 1] ?? 0));
    const fromI = down ? (before[at + 1] ?? 0) : (before[at - 1] ?? 0);
    const fromJ = fromI - (down ? k + 1 : k - 1);
    while (i > fromI && j > fromJ && !(i === fromI + (down ? 0 : 1) && j === fromJ + (down ? 1 : 0))) {
      parts.push({ kind: 'same', text: x[--i] as string });
      j--;
    }
    if (down) parts.push({ kind: 'added', text: y[--j] as string });
    else parts.push({ kind: 'removed', text: x[--i] as string });
  }
  while (i > 0) parts.push({ kind: 'same', text: x[--i] as string });
  return parts.reverse();
}

function joined(parts: readonly Part[]): Part[] {
  const out: { kind: Part['kind']; text: string[] }[] = [];
  for (const { kind, text } of parts) {
    const last = out.at(-1);
    if (last?.kind === kind) last.text.push(text);
    else out.push({ kind, text: [text] });
  }
  return out.map(({ kind, text }) => ({ kind, text: text.join('') }));
}
