import type { SyntaxFault, TemplateTree } from '../../tree';
import { faultsOf } from './faults';
import { blocksOf, referencesOf, stretchesOf } from './marks';
import { type Node, nest } from './nodes';
import { slotsOf } from './slots';
import { DEFAULT, type Delimiters } from './tag';
import { readTokens } from './tokens';

export interface MustacheTree extends TemplateTree {
  readonly syntax: 'mustache';
  /** What opens and closes tags before the text says otherwise; a partial is read with the same. */
  readonly delimiters: Delimiters;
  readonly nodes: readonly Node[];
  /** The fault for which the text is refused before anything is printed. */
  readonly refusal?: SyntaxFault;
}

export function scan(text: string, from = 0, delimiters: Delimiters = DEFAULT): MustacheTree {
  const tokens = readTokens(text, delimiters, from);
  const nested = nest(tokens, text.length);
  return {
    syntax: 'mustache',
    text,
    delimiters,
    nodes: nested.nodes,
    slots: slotsOf(nested.nodes, tokens, text),
    stretches: stretchesOf(tokens),
    references: referencesOf(tokens),
    blocks: blocksOf(nested.nodes),
    ...faultsOf(text, tokens, nested, delimiters),
  };
}
