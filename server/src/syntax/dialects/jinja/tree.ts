import type { Span } from '../../../text/span';
import type { TemplateTree } from '../../tree';
import type { Block, Body } from './parse/nodes';
import type { Problem } from './parse/problem';

/** One Jinja text, read. Filling needs the tree only: nothing is parsed again. */
export interface JinjaTree extends TemplateTree {
  readonly body: Body;
  /** The blocks of template inheritance, by their names. */
  readonly inheritance: ReadonlyMap<string, Block>;
  /** Why Jinja refuses the whole text; what it says is the first thing that it meets. */
  readonly refusal?: Refusal;
  /** As `refusal`, when the program keeps the last line break of a text. */
  readonly lateRefusal?: Refusal;
}

export interface Refusal {
  readonly problem: Problem;
  /** The message for an author. */
  readonly message: string;
  /** The exception of Jinja; undefined for a limit of ours. */
  readonly engine?: string;
  /** From where on nothing can be rendered. */
  readonly span: Span;
}

/** Whether a tree comes from this dialect: what a program gives for an include may not. */
export const isJinjaTree = (tree: TemplateTree): tree is JinjaTree => 'inheritance' in tree && 'body' in tree;
