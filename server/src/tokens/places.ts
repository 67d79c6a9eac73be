import { changeOfParts } from '../text/change';
import type { EncodingId } from './encoding';
import type { Counted } from './recount';

/** What a place is charged beside its text, so that many small ones are bounded as well. */
const OVERHEAD = 512;
/** How many of the places used last are tried as the start of a new one. */
const RELATIVES = 8;

/** A text that is counted again and again as it changes. */
export interface Place extends Counted {
  readonly encoding: EncodingId;
  readonly key: string;
}

/** The places that are remembered; those used longest ago are forgotten when there are too many characters. */
export class Places {
  readonly #capacity: number;
  /** In the order of their last use. */
  readonly #places = new Map<string, Place>();
  /** The last few that were used, the newest at the end. */
  #recent: Place[] = [];
  #size = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(encoding: EncodingId, key: string): Place | undefined {
    return this.#places.get(idOf(encoding, key));
  }

  /** Remembers a place instead of what was known under its key, and forgets others when there is no room. */
  set(place: Place): void {
    const id = idOf(place.encoding, place.key);
    const old = this.#places.get(id);
    if (old) this.#remove(id, old);
    this.#places.set(id, place);
    this.#size += place.length + OVERHEAD;
    this.#recent.push(place);
    if (this.#recent.length > RELATIVES) this.#recent.shift();
    for (const [oldest, forgotten] of this.#places) {
      if (this.#size <= this.#capacity || forgotten === place) break;
      this.#remove(oldest, forgotten);
    }
  }

  /** Forgets the places whose key begins so. */
  forget(keyPrefix: string): void {
    for (const [id, place] of this.#places) if (place.key.startsWith(keyPrefix)) this.#remove(id, place);
  }

  /**
   * Of the places used last the one whose text is most like this one. A prompt is rendered in many selections that
   * differ in a few values: the second costs what differs, and shares the memory of the rest.
   */
  relative(encoding: EncodingId, text: string): Place | undefined {
    let best: Place | undefined;
    let most = 0;
    for (const place of this.#recent) {
      if (place.encoding !== encoding) continue;
      const change = changeOfParts(place.chunks, place.length, text);
      const common = change ? text.length - (change.newEnd - change.start) : text.length;
      if (common > most) {
        best = place;
        most = common;
      }
    }
    return best;
  }

  #remove(id: string, place: Place): void {
    this.#places.delete(id);
    this.#size -= place.length + OVERHEAD;
    this.#recent = this.#recent.filter((recent) => recent !== place);
  }
}

const idOf = (encoding: EncodingId, key: string): string => `${encoding}\n${key}`;
