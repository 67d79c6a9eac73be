import { LineIndex } from '../text/lines';
import type { Rendered, Segment, SlotAppearance } from './segment';

/** One line of a rendered message, without its line break. */
export interface Line {
  readonly start: number;
  readonly end: number;
}

/**
 * A rendered message by lines: the facts that the rules of order and trust ask for. Offsets are in the
 * text of the message as it is sent, wraps included. Nothing is computed before it is asked for.
 */
export interface MessageLayout {
  readonly message: number;
  readonly text: string;
  readonly lines: readonly Line[];
  /** Index of the line that holds an offset. */
  lineAt(offset: number): number;
  /** The segment that holds an offset, with its own start. */
  segmentAt(offset: number): { readonly segment: Segment; readonly start: number } | undefined;
}

/**
 * A rendering laid out for questions about places in its text: lines, what stands beside a slot, whose text an offset
 * is.
 */
export interface Layout {
  readonly rendered: Rendered;
  readonly messages: readonly MessageLayout[];
  /** Appearances whose slot is filled and sent, by message and order; what was stripped away is not among them. */
  readonly filled: readonly SlotAppearance[];
  /** The same with holes: where they stand, the program puts a value that nobody has shown yet. */
  readonly standing: readonly SlotAppearance[];
}

/** Messages are laid out when they are first asked about, so that a layout nobody looks at costs next to nothing. */
export function layoutOf(rendered: Rendered): Layout {
  const standing = rendered.appearances
    .filter((a) => (a.state === 'filled' || a.state === 'hole') && a.end > a.start)
    .sort((a, b) => a.message - b.message || a.start - b.start);
  return {
    rendered,
    messages: rendered.texts.map((_, message) => new LazyMessageLayout(rendered, message)),
    filled: standing.filter((a) => a.state === 'filled'),
    standing,
  };
}

class LazyMessageLayout implements MessageLayout {
  readonly message: number;
  readonly text: string;
  readonly #rendered: Rendered;
  #index: LineIndex | undefined;
  #lines: readonly Line[] | undefined;
  #segments: readonly { readonly segment: Segment; readonly start: number }[] | undefined;

  constructor(rendered: Rendered, message: number) {
    this.#rendered = rendered;
    this.message = message;
    this.text = rendered.texts[message] ?? '';
  }

  get lines(): readonly Line[] {
    if (!this.#lines) {
      const index = this.#lineIndex();
      const lines: Line[] = [];
      for (let i = 0; i < index.count; i++) lines.push({ start: index.start(i), end: index.end(i) });
      this.#lines = lines;
    }
    return this.#lines;
  }

  lineAt(offset: number): number {
    return this.#lineIndex().lineAt(offset);
  }

  segmentAt(offset: number): { readonly segment: Segment; readonly start: number } | undefined {
    const segments = this.#placedSegments();
    let low = 0;
    let high = segments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((segments[middle]?.start ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const found = segments[low];
    return found && offset < found.start + found.segment.text.length ? found : undefined;
  }

  #lineIndex(): LineIndex {
    this.#index ??= new LineIndex(this.text);
    return this.#index;
  }

  #placedSegments(): readonly { readonly segment: Segment; readonly start: number }[] {
    if (!this.#segments) {
      let at = 0;
      this.#segments = (this.#rendered.messages[this.message]?.blocks ?? []).flatMap((block) =>
        block.segments.flatMap((segment) => {
          if (segment.removed) return [];
          const placed = { segment, start: at };
          at += segment.text.length;
          return [placed];
        }),
      );
    }
    return this.#segments;
  }
}
