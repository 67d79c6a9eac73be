import { type Change, changeOfParts } from '../text/change';
import type { Span } from '../text/span';
import { Chunk, lowerBound, type Starts, WIDE } from './chunk';
import { cutAfter, cutBefore, isSafeCut, type Judge } from './cuts';
import type { Tokenizer } from './tokenizer';

/** About how long chunks are, in characters: a keystroke copies the starts of one. */
const CHUNK = 4096;
/** A chunk shorter than this is put together with the next when it changes. */
const SMALL = CHUNK / 4;
/** How far from a change a safe cut is looked for before its whole chunk is counted again. */
const REACH = 4096;
/** What is longer is divided at safe cuts before it is counted; what cannot be divided is a run of one kind. */
const BLOCK = 16_384;
/** A safe cut is decided by the characters on both sides of it: this far from a change it is as before. */
const NEAR = 3;
/** Characters of a waiting block that are counted to estimate the rest. */
const SAMPLE = 256;

/** A text with its tokens, in chunks that end at safe cuts. */
export interface Counted {
  /** In characters. */
  readonly length: number;
  readonly chunks: readonly Chunk[];
}

export interface Means extends Judge {
  readonly tokenizer: Tokenizer;
  /** How many characters may be counted here and now; the rest waits. Infinity: everything is counted. */
  readonly budget: number;
}

/** Chunks `[first, last)` of a text, which hold the offsets `[start, end)`. */
interface Region {
  readonly first: number;
  readonly last: number;
  readonly start: number;
  readonly end: number;
}

/**
 * The tokens of `text`, taken over from `before` wherever the texts are equal. What is new is copied, and nothing else: no
 * old version of a document is kept alive, and a keystroke leaves no second one behind.
 */
export function recount(before: Counted, text: string, means: Means): Counted {
  const change = changeOfParts(before.chunks, before.length, text);
  if (!change) return before;
  const region = regionOf(before.chunks, change);
  const chunks = before.chunks.slice(0, region.first);
  for (const chunk of recountRegion(before, text, change, region, means)) chunks.push(chunk);
  for (let i = region.last; i < before.chunks.length; i++) chunks.push(before.chunks[i] as Chunk);
  return { length: text.length, chunks };
}

/**
 * The chunks that a change can alter. Whether a cut is safe is decided by two characters, so cuts that are two units
 * away from the change are as safe as before.
 */
function regionOf(chunks: readonly Chunk[], change: Change): Region {
  let first = 0;
  let start = 0;
  for (let chunk = chunks[first]; chunk && start + chunk.length <= change.start - 2; chunk = chunks[first]) {
    start += chunk.length;
    first++;
  }
  let last = first;
  let end = start;
  const enough = (): boolean => end >= change.oldEnd + 2 && end - start + change.newEnd - change.oldEnd >= SMALL;
  for (let chunk = chunks[last]; chunk && !enough(); chunk = chunks[last]) {
    if (end >= change.oldEnd + 2 && !chunk.starts) break; // only wanted for its size, and not worth waiting for again
    end += chunk.length;
    last++;
  }
  return { first, last, start, end };
}

function recountRegion(before: Counted, text: string, change: Change, region: Region, means: Means): Chunk[] {
  const shift = change.newEnd - change.oldEnd;
  const held = before.chunks.slice(region.first, region.last);
  const { from, to } = held.every((chunk) => chunk.starts)
    ? narrow(held, before.length, text, change, region, means)
    : { from: region.start, to: region.end };
  const behind = to + shift;
  const head = runsIn(held, 0, from - region.start, 0);
  const tail = (by: number): Moved[] => runsIn(held, to - region.start, region.end - region.start, by);
  if (behind - from <= BLOCK) {
    const fresh = { starts: means.tokenizer.starts(text, from, behind), by: from - region.start };
    const length = region.end + shift - region.start;
    return chunksOf(text, region.start, region.end + shift, joined([...head, fresh, ...tail(shift)], length), means);
  }
  const rest = region.end + shift - behind;
  const runs = runsWithin(held, region, change);
  return [
    ...chunksOf(text, region.start, from, joined(head, from - region.start), means),
    ...count(text, from, divide(text, from, behind, BLOCK, means, runs), means, runs),
    ...chunksOf(text, behind, region.end + shift, joined(tail(region.start - to), rest), means),
  ];
}

/** The nearest cuts around a change that are safe in both texts: only what lies between them is counted again. */
function narrow(
  held: readonly Chunk[],
  length: number,
  text: string,
  change: Change,
  region: Region,
  judge: Judge,
): { from: number; to: number } {
  const shift = change.newEnd - change.oldEnd;
  const before = held.length === 1 ? (held[0] as Chunk).text : held.map((chunk) => chunk.text).join('');
  const wasCut = (at: number): boolean => at === 0 || at === length || isSafeCut(before, at - region.start, judge);
  const isCut = (at: number): boolean => at === 0 || at === text.length || isSafeCut(text, at, judge);
  let from = change.start;
  while (from > region.start && !(wasCut(from) && isCut(from))) {
    from = change.start - from < REACH ? from - 1 : region.start;
  }
  let to = change.oldEnd;
  while (to < region.end && !(wasCut(to) && isCut(to + shift))) {
    to = to - change.oldEnd < REACH ? to + 1 : region.end;
  }
  return { from, to };
}

/** Where some tokens begin, with what is to be added. */
interface Moved {
  readonly starts: Starts;
  readonly by: number;
}

