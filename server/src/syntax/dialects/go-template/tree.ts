import type { Span } from '../../../text/span';
import type { TemplateTree } from '../../tree';
import type { AddedCall } from './calls';
import type { Body, Definition } from './parse/nodes';

/** One text, read. Filling needs the tree only: nothing is parsed again. */
export interface GoTree extends TemplateTree {
  readonly syntax: 'go-template';
  readonly body: Body;
  /** What the text defines for itself and for the texts that it belongs to. */
  readonly definitions: ReadonlyMap<string, Definition>;
  /** Calls of functions that Go does not have. */
  readonly added: readonly AddedCall[];
  /** Why Go refuses the whole text: the first thing that it meets. */
  readonly refusal?: Refusal;
}

export interface Refusal {
  /** The message for an author. */
  readonly message: string;
  /** What Go says; undefined for a limit of ours. */
  readonly engine?: string;
  /** From where on nothing can be rendered. */
  readonly span: Span;
}

export const isGoTree = (tree: TemplateTree): tree is GoTree => 'syntax' in tree && tree.syntax === 'go-template';
