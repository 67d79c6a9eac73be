import { type Change, changeBetween } from './change';
import type { Characters } from './characters';
import { Chunk, lowerBound, type Starts } from './chunk';
import { cutAfter, cutBefore, isSafeCut } from './cuts';
import type { Tokenizer } from './tokenizer';

/** About how long chunks are, in characters: a keystroke copies the starts of one. */
const CHUNK = 4096;
/** A chunk shorter than this is put together with the next when it changes. */
const SMALL = CHUNK / 4;
/** How far from a change a safe cut is looked for before its whole chunk is counted again. */
const REACH = 4096;
/** What is longer is divided at safe cuts before it is counted; what cannot be divided is a run of one kind. */
const BLOCK = 16_384;
/** Texts up to this length are copied. A longer one is most of its document, and copying would cost more than counting. */
const COPIED = 65_536;
/** Characters of a waiting block that are counted to estimate the rest. */
const SAMPLE = 256;

/** A text with its tokens, in chunks that end at safe cuts. */
export interface Counted {
  readonly text: string;
  readonly chunks: readonly Chunk[];
}

export interface Means {
  readonly tokenizer: Tokenizer;
  readonly characters: Characters;
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
 * The tokens of `text`, taken over from `before` wherever the texts are equal. The result holds a copy of a short text,
 * or the newest string of a long one, so that no old version of a document is kept alive.
 */
export function recount(before: Counted, text: string, means: Means): Counted {
  const change = changeBetween(before.text, text);
  if (!change) return text.length > COPIED ? { text, chunks: before.chunks } : before;
  const region = regionOf(before.chunks, change);
  const chunks = [
    ...before.chunks.slice(0, region.first),
    ...recountRegion(before, text, change, region, means),
    ...before.chunks.slice(region.last),
  ];
  return { text: text.length > COPIED ? text : copyOf(text), chunks };
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
    ? narrow(before.text, text, change, region, means.characters)
    : { from: region.start, to: region.end };
  const head = startsIn(held, 0, from - region.start, 0);
  const tail = startsIn(held, to - region.start, region.end - region.start, shift);
  if (to + shift - from <= BLOCK) {
    const fresh = means.tokenizer.starts(text, from, to + shift);
    const starts = new Uint32Array(head.length + fresh.length + tail.length);
    starts.set(head);
    for (let i = 0; i < fresh.length; i++) starts[head.length + i] = (fresh[i] as number) + from - region.start;
    starts.set(tail, head.length + fresh.length);
    return chunksOf(text, region.start, region.end + shift, starts, means.characters);
  }
  const behind = to + shift;
  const own = tail.map((start) => start - (behind - region.start));
  return [
    ...chunksOf(text, region.start, from, head, means.characters),
    ...count(text, from, behind, means),
    ...chunksOf(text, behind, region.end + shift, own, means.characters),
  ];
}

/** The nearest cuts around a change that are safe in both texts: only what lies between them is counted again. */
function narrow(
  before: string,
  text: string,
  change: Change,
  region: Region,
  characters: Characters,
): { from: number; to: number } {
  const shift = change.newEnd - change.oldEnd;
  const isCut = (of: string, at: number): boolean => at === 0 || at === of.length || isSafeCut(of, at, characters);
  let from = change.start;
  while (from > region.start && !(isCut(before, from) && isCut(text, from))) {
    from = change.start - from < REACH ? from - 1 : region.start;
  }
  let to = change.oldEnd;
  while (to < region.end && !(isCut(before, to) && isCut(text, to + shift))) {
    to = to - change.oldEnd < REACH ? to + 1 : region.end;
  }
  return { from, to };
}

/** The tokens of consecutive chunks that begin in [from, to), moved by `shift`; all offsets are from the first chunk's start. */
function startsIn(chunks: readonly Chunk[], from: number, to: number, shift: number): Uint32Array {
  const parts: { readonly starts: Starts; readonly by: number }[] = [];
  let offset = 0;
  let size = 0;
  for (const chunk of chunks) {
    if (chunk.starts && offset < to && offset + chunk.length > from) {
      const starts = chunk.starts.subarray(
        lowerBound(chunk.starts, from - offset),
        lowerBound(chunk.starts, to - offset),
      );
      parts.push({ starts, by: offset + shift });
      size += starts.length;
    }
    offset += chunk.length;
  }
  const found = new Uint32Array(size);
  let n = 0;
  for (const { starts, by } of parts) for (let i = 0; i < starts.length; i++) found[n++] = (starts[i] as number) + by;
  return found;
}

/** Chunks of about the usual length for text[from, to), whose tokens begin at `starts`, counted from `from`. */
function chunksOf(text: string, from: number, to: number, starts: Uint32Array, characters: Characters): Chunk[] {
  const chunks: Chunk[] = [];
  let done = 0;
  let at = from;
  for (const end of divide(text, from, to, CHUNK, characters)) {
    const next = end === to ? starts.length : lowerBound(starts, end - from);
    const own = starts.subarray(done, next);
    chunks.push(Chunk.counted(end - at, at === from ? own : own.map((start) => start - (at - from))));
    at = end;
    done = next;
  }
  return chunks;
}

/** Counts text[from, to) as far as the budget goes; runs that cannot be divided are never within a budget. */
function count(text: string, from: number, to: number, means: Means): Chunk[] {
  const { tokenizer, characters } = means;
  const chunks: Chunk[] = [];
  let left = means.budget;
  let at = from;
  for (const end of divide(text, from, to, BLOCK, characters)) {
    const length = end - at;
    if (length <= left && (length <= 2 * BLOCK || left === Infinity)) {
      chunks.push(...chunksOf(text, at, end, tokenizer.starts(text, at, end), characters));
      left -= length;
    } else {
      const middle = at + ((length - SAMPLE) >> 1);
      chunks.push(Chunk.waiting(length, tokenizer.starts(text, middle, middle + SAMPLE).length / SAMPLE));
    }
    at = end;
  }
  return chunks;
}

/**
 * Ends of parts of about `size` characters, at safe cuts; the last is `to`. None when there is no text. A run that has
 * no safe cut for long is a part of its own, so that what stands before it does not share its fate.
 */
function divide(text: string, from: number, to: number, size: number, characters: Characters): number[] {
  const ends: number[] = [];
  for (let at = from; at < to; ) {
    let end = to - at < size * 1.5 ? to : cutAfter(text, at + size, to, characters);
    if (end - at > 2 * size) {
      const before = cutBefore(text, at + size, at, characters);
      if (before > at) end = before;
    }
    ends.push(end);
    at = end;
  }
  return ends;
}

/**
 * A copy that shares no memory with anything. The text may be a view of a whole document, in the engine's memory, and
 * would keep that version of it alive; joining and cutting makes a new string at the speed of copying bytes.
 */
function copyOf(text: string): string {
  return ` ${text}`.slice(1);
}
