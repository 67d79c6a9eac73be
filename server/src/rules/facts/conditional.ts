import type { TemplateTree, TextReference } from '../../syntax/tree';

/** Blocks whose text is printed only for some values, or only when somebody calls them. */
const CONDITIONAL: ReadonlySet<string> = new Set(['if', 'for', 'macro']);

/**
 * The tags that name another text and stand in a condition, a loop or a macro, so that the values decide whether they are
 * reached.
 */
export function conditionalReferences({
  references = [],
  blocks = [],
}: Pick<TemplateTree, 'references' | 'blocks'>): ReadonlySet<TextReference> {
  const found = new Set<TextReference>();
  const inOrder = blocks.filter(({ keyword }) => CONDITIONAL.has(keyword)).sort((a, b) => a.span.start - b.span.start);
  let next = 0;
  // Blocks nest, so a tag stands in one of those before it exactly when the last end of them lies behind it.
  let end = 0;
  for (const reference of [...references].sort((a, b) => a.span.start - b.span.start)) {
    for (; (inOrder[next]?.span.start ?? Number.POSITIVE_INFINITY) < reference.span.start; next++)
      end = Math.max(end, inOrder[next]?.span.end ?? 0);
    if (reference.span.end < end) found.add(reference);
  }
  return found;
}
