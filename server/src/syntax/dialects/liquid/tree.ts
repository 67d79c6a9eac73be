import type { Span } from '../../../text/span';
import type { TemplateTree } from '../../tree';
import type { Body } from './parse/nodes';

/** One Liquid text, read. Filling needs the tree only: nothing is parsed again. */
export interface LiquidTree extends TemplateTree {
  readonly syntax: 'liquid';
  readonly body: Body;
  /** Why Liquid refuses the whole text; what it says is the first thing that it meets. */
  readonly refusal?: Refusal;
}

export interface Refusal {
  /** The message for an author. */
  readonly message: string;
  /** The exception of Liquid; undefined for a limit of ours. */
  readonly engine?: string;
  /** From where on nothing can be rendered. */
  readonly span: Span;
}
