import type { Lookup } from '../../model/lookup';
import type { PromptSystem } from '../../model/system';
import { textsOfSystem } from '../../model/texts';
import { bindingsOf } from '../../syntax/dialects/bindings';
import type { Value } from '../../syntax/piece';
import type { Binding, SlotUse, TemplateTree } from '../../syntax/tree';

/** Fields of a value by their names; `[]` stands for the items of a list. A field without fields holds a text. */
type Fields = Map<string, Fields>;

/** Every text of it says the same. */
const TEXT = 'An ordinary value.';

/** Names that stand for one another are followed so far. */
const DEEPEST = 8;

/**
 * A value such as the templates go through when nobody has given one: with the fields that they read, one item for each
 * list. Undefined for a slot that they only print. A field too many does no harm: only what is printed is attacked.
 */
export function shapeWalked(system: PromptSystem, lookup: Lookup, slot: string): Value | undefined {
  const root: Fields = new Map();
  for (const { tree, dialect } of textsOfSystem(system, lookup)) {
    if (!tree || !dialect || dialect.values === 'text') continue;
    for (const use of tree.slots) readUse(root, tree, use, slot);
    for (const binding of bindingsOf(dialect, tree)) readBinding(root, binding, slot);
  }
  return root.size === 0 ? undefined : filled(root);
}

function filled(fields: Fields): Value {
  const items = fields.get('[]');
  if (items) return [filled(items)];
  if (fields.size === 0) return TEXT;
  return Object.fromEntries([...fields].map(([name, inner]) => [name, filled(inner)]));
}

function readUse(root: Fields, tree: TemplateTree, use: SlotUse, slot: string): void {
  const path = pathOf(use, slot);
  if (path === undefined) return;
  const block = tree.blocks?.find(({ open }) => open.start === use.span.start);
  const repeats = use.role === 'control' && block && (block.keyword !== 'if' || isSection(tree, use));
  // The names in a section are uses of their own, each with the sections that it stands in.
  if (path.length > 0 || repeats) path.reduce(entered, root);
}

/** What is read behind a name that stands for the slot becomes a field of it; of one that stands for its items, of these. */
function readBinding(root: Fields, binding: Binding, slot: string): void {
  const path = pathTo(binding, slot);
  if (!path) return;
  const isItem = binding.kind === 'item';
  if (isItem || path.length > 0) path.reduce(entered, root);
  for (const { steps } of binding.uses) if (isItem || steps.length > 0) [...path, ...steps].reduce(entered, root);
}

/** The steps from the slot to what a name stands for, `[]` for the items of a list; undefined when it is none of the slot's. */
function pathTo(binding: Binding, slot: string): readonly string[] | undefined {
  let path: readonly string[] = [];
  let one: Binding | undefined = binding;
  for (let depth = 0; one && depth < DEEPEST; depth++) {
    const { source, kind }: Binding = one;
    if (!source || kind === 'text') return undefined;
    path = [...source.steps, ...(kind === 'item' ? ['[]'] : []), ...path];
    if (!source.of) return source.root === slot ? path : undefined;
    one = source.of;
  }
  return undefined;
}

/** The fields that a use goes through, from the slot on; undefined when it does not begin at the slot. */
function pathOf({ name, path, within }: SlotUse, slot: string): readonly string[] | undefined {
  if (name === slot) return path.split(/[.[\]'"]+/).filter((part) => part !== '' && part !== slot);
  const at = within?.indexOf(slot) ?? -1;
  return within && at >= 0 ? [...within.slice(at + 1), ...path.split('.')] : undefined;
}

function entered(fields: Fields, name: string): Fields {
  const key = /^\d+$/.test(name) ? '[]' : name;
  let inner = fields.get(key);
  if (!inner) {
    inner = new Map();
    fields.set(key, inner);
  }
  return inner;
}

const isSection = (tree: TemplateTree, { span, nameSpan }: SlotUse): boolean =>
  /^\{\{~?\s{0,9}#\s{0,9}$/.test(tree.text.slice(span.start, nameSpan.start));
