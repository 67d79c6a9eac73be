/** Longer words are not compared: nobody mistypes them by a letter, and the cost grows with the square of the length. */
const LONGEST = 64;

/**
 * The candidate that `word` was most likely meant to be, or undefined when none is near. Equal but for case and for
 * `-`, `_`, `.` and spaces counts as nearest; then the beginning of a single candidate; then up to one change (a letter
 * put in, left out, replaced, or two swapped) for every three letters.
 */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  const plain = plainOf(word);
  if (plain.length < 2 || word.length > LONGEST) return undefined;
  const most = Math.floor(Math.max(plain.length, 3) / 3);
  let best: string | undefined;
  let least = most + 1;
  const begun: string[] = [];
  for (const candidate of candidates) {
    if (candidate === word || candidate.length > LONGEST) continue;
    const other = plainOf(candidate);
    if (plain.length >= 3 && other.startsWith(plain)) begun.push(candidate);
    if (Math.abs(other.length - plain.length) >= least || other.length < 2) continue;
    const changes = distance(plain, other);
    if (changes < least) {
      least = changes;
      best = candidate;
    }
  }
  if (best !== undefined && (least === 0 || begun.length !== 1)) return best;
  return begun.length === 1 ? begun[0] : best;
}

/** So many different words of one text are compared: no author mistypes more, and each costs a look at every candidate. */
const MOST_WORDS = 200;

/** The words of one text, each compared once with one list, however often it stands there. */
export class Nearest {
  readonly #candidates: readonly string[];
  readonly #known = new Map<string, string | undefined>();

  constructor(candidates: Iterable<string>) {
    this.#candidates = [...candidates];
  }

  to(word: string): string | undefined {
    if (this.#known.has(word) || this.#known.size >= MOST_WORDS) return this.#known.get(word);
    const meant = closest(word, this.#candidates);
    this.#known.set(word, meant);
    return meant;
  }

  /** The same for words that many may write on purpose: only what differs in case and one change at most. */
  toOneChange(word: string): string | undefined {
    const meant = this.to(word);
    return meant !== undefined && distance(plainOf(word), plainOf(meant)) <= 1 ? meant : undefined;
  }
}

const plainOf = (word: string): string => word.toLowerCase().replace(/[-_. ]/g, '');

/** Number of changes between two words, two swapped neighbours being one change (optimal string alignment). */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(before, j - 2) + 1);
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return at(last, b.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? 0;
