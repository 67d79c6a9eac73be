// The tree of a text, near to the engine's own, with exact offsets.
import type { Span } from '../../../text/span';

/** `a.b`, `../a`, `this`, `@index`. */
export interface Path {
  readonly kind: 'path';
  readonly span: Span;
  /** Begins with `@`. */
  readonly isData: boolean;
  /** How many `../` it begins with. */
  readonly depth: number;
  /** Its names, without `..`, `.` and `this`. */
  readonly parts: readonly string[];
  /** Where each of them stands, without brackets. */
  readonly partSpans: readonly Span[];
  /** As the engine writes it down: without the brackets of `[a b]`. */
  readonly original: string;
}

export interface Literal {
  readonly kind: 'literal';
  readonly span: Span;
  readonly value: string | number | boolean | null | undefined;
}

/** `(helper a b=c)`. */
export interface Call extends Arguments {
  readonly kind: 'call';
  readonly span: Span;
  readonly callee: Path | Literal;
}

export type Expression = Path | Literal | Call;

export interface Pair {
  readonly key: string;
  readonly value: Expression;
}

export interface Arguments {
  readonly params: readonly Expression[];
  /** Undefined when there is no pair at all, which is another thing to the engine than an empty list. */
  readonly hash?: readonly Pair[];
}

/** Which white space a tag takes out with `~`. */
export interface Strip {
  readonly left: boolean;
  readonly right: boolean;
}

export const NO_STRIP: Strip = { left: false, right: false };

/** A run of text. `from` and `to` are what is printed of it, after white space was taken out. */
export interface Content {
  readonly kind: 'content';
  readonly span: Span;
  from: number;
  to: number;
  leftStripped: boolean;
  rightStripped: boolean;
}

export interface Comment {
  readonly kind: 'comment';
  readonly span: Span;
  readonly strip: Strip;
}

/** `{{x}}`, `{{helper a b=c}}`, `{{{x}}}`; with `*`, a decorator. */
export interface Mustache extends Arguments {
  readonly kind: 'mustache' | 'decorator';
  readonly span: Span;
  readonly callee: Path | Literal;
  readonly isEscaped: boolean;
  readonly strip: Strip;
}

export interface Partial extends Arguments {
  readonly kind: 'partial';
  readonly span: Span;
  readonly name: Expression;
  readonly strip: Strip;
  /** Put before each line of what it prints: the white space before a tag that stands alone on its line. */
  indent: string;
}

/** `{{#x}} … {{/x}}`; with `*`, a decorator; with `>`, a partial with a body. */
export interface Block extends Arguments {
  readonly kind: 'block' | 'decorator-block' | 'partial-block';
  /** From the opening to behind the closing tag. */
  span: Span;
  /** The opening tag. */
  readonly open: Span;
  readonly callee: Expression;
  program?: Program;
  inverse?: Program;
  /** The tag that begins `inverse`, when both are there. */
  inverseOpen?: Span;
  readonly openStrip: Strip;
  inverseStrip: Strip;
  closeStrip: Strip;
  /** The closing tag. */
  close?: Span;
}

/** A tag that the engine refuses, with the paths that can be read in it. */
export interface Broken {
  readonly kind: 'broken';
  readonly span: Span;
  readonly paths: readonly Path[];
}

export type Statement = Content | Comment | Mustache | Partial | Block | Broken;

export const isBlock = (statement: Statement): statement is Block => 'open' in statement;

export interface BlockParam {
  readonly name: string;
  readonly span: Span;
}

export interface Program {
  readonly body: Statement[];
  readonly blockParams: readonly BlockParam[];
  /** It is the `else if` of another block. */
  readonly isChained: boolean;
  /** What stands between the tags. */
  span: Span;
}
