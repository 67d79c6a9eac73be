import type { SyntaxFault, TemplateTree } from '../../tree';
import { faultsOf } from './faults';
import { blocksOf, referencesOf, stretchesOf } from './marks';
import { type Node, nest } from './nodes';
import { slotsOf } from './slots';
import { readTokens } from './tokens';

export interface MustacheTree extends TemplateTree {
  readonly syntax: 'mustache';
  readonly nodes: readonly Node[];
  /** The fault for which the text is refused before anything is printed. */
  readonly refusal?: SyntaxFault;
}

export function scan(text: string): MustacheTree {
  const tokens = readTokens(text);
  const nested = nest(tokens, text.length);
  return {
    syntax: 'mustache',
    text,
    nodes: nested.nodes,
    slots: slotsOf(nested.nodes, tokens, text),
    stretches: stretchesOf(tokens),
    references: referencesOf(tokens),
    blocks: blocksOf(nested.nodes),
    ...faultsOf(text, tokens, nested),
  };
}
