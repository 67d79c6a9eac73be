import { alignLines } from './align';

/** A line of either text, without its line break: `removed` stands in the first alone, `added` in the second. */
export interface DifferentLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Lines that differ, with the equal ones round them. */
export interface Hunk {
  /** Zero-based line of the first text at which it begins. */
  readonly before: number;
  /** The same in the second text. */
  readonly after: number;
  readonly lines: readonly DifferentLine[];
}

/** The differences of two texts line by line, each with up to `context` equal lines before and behind it. */
export function lineDifference(a: string, b: string, context: number): readonly Hunk[] {
  const lines = allLines(a, b);
  const hunks: Hunk[] = [];
  let [at, before, after] = [0, 0, 0];
  const passTo = (end: number): void => {
    for (; at < end; at++) {
      const kind = lines[at]?.kind;
      if (kind !== 'added') before++;
      if (kind !== 'removed') after++;
    }
  };
  for (let first = nextDifference(lines, 0); first < lines.length; first = nextDifference(lines, at)) {
    passTo(Math.max(at, first - context));
    const hunk = { before, after };
    let end = first;
    // Differences that share their context are one hunk.
    let same = 0;
    for (; end < lines.length && same <= 2 * context; end++) same = lines[end]?.kind === 'same' ? same + 1 : 0;
    end -= Math.max(0, same - context);
    hunks.push({ ...hunk, lines: lines.slice(at, end) });
    passTo(end);
  }
  return hunks;
}

function nextDifference(lines: readonly DifferentLine[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]?.kind === 'same') at++;
  return at;
}

/** An empty text has no line. */
const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/\r\n|\r|\n/));

/** All lines of both texts, in order; in every stretch what is removed comes before what is added. */
function allLines(a: string, b: string): readonly DifferentLine[] {
  const [before, after] = [linesOf(a), linesOf(b)];
  // A final line break is told only when one of the two lacks it.
  if (before.length > 1 && after.length > 1 && before.at(-1) === '' && after.at(-1) === '') {
    before.pop();
    after.pop();
  }
  const partners = alignLines(before, after);
  const lines: DifferentLine[] = [];
  let added = 0;
  const addUpTo = (end: number): void => {
    while (added < end) lines.push({ kind: 'added', text: after[added++] as string });
  };
  before.forEach((text, i) => {
    const partner = partners[i] as number;
    if (partner < 0) {
      lines.push({ kind: 'removed', text });
      return;
    }
    addUpTo(partner);
    added++;
    lines.push({ kind: 'same', text });
  });
  addUpTo(after.length);
  return lines;
}
