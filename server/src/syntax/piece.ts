// What a dialect's engine wrote, piece by piece, with its origin. The render floor turns pieces into segments.
import type { Span } from '../text/span';
import type { TemplateTree } from './tree';

/**
 * A run of output of one engine pass.
 *
 * - `literal`: template text. `text` is exactly `source.slice(span.start, span.end)`, or one escape (`{{` written for
 *   `{`), or one line break that the engine writes otherwise (CR LF as LF): a literal is cut at each of these, so that
 *   inside of it an offset is one addition.
 * - `value`: text made from slot values. `span` is the tag; `origins` names the slot paths that flowed into it. A slot whose
 *   value is empty gives a piece too, with empty text and `whole`: that is how its place is known.
 * - `tag`: text that a tag made from constants (a separator, a loop counter).
 */
export interface Piece {
  readonly kind: 'literal' | 'value' | 'tag';
  readonly text: string;
  readonly span: Span;
  readonly origins?: readonly string[];
  /** Name of the slot when `text` is exactly the whole text that `FillContext.value` gave for it, so that its own parts (wrap, items) can be told apart again. */
  readonly whole?: string;
  /** A slot without a value: the tag stands as it is written, so the piece is a `literal`. */
  readonly hole?: string;
  /** Address of the included text that `span` lies in; absent for the text that was given to `fill`. */
  readonly file?: string;
  /** For a piece of an included text: the tag of the text given to `fill` that brought it in (the outermost one). */
  readonly site?: Span;
}

/** A text that a template includes, extends or imports. */
export interface IncludedText {
  readonly uri: string;
  /** Scanned in the same dialect. */
  readonly tree: TemplateTree;
}

/** Values are plain data: what JSON and YAML can hold. Never a function, never an object with a prototype of its own. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

/** What an engine may ask for while it fills a template. */
export interface FillContext {
  /**
   * The value of a slot for this dialect: its shaped text, or plain data where the dialect has use for it.
   * `undefined`: nothing gives a value (a hole), or the name is no slot of the system.
   */
  value(name: string): Value | undefined;
  /** Whether the name is a slot at all; a name that is not stays as it is written, in engines that leave unknown names alone. */
  known(name: string): boolean;
  /**
   * The text that a tag names by `path`, as it is written in the text at `from` (undefined: the text given to `fill`):
   * looked up beside that text, then in the folders of the manifest's `includes`. Undefined when there is none.
   */
  include?(path: string, from: string | undefined): IncludedText | undefined;
}

/** Output of one pass. `stopped`: where and why the engine gave up; the pieces before it are still right. */
export interface Filled {
  readonly pieces: readonly Piece[];
  readonly stopped?: {
    readonly message: string;
    readonly span: Span;
    readonly engine?: string;
    readonly file?: string;
    /** The slot whose missing value is why it stopped: with a value it may go on. */
    readonly hole?: string;
    /** What the engine says in refusing the whole text, unless the program adds what a tag names. */
    readonly refusal?: string;
  };
  /** Tags that stand in the output as they are written, since only the program knows what they print: its own helpers, its partials. */
  readonly gaps?: readonly {
    readonly message: string;
    readonly span: Span;
    readonly file?: string;
    /** As in `stopped`. */
    readonly refusal?: string;
  }[];
  /** Stretches of the text given to `fill` that this rendering left out: branches that were off, loops over nothing. */
  readonly skipped?: readonly Span[];
}
