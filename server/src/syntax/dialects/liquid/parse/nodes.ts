// The tree of a text, near to the engine's own, with exact offsets.
import type { Span } from '../../../../text/span';
import type { Filtered, Hash, Operand, Path } from './expressions';

/** Statements in a row, from behind the tag before them to the tag that ends them. */
export interface Body extends Span {
  readonly nodes: readonly Node[];
}

interface Block extends Span {
  /** The opening tag. */
  readonly open: Span;
}

export interface Text extends Span {
  readonly kind: 'text';
  /** What is printed of it. */
  readonly from: number;
  readonly to: number;
}

/** `{{ x }}`, and `{% echo x %}`, which may be without a value. */
export interface Output extends Span {
  readonly kind: 'output';
  readonly value: Filtered | undefined;
}

export interface Assign extends Span {
  readonly kind: 'assign';
  readonly name: string;
  readonly value: Filtered;
}

export interface Capture extends Block {
  readonly kind: 'capture';
  readonly name: string;
  readonly nameSpan: Span;
  readonly body: Body;
}

/**
 * One arm of a condition. `dead`: the engine reads it and drops it, as what stands behind a second `else`.
 */
export interface Arm {
  readonly kind: 'test' | 'else' | 'dead';
  readonly open: Span;
  readonly test?: Filtered;
  /** The values of a `when`. */
  readonly values?: readonly Operand[];
  readonly body: Body;
}

/** `{% if %}`, `{% unless %}` and `{% case %}` alike: arms that are tried one after the other. */
export interface Condition extends Block {
  readonly kind: 'condition';
  readonly word: 'if' | 'unless' | 'case';
  /** Of a `case`: what its values are compared with. */
  readonly subject?: Filtered;
  readonly arms: readonly Arm[];
  /** Names in a head that cannot be read. */
  readonly names?: readonly Path[];
}

/**
 * `hash`: `limit`, `offset`, `cols`, and whatever else is written there. `otherwise`: printed when nothing was walked.
 */
export interface Loop extends Block {
  readonly kind: 'loop';
  readonly word: 'for' | 'tablerow';
  readonly variable: string;
  readonly collection: Operand | undefined;
  readonly hash: Hash;
  readonly body: Body;
  readonly otherwise?: Body;
  readonly names?: readonly Path[];
}

export interface Cycle extends Span {
  readonly kind: 'cycle';
  readonly group: Operand | undefined;
  readonly candidates: readonly Filtered[];
}

export interface Counter extends Span {
  readonly kind: 'counter';
  readonly word: 'increment' | 'decrement';
  readonly name: string;
}

export interface Comment extends Span {
  readonly kind: 'comment';
  /** Absent for `{% # … %}`. */
  readonly open?: Span;
}

/** `parts`: the text inside, in the pieces into which the tags in it divide it. */
export interface Raw extends Block {
  readonly kind: 'raw';
  readonly parts: readonly Span[];
}

export interface Liquid extends Span {
  readonly kind: 'liquid';
  readonly body: Body;
}

/** A name of a file: written down, a text with tags in it, or a value. */
export type FileName =
  | { readonly kind: 'none' }
  | { readonly kind: 'plain'; readonly path: string; readonly span: Span }
  /** Written in quotes, with tags: the text is read on its own, with offsets of its own. */
  | { readonly kind: 'template'; readonly text: string; readonly body: Body; readonly span: Span }
  | { readonly kind: 'value'; readonly value: Operand };

export interface Binding {
  readonly value: Operand;
  readonly written: string;
  readonly alias?: string;
}

/**
 * `include` shares its names with the text round it, `render` does not. `with` and `for` bind what the other text gets
 * under its own name.
 */
export interface Inclusion extends Span {
  readonly kind: 'inclusion';
  readonly word: 'include' | 'render';
  readonly file: FileName;
  readonly hash: Hash;
  readonly with?: Binding;
  readonly for?: Binding;
}

/** `{% layout "x" %}`: everything behind it is what the layout is filled with. */
export interface Layout extends Span {
  readonly kind: 'layout';
  readonly open: Span;
  readonly file: FileName;
  readonly hash: Hash;
  readonly body: Body;
}

/** `{% block name %}`, the slot of a layout, and no slot of a prompt. */
export interface Slot extends Block {
  readonly kind: 'block';
  readonly name: string;
  readonly nameSpan: Span;
  readonly body: Body;
}

export interface Jump extends Span {
  readonly kind: 'jump';
  readonly word: 'break' | 'continue';
}

/** A tag that cannot be read, with the names that stand in it. */
export interface Broken extends Span {
  readonly kind: 'broken';
  readonly isOutput: boolean;
  readonly names: readonly Path[];
}

/** All that a Liquid text is made of, the text between tags included. */
export type Node =
  | Text
  | Output
  | Assign
  | Capture
  | Condition
  | Loop
  | Cycle
  | Counter
  | Comment
  | Raw
  | Liquid
  | Inclusion
  | Layout
  | Slot
  | Jump
  | Broken;

/** The tag that a statement begins with: where the engine says that it failed. */
export const tagOf = (node: Node): Span => ('open' in node && node.open ? node.open : node);
