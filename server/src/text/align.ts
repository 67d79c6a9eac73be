/** Places of two lists that are looked through pair by pair; a larger stretch without a common line is taken as changed. */
const MOST_PAIRS = 40_000;

/** Stretches within stretches; what is nested deeper is taken as changed. */
const DEEPEST = 60;

interface Stretch {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
  readonly depth: number;
}

/**
 * Which lines of one text stand in another one too: for each line of `a` its partner in `b`, or -1. Partners never go
 * back. Lines that occur once on both sides come first (patience diff), since those are what people mean by the same
 * line; what lies between them is paired by the longest common run of lines. Linear but for short stretches.
 */
export function alignLines(a: readonly string[], b: readonly string[]): Int32Array {
  const partners = new Int32Array(a.length).fill(-1);
  const open: Stretch[] = [{ aStart: 0, aEnd: a.length, bStart: 0, bEnd: b.length, depth: 0 }];
  for (let stretch = open.pop(); stretch; stretch = open.pop()) {
    let { aStart, aEnd, bStart, bEnd } = stretch;
    while (aStart < aEnd && bStart < bEnd && a[aStart] === b[bStart]) partners[aStart++] = bStart++;
    while (aEnd > aStart && bEnd > bStart && a[aEnd - 1] === b[bEnd - 1]) partners[--aEnd] = --bEnd;
    if (aStart === aEnd || bStart === bEnd || stretch.depth > DEEPEST) continue;
    const rest: Stretch = { aStart, aEnd, bStart, bEnd, depth: stretch.depth + 1 };
    const anchors = anchorsOf(a, b, rest);
    if (anchors.length === 0) {
      pairByLength(a, b, rest, partners);
      continue;
    }
    for (const [inA, inB] of [...anchors, [aEnd, bEnd] as const]) {
      open.push({ ...rest, aStart, aEnd: inA, bStart, bEnd: inB });
      if (inA === aEnd) break;
      partners[inA] = inB;
      aStart = inA + 1;
      bStart = inB + 1;
    }
  }
  return partners;
}

/** Lines that occur once in both stretches, as far as they stand in the same order. */
function anchorsOf(
  a: readonly string[],
  b: readonly string[],
  { aStart, aEnd, bStart, bEnd }: Stretch,
): readonly (readonly [number, number])[] {
  const inB = onceIn(b, bStart, bEnd);
  const pairs: (readonly [number, number])[] = [];
  for (const [line, at] of onceIn(a, aStart, aEnd)) {
    const other = inB.get(line);
    if (at >= 0 && other !== undefined && other >= 0) pairs.push([at, other]);
  }
  return longestRise(pairs);
}

/** The place of each line of a stretch; -1 when it occurs more than once. In the order of the text. */
function onceIn(lines: readonly string[], start: number, end: number): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (let at = start; at < end; at++) {
    const line = lines[at] as string;
    places.set(line, places.has(line) ? -1 : at);
  }
  return places;
}

/** The longest run of pairs whose second places rise, by patience sorting. */
function longestRise(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const tops: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(([, place], i) => {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tops[middle] as number] as readonly [number, number])[1] < place) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? (tops[low - 1] as number) : -1;
    tops[low] = i;
  });
  const rise: (readonly [number, number])[] = [];
  for (let i = tops.at(-1) ?? -1; i >= 0; i = before[i] as number) rise.push(pairs[i] as readonly [number, number]);
  return rise.reverse();
}

/** Pairs the lines of a short stretch so that as many as possible have a partner. */
function pairByLength(
  a: readonly string[],
  b: readonly string[],
  { aStart, aEnd, bStart, bEnd }: Stretch,
  partners: Int32Array,
): void {
  const rows = aEnd - aStart;
  const columns = bEnd - bStart;
  if (rows * columns > MOST_PAIRS) return;
  const width = columns + 1;
  // The length of the longest common run of what is left behind each pair of places.
  const lengths = new Uint16Array((rows + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] as number;
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const same = a[aStart + i] === b[bStart + j];
      lengths[i * width + j] = same ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    if (a[aStart + i] === b[bStart + j]) partners[aStart + i++] = bStart + j++;
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
}
