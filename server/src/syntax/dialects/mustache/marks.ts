// What else stands in a text: sections, comments, changes of the delimiters, and the partials that it names.
import type { Stretch, TemplateBlock, TextReference } from '../../tree';
import type { Node } from './nodes';
import type { Tokens } from './tokens';

/** Partials that are named in the text. The program says which text has that name. */
export function referencesOf({ tokens }: Tokens): readonly TextReference[] {
  const references: TextReference[] = [];
  for (const token of tokens) {
    if (token.kind !== 'tag' || token.tag.kind !== 'partial') continue;
    const { name, span, nameSpan, unclosed } = token.tag;
    if (name !== '' && !unclosed) references.push({ kind: 'partial', path: name, span, pathSpan: nameSpan });
  }
  return references;
}

export function stretchesOf({ tokens }: Tokens): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const token of tokens) {
    if (token.kind !== 'tag') continue;
    if (token.tag.kind === 'comment') stretches.push({ kind: 'comment', span: token.tag.span });
    else if (token.tag.kind === 'delimiters') stretches.push({ kind: 'escape', span: token.tag.span });
  }
  return stretches;
}

/** Sections that are closed. One may be a condition or a loop, as its value is; an inverted one is a condition. */
export function blocksOf(nodes: readonly Node[]): readonly TemplateBlock[] {
  const blocks: TemplateBlock[] = [];
  const visit = (inner: readonly Node[]): void => {
    for (const node of inner) {
      if (node.kind !== 'section') continue;
      const { tag, span: open, close } = node;
      const keyword = tag.kind === 'inverted' ? 'if' : 'for';
      if (close) blocks.push({ keyword, span: { start: open.start, end: close.end }, open });
      visit(node.body);
    }
  };
  visit(nodes);
  return blocks;
}
