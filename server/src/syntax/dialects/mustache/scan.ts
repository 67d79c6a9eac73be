import type { SyntaxFault, TemplateTree } from '../../tree';
import { faultsOf } from './faults';
import { type Node, nest } from './nodes';
import { referencesOf, slotsOf, stretchesOf } from './slots';
import { readTokens } from './tokens';

export interface MustacheTree extends TemplateTree {
  readonly nodes: readonly Node[];
  /** The fault for which mustache.js refuses the text before it prints anything. */
  readonly refusal?: SyntaxFault;
}

export function scan(text: string): MustacheTree {
  const tokens = readTokens(text);
  const nested = nest(tokens, text.length);
  return {
    text,
    nodes: nested.nodes,
    slots: slotsOf(nested.nodes, tokens, text),
    stretches: stretchesOf(tokens),
    references: referencesOf(tokens),
    ...faultsOf(text, tokens, nested),
  };
}
