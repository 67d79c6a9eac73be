import type { Span } from '../../../../text/span';
import type { Constant } from '../numbers';

// --- What stands in an action --------------------------------------------------------------------------------------

export type Operand =
  | (Span & { readonly kind: 'dot' | 'nil' })
  | (Span & { readonly kind: 'bool'; readonly value: boolean })
  | (Span & { readonly kind: 'number'; readonly constant: Constant })
  | (Span & { readonly kind: 'string'; readonly value: string })
  /** `.a.b`. */
  | FieldOperand
  /** `$x.a.b`. */
  | (Span & { readonly kind: 'variable'; readonly name: string; readonly path: readonly Field[] })
  /** `(…).a.b`, `len.a`. */
  | (Span & { readonly kind: 'chain'; readonly of: Operand; readonly path: readonly Field[] })
  /** The name of a function. */
  | (Span & { readonly kind: 'function'; readonly name: string })
  | Pipeline;

export type FieldOperand = Span & { readonly kind: 'field'; readonly path: readonly Field[] };

/** `.name`; the span is that of the name. */
export interface Field extends Span {
  readonly name: string;
}

export interface Command extends Span {
  /** The first is what is called, or the value itself. There is at least one. */
  readonly args: readonly [Operand, ...Operand[]];
}

export interface Pipeline extends Span {
  readonly kind: 'pipeline';
  readonly variables: readonly Variable[];
  /** `=`: the variables are there already. */
  readonly assigns: boolean;
  readonly commands: readonly Command[];
}

export interface Variable extends Span {
  /** With its `$`. */
  readonly name: string;
}

// --- What stands in a text -----------------------------------------------------------------------------------------

/** Template text. `from` and `to` are what is left of it when the tags round it have taken white space away. */
export type Text = Span & { readonly kind: 'text'; readonly from: number; readonly to: number };

export type Action = Span & { readonly kind: 'action'; readonly pipe: Pipeline };

export type Jump = Span & { readonly kind: 'break' | 'continue' };

/** `{{template "name" pipeline}}`, and the call that a `{{block}}` makes. */
export interface Call extends Span {
  readonly kind: 'template';
  readonly name: string;
  readonly nameSpan: Span;
  readonly pipe: Pipeline | undefined;
  /** The whole opening tag. */
  readonly open: Span;
  /** For a `{{block}}`. */
  readonly block?: true;
}

export interface Control extends Span {
  readonly kind: 'if' | 'with' | 'range';
  readonly open: Span;
  readonly pipe: Pipeline;
  readonly body: Body;
  /** What stands behind `{{else}}`; for an `{{else if}}` the other control alone. */
  otherwise?: Body;
  /** `{{else}}`. Absent for an `{{else if}}`, which is the opening tag of the other control. */
  otherwiseOpen?: Span;
  /** `{{end}}`. Absent for a control that stands in an `{{else if}}`. */
  close?: Span;
  /** It stands in an `{{else if}}`. */
  readonly chained?: true;
  end: number;
}

/** A tag that cannot be read. What looks like a field of the data in it is kept. */
export interface Broken extends Span {
  readonly kind: 'broken';
  readonly fields: readonly Field[];
}

export type Statement = Text | Action | Jump | Call | Control | Broken;

export interface Body {
  readonly start: number;
  end: number;
  readonly nodes: Statement[];
}

/** `{{define "name"}}` or `{{block "name"}}`. */
export interface Definition {
  readonly name: string;
  readonly nameSpan: Span;
  readonly keyword: 'define' | 'block';
  readonly open: Span;
  readonly body: Body;
  end: number;
}
