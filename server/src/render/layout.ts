import type { Rendered, Segment, SlotAppearance } from './segment';

/** One line of a rendered message, without its line break. */
export interface Line {
  readonly start: number;
  readonly end: number;
}

/**
 * A rendered message by lines: the facts that the rules of order and trust ask for (semantics b11). Offsets are in the
 * text of the message as it is sent, wraps included.
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

export interface Layout {
  readonly rendered: Rendered;
  readonly messages: readonly MessageLayout[];
  /** Appearances whose slot is filled, by message and order. */
  readonly filled: readonly SlotAppearance[];
}
