/** Who speaks in a message. */
export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool';

/** A mark in a rendered text that begins a message. The mark itself is not sent. */
export interface MessageMark {
  /** Stretch of the text that the mark takes up. */
  readonly start: number;
  readonly end: number;
  /**
   * Who speaks behind it; null: what stands behind it belongs to no message and is not sent; undefined: the message goes
   * on, and the mark stands for something that is no text (a picture).
   */
  readonly role: Role | null | undefined;
  /** The conversation stands in its place. */
  readonly conversation?: true;
}

/** How a program divides a rendered text into messages, where marks in the text do it and not the parts of a manifest. */
export interface Division {
  /** Who speaks in a text without a mark. */
  readonly whole: Role;
  /** Who speaks before the first mark; null: that is not sent. */
  readonly first: Role | null;
  /**
   * The marks of a text, in their order. In `text` every value is blanked, since what a value holds is never a mark;
   * `sent` is the same text with the values.
   */
  marks(text: string, sent: string): readonly MessageMark[];
  /** What is taken off both ends of a message: line breaks, all white space, or nothing. */
  readonly trim: 'line breaks' | 'white space' | 'nothing';
  /** The program looks for marks when the values are in the text, so that what a value holds may be one to it. */
  readonly readsValues?: true;
}
