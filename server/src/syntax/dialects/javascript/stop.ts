import { grouped } from '../../../text/grouped';
import type { Span } from '../../../text/span';
import { OUTPUT_LIMIT } from '../../output';
import type { Filled } from '../../piece';

type Stopped = NonNullable<Filled['stopped']>;

/** Ends a rendering. Thrown and caught inside one dialect only: outside, it is the `stopped` of what was filled. */
export class Stop extends Error {
  readonly stopped: Stopped;

  constructor(stopped: Stopped) {
    super(stopped.message);
    this.stopped = stopped;
  }
}

/** Nodes that one rendering may write. A loop over nothing costs too. */
const MOST_STEPS = 500_000;

/** Texts that one rendering may bring in, each as often as it is. Two that bring in two each are a thousand after ten. */
export const MOST_TEXTS = 10_000;
export const TOO_MANY_TEXTS = `it would bring in more than ${grouped(MOST_TEXTS)} texts`;

/** Where an engine is: the tag, and the text that it stands in. */
export interface Place {
  readonly span: Span;
  /** Address of an included text. */
  readonly file?: string;
}

/**
 * What one rendering may spend. All limits are needed: a loop with an empty body writes nothing, a value may be large,
 * and partials may include each other for ever, or double each other, which costs far more than their tags tell.
 */
export class Effort {
  readonly #deepest: number;
  #steps = MOST_STEPS;
  #characters = 0;
  #texts = 0;

  /** `deepest`: blocks and partials that may be open at once. The engines have no such limit and overflow their stack. */
  constructor(deepest: number) {
    this.#deepest = deepest;
  }

  /** `count` nodes are about to be written at `place`. */
  steps(count: number, place: Place): void {
    this.#steps -= count;
    if (this.#steps < 0) throw giveUp('it would go through too many tags', place);
  }

  /** Characters that are read or made on the way and may never be printed. */
  reading(characters: number, place: Place): void {
    this.steps(characters >> 6, place);
  }

  /** Characters that are about to be printed. */
  writing(characters: number, place: Place): void {
    this.#characters += characters;
    if (this.#characters > OUTPUT_LIMIT) throw giveUp('the text has grown too long', place);
  }

  /** Another text is about to be brought in by the tag at `place`. */
  text(place: Place): void {
    this.#texts++;
    if (this.#texts > MOST_TEXTS) throw giveUp(TOO_MANY_TEXTS, place);
  }

  depth(depth: number, place: Place): void {
    if (depth > this.#deepest) throw giveUp('the text includes itself, or is nested too deeply', place);
  }
}

/** `why` is a clause. No exception of an engine: only the preview gives up. */
export const giveUp = (why: string, place: Place): Stop =>
  new Stop({ message: `The preview stops here: ${why}.`, ...place });
