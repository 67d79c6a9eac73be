import { Characters } from './characters';
import type { Encoding } from './encoding';
import { Merger } from './merge';
import { Utf8Buffer, utf8Width } from './utf8';
import { NO_TOKEN, type Vocabulary } from './vocabulary';

/** Longest piece, in characters, whose tokens are remembered; an offset in it fits one character of a string. */
const REMEMBERED = 64;
/** Number of pieces that are remembered: about 4 MB when full. */
const MEMORY = 1 << 15;

/**
 * Counts the tokens of texts in one encoding, exactly. What looks like a special token (`<|endoftext|>`) is plain text,
 * as it is inside a message; half a surrogate pair counts as U+FFFD. Time is about linear in the length, whatever the
 * text: a million characters of code take some 50 ms, the worst runs ten times that.
 */
export class Tokenizer {
  readonly encoding: Encoding;
  readonly #vocabulary: Vocabulary;
  readonly #characters: Characters;
  readonly #merger: Merger;
  readonly #utf8 = new Utf8Buffer();
  /** Pieces of several tokens, with where their tokens behind the first begin, written as the units of a string. */
  readonly #pieces = new Map<string, string>();
  #starts = new Uint32Array(1024);
  #count = 0;

  constructor(encoding: Encoding, vocabulary: Vocabulary, characters = new Characters()) {
    this.encoding = encoding;
    this.#vocabulary = vocabulary;
    this.#characters = characters;
    this.#merger = new Merger(vocabulary);
  }

  /** Number of tokens of the text. */
  count(text: string): number {
    this.#run(text, 0, text.length);
    return this.#count;
  }

  /**
   * Where the tokens of `text[from, to)` begin, ascending, as offsets from `from`. A token that begins inside a
   * character begins, here, where the character does; so several may begin at one place.
   */
  starts(text: string, from = 0, to = text.length): Uint32Array {
    this.#run(text, from, to);
    const starts = this.#starts.slice(0, this.#count);
    if (this.#starts.length > 1 << 16) this.#starts = new Uint32Array(1024);
    return starts;
  }

  #run(text: string, from: number, to: number): void {
    // The pattern looks beyond the end of a piece, so a part of a text is split as a text of its own.
    const own = from === 0 && to === text.length ? text : text.slice(from, to);
    const { encoding } = this;
    this.#count = 0;
    for (let start = 0; start < own.length; ) {
      const end = encoding.pieceEnd(own, start, this.#characters);
      this.#push(start);
      if (end - start > 1 || own.charCodeAt(start) > 0x7f) this.#piece(own, start, end);
      start = end;
    }
  }

  /** Adds where the tokens of a piece begin, but for the first. */
  #piece(text: string, start: number, end: number): void {
    const length = this.#utf8.write(text, start, end);
    if (this.#vocabulary.rank(this.#utf8.bytes, 0, length) !== NO_TOKEN) return;
    if (end - start > REMEMBERED) {
      this.#merge(text, start, end, length, (at) => this.#push(at));
      return;
    }
    let rest = this.#pieces.get(text.slice(start, end));
    if (rest === undefined) {
      rest = '';
      this.#merge(text, start, end, length, (at) => {
        rest += String.fromCharCode(at - start);
      });
      if (this.#pieces.size >= MEMORY) this.#pieces.clear();
      this.#pieces.set(copyOf(text, start, end), rest);
    }
    for (let i = 0; i < rest.length; i++) this.#push(start + rest.charCodeAt(i));
  }

  /** Merges the piece in the buffer and names the character in which each token but the first begins. */
  #merge(text: string, start: number, end: number, length: number, add: (at: number) => void): void {
    const count = this.#merger.merge(this.#utf8.bytes, length);
    const parts = this.#merger.parts;
    let token = 1;
    let behind = 0;
    for (let at = start; at < end && token < count; ) {
      const width = utf8Width(text, at, end);
      behind += width;
      for (; token < count && (parts[token] as number) < behind; token++) add(at);
      at += width === 4 ? 2 : 1;
    }
  }

  #push(start: number): void {
    if (this.#count === this.#starts.length) {
      const larger = new Uint32Array(this.#count * 2);
      larger.set(this.#starts);
      this.#starts = larger;
    }
    this.#starts[this.#count++] = start;
  }
}

/**
 * A copy that shares no memory with the text. The engine keeps a substring of 13 characters or more as a view of its
 * parent, so a remembered piece would keep the whole document alive in which it was first seen.
 */
function copyOf(text: string, start: number, end: number): string {
  const units: number[] = [];
  for (let i = start; i < end; i++) units.push(text.charCodeAt(i));
  return String.fromCharCode(...units);
}
