// The tree of one Jinja text. Every node knows its exact range in the text; nothing in it depends on the options of the
// engine, which only decide about white space and are applied when a text is rendered.
import type { Span } from '../../../../text/span';

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
