import type { Lookup } from '../../model/lookup';
import type { PromptSystem } from '../../model/system';
import { textsOfSystem } from '../../model/texts';
import type { Value } from '../../syntax/piece';
import type { SlotUse, TemplateTree } from '../../syntax/tree';

/** Fields of a value by their names; `[]` stands for the items of a list. A field without fields holds a text. */
type Fields = Map<string, Fields>;

/** Every text of it says the same. */
const TEXT = 'An ordinary value.';

/** Loops inside of loops are looked into so far. */
const DEEPEST = 3;

/**
 * A value such as the templates go through when nobody has given one: with the fields that they read, one item for each
 * list. Undefined for a slot that they only print. A field too many does no harm: only what is printed is attacked.
 */
export function shapeWalked(system: PromptSystem, lookup: Lookup, slot: string): Value | undefined {
  const root: Fields = new Map();
  for (const { tree, dialect } of textsOfSystem(system, lookup)) {
    if (!tree || !dialect || dialect.values === 'text') continue;
    for (const use of tree.slots) readUse(root, { tree, dialect: dialect.id }, use, slot);
  }
  return root.size === 0 ? undefined : filled(root);
}

function filled(fields: Fields): Value {
  const items = fields.get('[]');
  if (items) return [filled(items)];
  if (fields.size === 0) return TEXT;
  return Object.fromEntries([...fields].map(([name, inner]) => [name, filled(inner)]));
}

function readUse(
  root: Fields,
  { tree, dialect }: { readonly tree: TemplateTree; readonly dialect: string },
  use: SlotUse,
  slot: string,
): void {
  const path = pathOf(use, slot);
  if (path === undefined) return;
  const block = tree.blocks?.find(({ open }) => open.start === use.span.start);
  const repeats = use.role === 'control' && block && (block.keyword !== 'if' || isSection(tree, use));
  if (path.length === 0 && !repeats) return;
  const fields = path.reduce(entered, root);
  // The names in a section are uses of their own, each with the sections that it stands in.
  if (repeats && block && !isSection(tree, use))
    readBody(fields, dialect, tree.text.slice(block.open.start, block.span.end), 0);
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

/** Paths in a tag, and names alone: `n.by.name`, `.Name`, `name`. */
const PATH = /(?:\$?[\p{L}_]\w{0,99})?(?:\.[\p{L}_]\w{0,99}){1,6}|[\p{L}_]\w{0,99}/gu;
const TAG = /\{[{%][^{}]{1,400}[}%]\}/g;
const LOOP = /^\{[{%][-~]?\s{0,9}(?:for|range|#each|tablerow|#with|with)\b/;
const WITH = /^\{[{%][-~]?\s{0,9}#?with\b/;
const WORDS = new Set(['this', 'else', 'each', 'with', 'if', 'unless', 'as']);

/** What is read behind a variable in the body of a loop becomes a field of the item; what is looped over in it a list. */
function readBody(fields: Fields, dialect: string, text: string, depth: number): void {
  const item = WITH.test(text) ? fields : entered(fields, '[]');
  const [open] = text.match(TAG) ?? [''];
  if (depth >= DEEPEST) return;
  for (const { 0: tag, index } of text.slice(open.length).matchAll(TAG)) {
    let last: Fields | undefined;
    for (const path of pathsIn(tag, dialect)) last = path.reduce(entered, item);
    if (last && LOOP.test(tag)) readBody(last, dialect, text.slice(open.length + index), depth + 1);
  }
}

/** Handlebars looks names up in the item; in the others a path begins at the variable of the loop, or at a dot. */
function pathsIn(tag: string, dialect: string): readonly (readonly string[])[] {
  return [...tag.matchAll(PATH)].flatMap(([path]) => {
    const [head = '', ...fields] = path.split('.');
    const behind = fields.length > 0 ? [fields] : [];
    const isField = dialect === 'handlebars' && head !== '' && !WORDS.has(head);
    return isField ? [...behind, [head, ...fields]] : behind;
  });
}
