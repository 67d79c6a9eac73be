import type { Dialect, Lookalike } from '../../syntax/dialects/dialect';
import { fenceAt, fencesOf } from '../../syntax/fences';
import type { SyntaxFault, TemplateTree } from '../../syntax/tree';
import { overlaps } from '../../text/span';
import type { TextContext } from '../rule';

/** Dialects whose only tag is a plain slot: such a tag in another file may as well be an example or JSON. */
const PLAIN: ReadonlySet<string> = new Set(['single-brace', 'double-brace', 'dollar-brace']);

export const isPlainTag = (tag: Lookalike): boolean => PLAIN.has(tag.writtenIn);

interface Foreign {
  /** Plain slots of another dialect, wherever they stand. */
  readonly plain: readonly Lookalike[];
  /** Tags that only another engine reads, outside of code samples and comments. */
  readonly tags: readonly Lookalike[];
}

const NONE: Foreign = { plain: [], tags: [] };
const known = new WeakMap<TemplateTree, Foreign>();

/** What in a text is written in another dialect than the one that reads it, and is read by no pass of the system. */
export function foreignIn({ tree, dialect, system }: TextContext): Foreign {
  if (!tree || !dialect) return NONE;
  let foreign = known.get(tree);
  if (!foreign) {
    foreign = foreignOf(tree, dialect);
    known.set(tree, foreign);
  }
  const others = (system?.dialects ?? []).filter((pass) => pass.id !== dialect.id);
  if (others.length === 0) return foreign;
  const passes = new Set(others.flatMap((pass) => [pass.id, ...(FAMILY[pass.id] ?? [])]));
  const unread = (tags: readonly Lookalike[]): readonly Lookalike[] => tags.filter((tag) => !passes.has(tag.writtenIn));
  return { plain: unread(foreign.plain), tags: unread(foreign.tags) };
}

function foreignOf(tree: TemplateTree, dialect: Dialect): Foreign {
  const all = dialect.lookalikes(tree);
  if (all.length === 0) return NONE;
  const samples = fencesOf(tree.text);
  const quoted = quotedTags(tree.text, all);
  const ignored = tree.stretches.filter((stretch) => stretch.kind !== 'escape');
  const inSample = (tag: Lookalike): boolean =>
    fenceAt(samples, tag.span.start) >= 0 ||
    quoted.has(tag) ||
    ignored.some((stretch) => overlaps(stretch.span, tag.span));
  return { plain: all.filter(isPlainTag), tags: all.filter((tag) => !isPlainTag(tag) && !inSample(tag)) };
}

/** Dialects whose tags a pass reads as well, when it is not the one that they are written in. */
const FAMILY: Readonly<Record<string, readonly string[]>> = {
  jinja: ['double-brace', 'liquid'],
  liquid: ['double-brace', 'jinja'],
  handlebars: ['double-brace', 'mustache'],
  mustache: ['double-brace', 'handlebars'],
};

/** The tags that stand in back-quotes on their line, as an example does. `tags` are in the order of the text. */
export function quotedTags(text: string, tags: readonly Lookalike[]): ReadonlySet<Lookalike> {
  const quoted = new Set<Lookalike>();
  let at = 0;
  let inside = false;
  for (const tag of tags) {
    for (; at < tag.span.start; at++) {
      const c = text.charCodeAt(at);
      if (c === 10) inside = false;
      else if (c === 96) inside = !inside;
    }
    if (inside) quoted.add(tag);
  }
  return quoted;
}

/** Whether a fault is nothing but a tag of another engine, which is said once for the whole file. */
export function isForeign(context: TextContext, fault: SyntaxFault): boolean {
  return foreignIn(context).tags.some((tag) => overlaps(tag.span, fault.span));
}
