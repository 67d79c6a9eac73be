// What several engines can say, apart from how each of them writes it: the way from one dialect to another.
import type { Span } from '../../text/span';

/** What a name in a tag stands for. */
export type Ref =
  | { readonly kind: 'slot'; readonly path: string }
  /** Of the item of a loop, the outermost being number 0; with an empty path the item itself. */
  | { readonly kind: 'item'; readonly loop: number; readonly path: string }
  /** How many items of the loop came before. */
  | { readonly kind: 'index'; readonly loop: number };

/** Whether there is something in a value, whether it is this text, or how it compares with a number. */
export interface Test {
  readonly ref: Ref;
  /** Of a comparison with a number it is never set: the operator says it. */
  readonly not: boolean;
  readonly equals?: string;
  readonly than?: Comparison;
}

export interface Comparison {
  readonly operator: '==' | '!=' | '<' | '>' | '<=' | '>=';
  /** As it is written, without an exponent. */
  readonly number: string;
}

/** One test, or several that hold together (`and`) or of which one holds (`or`). */
export interface Condition {
  readonly tests: readonly Test[];
  readonly joined: 'and' | 'or';
}

/** What is done to a value before it is printed, by its name in Jinja; `of` is what stands in its brackets. */
export interface Filter {
  readonly name: FilterName;
  readonly of: readonly string[];
}

export type FilterName = 'upper' | 'lower' | 'trim' | 'length' | 'join' | 'replace' | 'first' | 'last' | 'default';

export type Statement = { readonly span: Span } & (
  | { readonly kind: 'text'; readonly text: string }
  /** `escapes`: the engine writes HTML entities for it. */
  | { readonly kind: 'value'; readonly ref: Ref; readonly filters: readonly Filter[]; readonly escapes: boolean }
  | {
      readonly kind: 'if';
      readonly arms: readonly { readonly condition: Condition; readonly body: readonly Statement[] }[];
      readonly otherwise: readonly Statement[] | undefined;
    }
  | {
      readonly kind: 'each';
      readonly ref: Ref;
      /** What the author calls an item, in dialects that name it. */
      readonly item: string | undefined;
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[] | undefined;
    }
  | { readonly kind: 'include'; readonly name: string }
  | { readonly kind: 'comment'; readonly text: string }
);

/** A tag that stands in the way, and why: the end of a sentence that begins with the tag. */
export class Obstacle extends Error {
  override readonly name = 'Obstacle';
  readonly span: Span;

  constructor(span: Span, why: string) {
    super(why);
    this.span = span;
  }
}

/** The dialects whose statements can be read and written. */
export type Family = 'jinja' | 'liquid' | 'handlebars' | 'mustache' | 'go-template';

/** dotprompt is Handlebars with helpers of its own. */
export function familyOf(dialect: string): Family | undefined {
  const id = dialect === 'dotprompt' ? 'handlebars' : dialect;
  return FAMILIES.find((family) => family === id);
}

const FAMILIES: readonly Family[] = ['jinja', 'liquid', 'handlebars', 'mustache', 'go-template'];
