import type { TemplateTree, TextReference } from '../../syntax/tree';

/** Statements whose text is printed only for some values, or only when somebody calls it. */
const CONDITIONAL = new Set(['if', 'for', 'macro']);

/** Opening and closing tags of mustache and Handlebars, with the mark, what it is made for, and a bound on blanks. */
const SECTION = /\{\{~?\s{0,9}([#^/])\s{0,9}(>?)/g;

/**
 * The tags that name another text and stand in a condition, a section or a loop, so that the values decide whether they
 * are reached. A dialect that tells its blocks is asked for them; else the sections are counted, and one that is written
 * with other delimiters is not seen.
 */
export function conditionalReferences(tree: TemplateTree): ReadonlySet<TextReference> {
  const references = tree.references ?? [];
  if (!tree.blocks) return inSections(tree.text, references);
  const blocks = tree.blocks.filter((block) => CONDITIONAL.has(block.keyword));
  return new Set(
    references.filter(({ span }) => blocks.some((block) => block.span.start < span.start && span.end < block.span.end)),
  );
}

function inSections(text: string, references: readonly TextReference[]): ReadonlySet<TextReference> {
  const found = new Set<TextReference>();
  const open: boolean[] = [];
  let depth = 0;
  let at = 0;
  const upTo = (end: number): void => {
    for (let next = references[at]; next && next.span.start < end; next = references[++at])
      if (depth > 0) found.add(next);
  };
  for (const tag of text.matchAll(SECTION)) {
    upTo(tag.index);
    if (tag[1] === '/') depth -= open.pop() === true ? 1 : 0;
    else {
      // A partial with a body is always printed.
      const isSection = tag[2] !== '>';
      open.push(isSection);
      depth += isSection ? 1 : 0;
    }
  }
  upTo(text.length + 1);
  return found;
}