/** The tokens of consecutive chunks that begin in [from, to), moved by `shift`; all offsets are from the first chunk's start. */
function runsIn(chunks: readonly Chunk[], from: number, to: number, shift: number): Moved[] {
  const runs: Moved[] = [];
  let offset = 0;
  for (const { starts, length } of chunks) {
    if (starts && offset < to && offset + length > from) {
      const own = starts.subarray(lowerBound(starts, from - offset), lowerBound(starts, to - offset));
      runs.push({ starts: own, by: offset + shift });
    }
    offset += length;
  }
  return runs;
}

/** Runs one behind the other, for a text of some length. */
function joined(runs: readonly Moved[], length: number): Starts {
  const size = runs.reduce((sum, { starts }) => sum + starts.length, 0);
  const all = length <= WIDE ? new Uint16Array(size) : new Uint32Array(size);
  let n = 0;
  for (const { starts, by } of runs) for (let i = 0; i < starts.length; i++) all[n++] = (starts[i] as number) + by;
  return all;
}

/** Chunks of about the usual length for text[from, to), whose tokens begin at `starts`, counted from `from`. */
function chunksOf(text: string, from: number, to: number, starts: Starts, judge: Judge): Chunk[] {
  const chunks: Chunk[] = [];
  let done = 0;
  let at = from;
  for (const end of divide(text, from, to, CHUNK, judge)) {
    const next = end === to ? starts.length : lowerBound(starts, end - from);
    const isAll = at === from && end === to;
    const own = isAll ? starts : joined([{ starts: starts.subarray(done, next), by: from - at }], end - at);
    chunks.push(Chunk.counted(copyOf(text.slice(at, end)), own));
    at = end;
    done = next;
  }
  return chunks;
}

/** A stretch of a text that is as it was. */
interface Run extends Span {
  /** Tokens per character that it had. */
  readonly density: number;
}

/**
 * Stretches of the new text in which no safe cut can be, so that nobody has to look for one. A chunk that is longer than
 * two blocks is a run without any, as `divide` makes them; new ones can only be where the text has changed.
 */
function runsWithin(held: readonly Chunk[], region: Region, change: Change): Run[] {
  const shift = change.newEnd - change.oldEnd;
  const runs: Run[] = [];
  let start = region.start;
  for (const { length, tokens } of held) {
    const end = start + length;
    if (length > 2 * BLOCK) {
      const density = tokens / length;
      runs.push({ start: start + 1, end: Math.min(end, change.start - NEAR), density });
      runs.push({ start: Math.max(start + 1, change.oldEnd + NEAR) + shift, end: end + shift, density });
    }
    start = end;
  }
  return runs.filter((run) => run.end > run.start);
}

/** Counts text[from, …) in parts with these ends, as far as the budget goes; runs that cannot be divided are never within a budget. */
function count(text: string, from: number, ends: readonly number[], means: Means, runs: readonly Run[]): Chunk[] {
  const { tokenizer } = means;
  const chunks: Chunk[] = [];
  let left = means.budget;
  let at = from;
  for (const end of ends) {
    const length = end - at;
    if (length <= left && (length <= 2 * BLOCK || left === Infinity)) {
      chunks.push(...chunksOf(text, at, end, tokenizer.starts(text, at, end), means));
      left -= length;
    } else {
      chunks.push(Chunk.waiting(copyOf(text.slice(at, end)), densityOf(text, at, end, tokenizer, runs)));
    }
    at = end;
  }
  return chunks;
}

/** Tokens per character, about: those that it had when a third of it in one piece is as it was, else those of a sample. */
function densityOf(text: string, start: number, end: number, tokenizer: Tokenizer, runs: readonly Run[]): number {
  const known = runs.find((run) => Math.min(end, run.end) - Math.max(start, run.start) > (end - start) / 3);
  if (known) return known.density;
  const middle = start + ((end - start - SAMPLE) >> 1);
  return tokenizer.starts(text, middle, middle + SAMPLE).length / SAMPLE;
}

/**
 * Ends of parts of about `size` characters, at safe cuts; the last is `to`. None when there is no text. A run that has
 * no safe cut for long is a part of its own, so that what stands before it does not share its fate. `runs`: where none
 * has to be looked for.
 */
function divide(
  text: string,
  from: number,
  to: number,
  size: number,
  judge: Judge,
  runs: readonly Run[] = [],
): number[] {
  const ends: number[] = [];
  for (let at = from; at < to; ) {
    const end = to - at < size * 1.5 ? to : cutOutside(text, at + size, to, judge, runs);
    if (end - at > 2 * size) {
      const before = cutBefore(text, at + size, at, judge);
      // From there to the end there is none: it need not be searched again.
      if (before > at) ends.push(before);
    }
    ends.push(end);
    at = end;
  }
  return ends;
}

/** `cutAfter`, without looking into the runs. */
function cutOutside(text: string, from: number, limit: number, judge: Judge, runs: readonly Run[]): number {
  let at = from;
  for (const { start, end } of runs) {
    if (end <= at) continue;
    const stop = Math.min(start, limit);
    const found = at < stop ? cutAfter(text, at, stop, judge) : stop;
    if (found < stop) return found;
    at = end;
    if (at >= limit) return limit;
  }
  return cutAfter(text, at, limit, judge);
}

/**
 * A copy that shares no memory with anything. The text may be a view of a whole document, in the engine's memory, and
 * would keep that version of it alive; joining two parts writes a new string at the speed of copying bytes.
 */
function copyOf(text: string): string {
  return [text.slice(0, 1), text.slice(1)].join('');
}
