// What stands inside of tags. Every node knows its exact range in the text.
import type { Span } from '../../../../text/span';

/** What has a value, as against a statement. */
export type Expression =
  | Constant
  | Name
  | Attribute
  | Item
  | Collection
  | DictDisplay
  | Conditional
  | Logic
  | Binary
  | Not
  | Sign
  | Comparison
  | Concatenation
  | Call
  | FilterUse
  | TestUse
  | BrokenExpression;

export interface Constant extends Span {
  readonly kind: 'constant';
  readonly value: string | number | bigint | boolean | null;
  /** Written with a point or an exponent: Python's `float`, also when the number is whole. */
  readonly float?: true;
}

export interface Name extends Span {
  readonly kind: 'name';
  readonly name: string;
}

/** `of.name` */
export interface Attribute extends Span {
  readonly kind: 'attribute';
  readonly of: Expression;
  readonly name: string;
  readonly nameSpan: Span;
}

/** `of[key]`, `of.0` */
export interface Item extends Span {
  readonly kind: 'item';
  readonly of: Expression;
  readonly key: Expression | Slice;
}

/** `from:to:step` */
export interface Slice extends Span {
  readonly kind: 'slice';
  readonly from?: Expression;
  readonly to?: Expression;
  readonly step?: Expression;
}

export interface Collection extends Span {
  readonly kind: 'list' | 'tuple';
  readonly items: readonly (Expression | Slice)[];
}

export interface DictDisplay extends Span {
  readonly kind: 'dict';
  readonly entries: readonly { readonly key: Expression; readonly value: Expression }[];
}

/** `then if test else otherwise` */
export interface Conditional extends Span {
  readonly kind: 'conditional';
  readonly test: Expression;
  readonly then: Expression;
  readonly otherwise?: Expression;
}

export interface Logic extends Span {
  readonly kind: 'and' | 'or';
  readonly left: Expression;
  readonly right: Expression;
}

export type Operator = '+' | '-' | '*' | '/' | '//' | '%' | '**';

export interface Binary extends Span {
  readonly kind: 'binary';
  readonly operator: Operator;
  readonly left: Expression;
  readonly right: Expression;
}

export interface Not extends Span {
  readonly kind: 'not';
  readonly operand: Expression;
}

export interface Sign extends Span {
  readonly kind: 'sign';
  readonly operator: '+' | '-';
  readonly operand: Expression;
}

export type Comparator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in';

/** `first < second <= third`: each neighbour pair is compared. */
export interface Comparison extends Span {
  readonly kind: 'comparison';
  readonly first: Expression;
  readonly rest: readonly { readonly comparator: Comparator; readonly operand: Expression }[];
}

/** `a ~ b ~ c` */
export interface Concatenation extends Span {
  readonly kind: 'concatenation';
  readonly items: readonly Expression[];
}

/** Arguments of a call, a filter or a test; the named ones in the order in which they are written. */
export interface Arguments {
  readonly positional: readonly Expression[];
  readonly named: readonly { readonly name: string; readonly value: Expression }[];
  /** `*args` */
  readonly spread?: Expression;
  /** `**kwargs` */
  readonly spreadNamed?: Expression;
}

export interface Call extends Span {
  readonly kind: 'call';
  readonly callee: Expression;
  readonly args: Arguments;
}

/** `input|name(args)`. Without an input it stands in a `{% filter %}` or `{% set x | … %}` and takes the text of the block. */
export interface FilterUse extends Span {
  readonly kind: 'filter';
  readonly input?: Expression;
  readonly name: string;
  readonly nameSpan: Span;
  readonly args: Arguments;
}

/** `subject is name(args)` */
export interface TestUse extends Span {
  readonly kind: 'test';
  readonly subject: Expression;
  readonly name: string;
  readonly nameSpan: Span;
  readonly args: Arguments;
}

/** An expression that cannot be read, with the names that certainly stand in it. */
export interface BrokenExpression extends Span {
  readonly kind: 'broken';
  readonly names: readonly Name[];
}
