import { MinHeap } from './heap';
import { NO_TOKEN, type Vocabulary } from './vocabulary';

/** From this many bytes on a heap finds the next merge; below, looking through all pairs is faster. */
const LONG = 100;
/** What the arrays shrink back to after a long piece. */
const ROOM = 1024;
/** Heap entries are `rank * RANK + position`: ordered by rank, then from left to right, and exact in a double. */
const RANK = 2 ** 30;

/** Byte-pair merging: of all adjacent parts the pair with the lowest rank is joined, the leftmost first, until none is left. */
export class Merger {
  /** After `merge`, where each token begins, in bytes. */
  parts = new Int32Array(ROOM);
  readonly #vocabulary: Vocabulary;
  /** The rank that the part at an index (short pieces) or a position (long ones) has together with the next part. */
  #ranks = new Int32Array(ROOM);

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Merges the piece `bytes[0, length)`; returns the number of tokens. */
  merge(bytes: Uint8Array, length: number): number {
    if (this.parts.length < length + 2 || (this.parts.length > 64 * ROOM && length < LONG)) {
      const room = Math.max(length + 2, ROOM);
      this.parts = new Int32Array(room);
      this.#ranks = new Int32Array(room);
    }
    return length < LONG ? this.#mergeShort(bytes, length) : this.#mergeLong(bytes, length);
  }

  #mergeShort(bytes: Uint8Array, length: number): number {
    const vocabulary = this.#vocabulary;
    const parts = this.parts;
    const ranks = this.#ranks;
    for (let i = 0; i <= length; i++) parts[i] = i;
    this.#rankPairs(bytes, length);
    let count = length;
    for (;;) {
      let best = NO_TOKEN;
      let at = 0;
      for (let i = 0; i < count - 1; i++) {
        const rank = ranks[i] as number;
        if (rank < best) {
          best = rank;
          at = i;
        }
      }
      if (best === NO_TOKEN) return count;
      parts.copyWithin(at + 1, at + 2, count + 1);
      ranks.copyWithin(at + 1, at + 2, count);
      count--;
      const next = at + 2 <= count ? (parts[at + 2] as number) : -1;
      ranks[at] = next < 0 ? NO_TOKEN : vocabulary.rank(bytes, parts[at] as number, next);
      if (at > 0) ranks[at - 1] = vocabulary.rank(bytes, parts[at - 1] as number, parts[at + 1] as number);
    }
  }

  /** With a heap and a linked list of parts: linear but for the heap's logarithm, where a search would be quadratic. */
  #mergeLong(bytes: Uint8Array, length: number): number {
    const vocabulary = this.#vocabulary;
    const next = this.parts;
    const previous = new Int32Array(length + 1);
    const ranks = this.#ranks;
    const heap = new MinHeap();
    this.#rankPairs(bytes, length);
    for (let i = 0; i <= length; i++) {
      next[i] = i + 1;
      previous[i] = i - 1;
      const rank = ranks[i] as number;
      if (rank !== NO_TOKEN) heap.push(rank * RANK + i);
    }
    const rerank = (at: number, end: number): void => {
      const rank = vocabulary.rank(bytes, at, end);
      ranks[at] = rank;
      if (rank !== NO_TOKEN) heap.push(rank * RANK + at);
    };
    while (heap.size > 0) {
      const entry = heap.pop();
      const rank = Math.floor(entry / RANK);
      const at = entry - rank * RANK;
      if (ranks[at] !== rank) continue; // one of the two parts has changed since
      const joined = next[at] as number;
      const behind = next[joined] as number;
      next[at] = behind;
      previous[behind] = at;
      ranks[joined] = -1;
      if (behind < length) rerank(at, next[behind] as number);
      else ranks[at] = NO_TOKEN;
      const before = previous[at] as number;
      if (before >= 0) rerank(before, behind);
    }
    return this.#collect(length);
  }

  /** The ranks of all pairs of bytes; the last byte has no partner. */
  #rankPairs(bytes: Uint8Array, length: number): void {
    for (let i = 0; i < length - 1; i++) {
      this.#ranks[i] = this.#vocabulary.pair(bytes[i] as number, bytes[i + 1] as number);
    }
    this.#ranks[length - 1] = NO_TOKEN;
    this.#ranks[length] = NO_TOKEN;
  }

  /** Turns the linked list in `parts` into the list of starts, in place: an entry is read before it is overwritten. */
  #collect(length: number): number {
    const parts = this.parts;
    let count = 0;
    for (let at = 0; at < length; ) {
      const next = parts[at] as number;
      parts[count++] = at;
      at = next;
    }
    return count;
  }
}
