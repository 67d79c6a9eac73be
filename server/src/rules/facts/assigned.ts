// Variables that a text gives itself: what is made of a value where it is assigned holds where the variable is printed.
import { treeOf } from '../../model/body';
import type { Lookup } from '../../model/lookup';
import type { PromptSystem } from '../../model/system';
import type { SlotAppearance } from '../../render/segment';
import { bindingsOf } from '../../syntax/dialects/bindings';
import type { Dialect } from '../../syntax/dialects/dialect';
import type { TemplateTree } from '../../syntax/tree';
import { Kept } from '../../text/kept';
import { inOwn, printingTag } from './sourceText';

/** An expression that a variable is given: `value | tojson` in `{% set x = value | tojson %}`. */
interface Assignment {
  readonly expression: string;
  readonly start: number;
}

/** Variables that are made of each other are followed so far. */
const FURTHEST = 10;

/**
 * The tag that prints the value of an appearance, with the expression of a variable in place of its name: `{{ x | upper }}`
 * behind `{% set x = v | e %}` gives `{{ v | e | upper }}`. Of several assignments all count, so there is one text for each.
 */
export function expandedTags(system: PromptSystem, lookup: Lookup, appearance: SlotAppearance): readonly string[] {
  const written = printingTag(system, lookup, appearance);
  if (written === undefined) return [];
  const tag = inOwn(system, written);
  const { uri, span } = appearance.place;
  const found = lookup.at(uri);
  const [dialect] = system.dialects;
  if (found.kind !== 'file' || !dialect || !VARIABLE.test(tag)) return [tag];
  const tree = treeOf(found.file, system.entry.trim === true, dialect);
  return expanded(tag, assignmentsIn(tree, dialect), span.start, FURTHEST);
}

const VARIABLE = /^(\{\{[-+]?\s{0,9})(\$?[\p{L}_][\w.]{0,99})(?![\w.([\]"'])/u;

function expanded(tag: string, all: ReadonlyMap<string, readonly Assignment[]>, at: number, left: number): string[] {
  const [opened = '', open = '', name = ''] = VARIABLE.exec(tag) ?? [];
  // What stands behind the tag was made for a later turn or another place.
  const before = all.get(name)?.filter(({ start }) => start < at) ?? [];
  if (before.length === 0 || left === 0) return [tag];
  const rest = tag.slice(opened.length);
  const tags = before.flatMap(({ expression, start }) =>
    expanded(`${open}${expression} ${rest}`, all, start, left - 1),
  );
  return [...new Set(tags)].slice(0, MOST_TAGS);
}

/** Texts that are looked at for one tag. */
const MOST_TAGS = 20;

const known = new Kept<TemplateTree, ReadonlyMap<string, readonly Assignment[]>>();

/** Assignments of one variable that are kept; more of them say nothing new. */
const MOST_OF_ONE = 50;

function assignmentsIn(tree: TemplateTree, dialect: Dialect): ReadonlyMap<string, readonly Assignment[]> {
  const kept = known.get(tree);
  if (kept) return kept;
  const all = new Map<string, Assignment[]>();
  for (const { name, tag, expression } of bindingsOf(dialect, tree)) {
    if (!expression) continue;
    const of = all.get(name) ?? [];
    all.set(name, of);
    if (of.length < MOST_OF_ONE)
      of.push({ expression: tree.text.slice(expression.start, expression.end), start: tag.start });
  }
  known.set(tree, all);
  return all;
}
