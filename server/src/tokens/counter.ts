import { Backlog, type Offload } from './backlog';
import { Characters } from './characters';
import { Chunk } from './chunk';
import type { EncodingId } from './encoding';
import { encodings } from './encodings/index.generated';
import { type Place, Places } from './places';
import { type Counted, recount } from './recount';
import { roughDensity } from './script';
import { Tokenizer } from './tokenizer';
import type { Vocabulary } from './vocabulary';

/** Characters that one call counts itself when there is somewhere to send the rest: some 4 ms. */
const BUDGET = 65_536;
const CAPACITY = 16_000_000;

const NOTHING: Counted = { length: 0, chunks: [] };

/** Tokens of a text. */
export interface Count {
  /** Per stretch between the bounds; they add up to the total. */
  readonly tokens: readonly number[];
  readonly total: number;
  /** Some of the numbers are estimates; `changed` is called when the exact ones are there. */
  readonly pending: boolean;
}

/** What a counter is given: it reads no file and starts no thread itself. */
export interface CounterOptions {
  /** The vocabulary, or nothing as long as it is not loaded. Whoever loads it also tells when it is there. */
  vocabulary(encoding: EncodingId): Vocabulary | undefined;
  /** Where long texts are counted. Without it, every text is counted at once. */
  readonly offload?: Offload;
  /** Called when counts that were pending have become exact. */
  changed(): void;
  /** Most characters that are remembered, over all places. */
  readonly capacity?: number;
}

/**
 * Counts texts that change a little at a time: exactly, and at the price of the change.
 *
 * Memory is bounded by `capacity`, 16 million characters by default, at which the places used longest ago are
 * forgotten. A character takes one or two bytes for itself and about half a byte for its tokens: some 30 MB when full,
 * 64 MB when every character is a token. The text counted last is always remembered, however long.
 */
export class Counter {
  readonly #options: CounterOptions;
  readonly #characters = new Characters();
  readonly #tokenizers = new Map<EncodingId, Tokenizer>();
  readonly #places: Places;
  readonly #backlog: Backlog | undefined;
  /** The places with a chunk that waits. */
  #pending: Place[] = [];

  constructor(options: CounterOptions) {
    this.#options = options;
    this.#places = new Places(options.capacity ?? CAPACITY);
    this.#backlog =
      options.offload &&
      new Backlog(
        options.offload,
        (chunk) => this.#pending.some((place) => place.chunks.includes(chunk)),
        () => this.#settle(),
      );
  }

  /**
   * The tokens of `text`, which is encoded as a whole, per stretch between consecutive `bounds`: ascending offsets
   * inside the text. A token belongs to the stretch that holds the character of its first byte. `key` names the place
   * of the text, so that the next call with the same key counts only what has changed.
   */
  count(encoding: EncodingId, key: string, text: string, bounds: readonly number[]): Count {
    const tokenizer = this.#tokenizer(encoding);
    if (!tokenizer) {
      return countOf([Chunk.waiting(text, roughDensity(text))], bounds, true);
    }
    const before = this.#places.get(encoding, key) ?? this.#places.relative(encoding, text);
    const counted = recount(before ?? NOTHING, text, {
      tokenizer,
      encoding: tokenizer.encoding,
      characters: this.#characters,
      budget: this.#backlog ? BUDGET : Number.POSITIVE_INFINITY,
    });
    const place = { encoding, key, length: counted.length, chunks: counted.chunks };
    this.#places.set(place);
    this.#pending = this.#pending.filter((other) => this.#isKnown(other));
    const pending = isWaiting(place);
    if (pending) this.#await(place);
    return countOf(place.chunks, bounds, pending);
  }

  /** Forgets the places whose key begins so. */
  forget(keyPrefix: string): void {
    this.#places.forget(keyPrefix);
    this.#pending = this.#pending.filter((place) => this.#isKnown(place));
  }

  /** Forgets everything. What is still being counted elsewhere is not waited for. */
  dispose(): void {
    this.forget('');
    this.#backlog?.clear();
    this.#tokenizers.clear();
  }

  #tokenizer(id: EncodingId): Tokenizer | undefined {
    const known = this.#tokenizers.get(id);
    if (known) return known;
    const encoding = encodings.find((e) => e.id === id);
    const vocabulary = encoding && this.#options.vocabulary(id);
    if (!vocabulary) return undefined;
    const tokenizer = new Tokenizer(encoding, vocabulary, this.#characters);
    this.#tokenizers.set(id, tokenizer);
    return tokenizer;
  }

  /** Whether the place is remembered as it is: neither forgotten nor counted again with another text. */
  #isKnown(place: Place): boolean {
    return this.#places.get(place.encoding, place.key) === place;
  }

  #await(place: Place): void {
    this.#pending.push(place);
    for (const chunk of place.chunks) if (!chunk.starts) this.#backlog?.add(place.encoding, chunk);
  }

  #settle(): void {
    const waiting = this.#pending.filter(isWaiting);
    const settled = waiting.length < this.#pending.length;
    this.#pending = waiting;
    if (settled) this.#options.changed();
  }
}

const isWaiting = (place: Place): boolean => place.chunks.some((chunk) => !chunk.starts);

function countOf(chunks: readonly Chunk[], bounds: readonly number[], pending: boolean): Count {
  const tokens = new Array<number>(bounds.length + 1);
  let stretch = 0;
  let given = 0;
  let offset = 0;
  let total = 0;
  for (const chunk of chunks) {
    const end = offset + chunk.length;
    for (let bound = bounds[stretch]; bound !== undefined && bound < end; bound = bounds[stretch]) {
      const upTo = total + chunk.before(bound - offset);
      tokens[stretch++] = upTo - given;
      given = upTo;
    }
    total += chunk.tokens;
    offset = end;
  }
  for (; stretch <= bounds.length; stretch++) {
    tokens[stretch] = total - given;
    given = total;
  }
  return { tokens, total, pending };
}
