import type { Span } from '../../../text/span';
import type { SlotUse, Stretch } from '../../tree';
import { BraceFinder } from './brace-finder';
import { readTag } from './tag';

/** What the braces of a text are, read as an author means them. */
export interface Braces {
  readonly slots: readonly SlotUse[];
  readonly escapes: readonly Stretch[];
  /** Paths that read Python's internals (`.__class__`). */
  readonly internals: readonly Span[];
  /** Two single braces that belong together and are no slot, and the braces between them that are none either. */
  readonly pairs: readonly Pair[];
  /** Single braces without a partner. */
  readonly loose: readonly number[];
}

export interface Pair {
  readonly span: Span;
  /** Offsets of every single brace in the span that is not part of a slot, its own two included, ascending. */
  readonly braces: readonly number[];
}

const OPEN = 123;
const CLOSE = 125;

interface Opening {
  readonly at: number;
  readonly doubled: boolean;
}

/**
 * Reads all braces of a text in one pass, with a stack in place of recursion.
 *
 * `str.format` gives up at the first brace that it cannot read. An author wants more: every slot, and for each JSON
 * object one finding that mends it whole. So braces that are no slot are matched with each other, and what stands
 * between them is read as text: a slot in a JSON object is a slot.
 */
export function readBraces(text: string): Braces {
  const reader = new Reader(text);
  const finder = new BraceFinder(text);
  for (let at = finder.next(0); at < text.length; ) {
    at = finder.next(text.charCodeAt(at) === OPEN ? reader.open(at) : reader.close(at));
  }
  return reader.finish();
}

class Reader {
  readonly #text: string;
  readonly #slots: SlotUse[] = [];
  readonly #escapes: Stretch[] = [];
  readonly #internals: Span[] = [];
  readonly #loose: number[] = [];
  readonly #pairs: Span[] = [];
  readonly #stack: Opening[] = [];
  /** How many openings on the stack are single braces. */
  #single = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads the opening brace at `at`; returns where to go on. */
  open(at: number): number {
    if (this.#text.charCodeAt(at + 1) === OPEN) {
      this.#escape(at);
      this.#stack.push({ at, doubled: true });
      return at + 2;
    }
    const tag = readTag(this.#text, at);
    if (tag) {
      this.#slots.push(...tag.slots);
      if (tag.internals) this.#internals.push(tag.internals);
      return tag.end;
    }
    this.#stack.push({ at, doubled: false });
    this.#single++;
    return at + 1;
  }

  close(at: number): number {
    const doubled = this.#text.charCodeAt(at + 1) === CLOSE;
    const last = this.#stack.at(-1);
    if (doubled && (last?.doubled || this.#single === 0)) {
      this.#escape(at);
      this.#stack.pop();
      return at + 2;
    }
    // A doubled opening without its own end does not keep a single one from finding its partner.
    while (this.#stack.at(-1)?.doubled) this.#stack.pop();
    const opening = this.#stack.pop();
    if (opening) {
      this.#single--;
      this.#pairs.push({ start: opening.at, end: at + 1 });
    } else this.#loose.push(at);
    return at + 1;
  }

  finish(): Braces {
    for (const { at, doubled } of this.#stack) if (!doubled) this.#loose.push(at);
    return {
      slots: this.#slots,
      escapes: this.#escapes,
      internals: this.#internals,
      pairs: outermost(this.#pairs),
      loose: this.#loose.sort((a, b) => a - b),
    };
  }

  #escape(at: number): void {
    this.#escapes.push({ kind: 'escape', span: { start: at, end: at + 2 } });
  }
}

/** Pairs that stand in no other one, each with the braces of those inside. Pairs never cross. */
function outermost(spans: Span[]): Pair[] {
  const pairs: { span: Span; braces: number[] }[] = [];
  spans.sort((a, b) => a.start - b.start);
  for (const span of spans) {
    const last = pairs.at(-1);
    if (last && span.start < last.span.end) last.braces.push(span.start, span.end - 1);
    else pairs.push({ span, braces: [span.start, span.end - 1] });
  }
  for (const pair of pairs) pair.braces.sort((a, b) => a - b);
  return pairs;
}
