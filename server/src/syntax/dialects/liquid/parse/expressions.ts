// What stands in a tag, with exact offsets.
import type { Span } from '../../../../text/span';

/** `true`, `nil`, `empty`, `blank`. */
export interface Word extends Span {
  readonly kind: 'word';
  readonly word: 'true' | 'false' | 'nil' | 'null' | 'empty' | 'blank';
}

export interface Quoted extends Span {
  readonly kind: 'quoted';
  /** Without the quotes, and with its escapes read. */
  readonly value: string;
}

export interface Numeral extends Span {
  readonly kind: 'number';
  readonly value: number;
}

/** `(1..n)`. */
export interface Range extends Span {
  readonly kind: 'range';
  readonly low: Operand;
  readonly high: Operand;
}

export interface Name extends Span {
  readonly kind: 'name';
  readonly name: string;
}

/** `a.b[c]`, `"text".size`, `["a b"]`. */
export interface Path extends Span {
  readonly kind: 'path';
  /** What the steps lead into; without it, the first step is looked up among the variables. */
  readonly base?: Operand;
  readonly steps: readonly (Name | Operand)[];
}

/** What stands on a side of an operator, in the arguments of a filter and in `(1..n)`: nothing that is computed. */
export type Operand = Word | Quoted | Numeral | Range | Path;

export type OperatorWord = '==' | '!=' | '>' | '<' | '>=' | '<=' | 'contains' | 'not' | 'and' | 'or';

export interface Operator extends Span {
  readonly kind: 'operator';
  readonly operator: OperatorWord;
}

/** Operands and operators in the order in which a stack machine takes them. */
export type Postfix = readonly (Operand | Operator)[];

/** `key: value` among the arguments of a filter, which gets it as a list of two. */
export interface Pair extends Span {
  readonly kind: 'pair';
  readonly key: string;
  readonly value: Operand | undefined;
}

/** Arguments are read before it is known whether the filter exists; a `Pair` is a named one. */
export interface FilterUse extends Span {
  readonly name: string;
  readonly nameSpan: Span;
  readonly args: readonly (Operand | Pair)[];
}

/** A value with its filters. */
export interface Filtered extends Span {
  readonly initial: Postfix;
  readonly filters: readonly FilterUse[];
}

/** `key: value` of a tag; a key alone stands for `true`. */
export type Hash = ReadonlyMap<string, Operand | undefined>;

/** The name that a path begins with, when it is written down. */
export function rootOf(operand: Operand | undefined): { readonly name: string; readonly span: Span } | undefined {
  if (operand?.kind !== 'path' || operand.base) return undefined;
  const [first] = operand.steps;
  if (first?.kind === 'name' && first.name !== '') return { name: first.name, span: first };
  if (first?.kind === 'quoted') return { name: first.value, span: { start: first.start + 1, end: first.end - 1 } };
  return undefined;
}
