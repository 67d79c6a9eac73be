// The tree of one Jinja text. Every node knows its exact range in the text; nothing in it depends on the options of the
// engine, which only decide about white space and are applied when a text is rendered.
import type { Span } from '../../../../text/span';
import type { Call, Expression, FilterUse, Name } from './expressions';

/** What a statement stores to: `x`, `x, y`, `space.x`. */
export type Target = Name | Member | TargetTuple;

/** `space.name`: an attribute of a namespace. */
export interface Member extends Span {
  readonly kind: 'member';
  readonly of: Name;
  readonly name: string;
}

export interface TargetTuple extends Span {
  readonly kind: 'tuple';
  readonly items: readonly Target[];
}

/**
 * All that stands between text, and the text itself (`Data`). Named after the nodes of Jinja2, which the order of
 * evaluation follows.
 */
export type Statement =
  | Data
  | Output
  | Print
  | SetValue
  | SetBlock
  | If
  | For
  | With
  | Autoescape
  | Block
  | Extends
  | Include
  | Import
  | FromImport
  | CallBlock
  | FilterBlock
  | Macro
  | Broken;

/** The statements between two tags. */
export interface Body extends Span {
  readonly nodes: readonly Statement[];
}

/** Text of the template. */
export interface Data extends Span {
  readonly kind: 'data';
  /** Behind the end of a block tag, where `trimBlocks` takes a line break away. */
  readonly afterTag: boolean;
  /** In front of a block tag, where `lstripBlocks` takes the blanks at the beginning of the line away. */
  readonly beforeTag: boolean;
}

/** `{{ value }}` */
export interface Output extends Span {
  readonly kind: 'output';
  readonly value: Expression;
}

/** `{% print a, b %}` */
export interface Print extends Span {
  readonly kind: 'print';
  readonly values: readonly Expression[];
}

export interface SetValue extends Span {
  readonly kind: 'set';
  readonly target: Target;
  readonly value: Expression;
}

/** What every statement with a body has. */
export interface Opened extends Span {
  /** The opening tag. */
  readonly open: Span;
}

/** `{% set x %}…{% endset %}`: what the body prints is the value. */
export interface SetBlock extends Opened {
  readonly kind: 'set-block';
  readonly target: Target;
  readonly filter?: FilterUse;
  readonly body: Body;
}

export interface If extends Opened {
  readonly kind: 'if';
  /** `if`, `elif`s and, without a test, `else`. */
  readonly arms: readonly Arm[];
}

export interface Arm {
  readonly open: Span;
  readonly test?: Expression;
  readonly body: Body;
}

/**
 * `test`: the filter of `for x in xs if x.ok`, which decides about `loop.length` as well. `otherwise`: printed when
 * nothing was walked.
 */
export interface For extends Opened {
  readonly kind: 'for';
  readonly target: Target;
  readonly iterable: Expression;
  readonly test?: Expression;
  readonly recursive: boolean;
  readonly body: Body;
  readonly otherwise?: Body;
}

export interface With extends Opened {
  readonly kind: 'with';
  readonly pairs: readonly { readonly target: Target; readonly value: Expression }[];
  readonly body: Body;
}

export interface Autoescape extends Opened {
  readonly kind: 'autoescape';
  readonly value: Expression;
  readonly body: Body;
}

/**
 * `scoped`: the body sees the names of the loop round it. `required`: a template that extends this one has to write the
 * block.
 */
export interface Block extends Opened {
  readonly kind: 'block';
  readonly name: string;
  readonly nameSpan: Span;
  readonly scoped: boolean;
  readonly required: boolean;
  readonly body: Body;
}

export interface Extends extends Span {
  readonly kind: 'extends';
  readonly template: Expression;
}

export interface Include extends Span {
  readonly kind: 'include';
  readonly template: Expression;
  readonly ignoreMissing: boolean;
  readonly withContext: boolean;
}

export interface Import extends Span {
  readonly kind: 'import';
  readonly template: Expression;
  readonly target: Name;
  readonly withContext: boolean;
}

export interface FromImport extends Span {
  readonly kind: 'from';
  readonly template: Expression;
  readonly names: readonly { readonly name: string; readonly alias: Name }[];
  readonly withContext: boolean;
}

export interface Parameter {
  readonly name: Name;
  readonly default?: Expression;
}

export interface Macro extends Opened {
  readonly kind: 'macro';
  readonly name: Name;
  readonly parameters: readonly Parameter[];
  readonly body: Body;
}

/** `{% call(item) show(items) %}`: the macro that is called gets the body as `caller`. */
export interface CallBlock extends Opened {
  readonly kind: 'call-block';
  readonly parameters: readonly Parameter[];
  readonly call: Call;
  readonly body: Body;
}

export interface FilterBlock extends Opened {
  readonly kind: 'filter-block';
  readonly filter: FilterUse;
  readonly body: Body;
}

/** A tag that cannot be read. When it opens a block, the body is read all the same: its end tag is no stray one. */
export interface Broken extends Span {
  readonly kind: 'broken';
  readonly open: Span;
  readonly names: readonly Name[];
  /** Loop variables of a broken `for`. */
  readonly locals: readonly Name[];
  readonly bodies: readonly Body[];
}
