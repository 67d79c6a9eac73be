import type { Span } from '../../../text/span';
import { looselyEqual } from '../javascript/data';
import type { Place } from '../javascript/stop';
import { NULL_CONTEXT, type Ref } from './reference';
import type { HandlebarsTree } from './scan';
import type { Written } from './written';

/** A text that is being filled. */
export interface Page {
  readonly tree: HandlebarsTree;
  /** Address of an included text, and the tag of the main text that brought it in. */
  readonly file?: string;
  readonly site?: Span;
}

/** `@` variables. A block with a frame of its own sees those of the blocks round it through `@../`. */
export interface DataFrame {
  readonly variables: Map<string, Ref>;
  readonly up?: DataFrame;
  /** The body of the partial tag that is being filled. */
  readonly partialBlock?: InnerPartial | undefined;
}

/** A partial that is no text of its own: an inline partial, or the body of a partial tag. `from` is where it is asked for. */
export type InnerPartial = (context: Ref, from: Environment) => Written;

/** Names of block parameters and their values; the values are missing where the helper gives none. */
export interface ParamFrame {
  readonly names: readonly string[];
  readonly values?: readonly Ref[];
}

/** What a program is filled with. */
export interface Environment {
  readonly page: Page;
  /** What `this` is. */
  readonly context: Ref;
  /** The contexts that `../` climbs, innermost first. The first is not always `this`, see `inContext`. */
  readonly depths: readonly Ref[];
  readonly data: DataFrame;
  /** Innermost first. */
  readonly params: readonly ParamFrame[];
  readonly inline: ReadonlyMap<string, InnerPartial>;
  /** How many blocks and partials are open. */
  readonly level: number;
}

export const placeIn = ({ page }: Environment, span: Span): Place =>
  page.file === undefined ? { span } : { span, file: page.file };

/**
 * The environment with another context. It is a level of its own for `../` only when it does not equal the one round it,
 * and the library compares loosely: in a loop over equal numbers, `../` leads one level too far.
 */
export function inContext(environment: Environment, context: Ref): Environment {
  const [around] = environment.depths;
  const isNull = context === NULL_CONTEXT && around?.value === null;
  const isLevel = !isNull && !looselyEqual(context.value, around?.value);
  return { ...environment, context, depths: isLevel ? [context, ...environment.depths] : environment.depths };
}

/** A new frame that begins with the variables of the old one. */
export const newFrame = (up: DataFrame): DataFrame => ({
  variables: new Map(up.variables),
  up,
  partialBlock: up.partialBlock,
});
