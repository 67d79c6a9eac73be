import { bindingsOf } from '../syntax/dialects/bindings';
import type { Dialect } from '../syntax/dialects/dialect';
import type { Binding, SlotUse, TemplateBlock, TemplateTree } from '../syntax/tree';
import { Kept } from '../text/kept';
import type { Span } from '../text/span';
import type { Lookup } from './lookup';
import type { Location, PromptSystem } from './system';
import { textsOfSystem } from './texts';

/**
 * The first place of each slot, by name, at which a text goes into its value: reads a field, loops over it, gives it to a
 * filter that takes data. There the program must hand over data: text has no fields, and its letters are no items.
 */
export function walksOf(system: PromptSystem, lookup: Lookup): ReadonlyMap<string, Location> {
  const walks = new Map<string, Location>();
  for (const { file, dialect, tree } of textsOfSystem(system, lookup)) {
    if (!tree || !dialect || dialect.values === 'text') continue;
    for (const use of walksIn(tree, dialect)) {
      // A name in a section is a field of its value, unless it is a slot by itself.
      const isEvidence = use.inside === undefined || !system.slots.has(use.inside);
      if (isEvidence && !walks.has(use.name)) walks.set(use.name, { uri: file.uri, span: use.span });
    }
  }
  return walks;
}

/** The outermost loop (or block that opens a value) round a place of a text, when it goes through the value of the slot. */
export function loopRound(
  system: PromptSystem,
  lookup: Lookup,
  slot: string,
  { uri, span }: Location,
): TemplateBlock | undefined {
  for (const { file, tree } of textsOfSystem(system, lookup)) {
    if (file.uri !== uri || !tree) continue;
    const block = firstEndingBehind(loopsIn(tree).get(slot) ?? [], span.end);
    if (block && block.span.start <= span.start) return block;
  }
  return undefined;
}

const loopsOfTrees = new Kept<TemplateTree, ReadonlyMap<string, readonly TemplateBlock[]>>();

/** The outermost loops of a text by the slot that they go through, in the order of the text. */
function loopsIn(tree: TemplateTree): ReadonlyMap<string, readonly TemplateBlock[]> {
  const kept = loopsOfTrees.get(tree);
  if (kept) return kept;
  const opening = new Map<number, TemplateBlock>();
  for (const block of tree.blocks ?? []) if (block.keyword !== 'if') opening.set(block.open.start, block);
  const loops = new Map<string, TemplateBlock[]>();
  for (const { name, span } of opening.size > 0 ? tree.slots : []) {
    const block = opening.get(span.start);
    if (!block) continue;
    const known = loops.get(name);
    if (!known) loops.set(name, [block]);
    else if ((known.at(-1)?.span.end ?? 0) < block.span.end) known.push(block);
  }
  loopsOfTrees.set(tree, loops);
  return loops;
}

/** Of blocks none of which lies in another. */
function firstEndingBehind(blocks: readonly TemplateBlock[], offset: number): TemplateBlock | undefined {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle] as TemplateBlock).span.end < offset) low = middle + 1;
    else high = middle;
  }
  return blocks[low];
}

interface WalkUse {
  readonly name: string;
  readonly span: Span;
  /** The name inside of a section that is the only evidence. */
  readonly inside?: string;
}

const known = new Kept<TemplateTree, readonly WalkUse[]>();

function walksIn(tree: TemplateTree, dialect: Dialect): readonly WalkUse[] {
  let walks = known.get(tree);
  if (!walks) {
    const reader = new WalkReader(tree, dialect);
    walks = tree.slots.flatMap((use) => reader.walksOf(use));
    known.set(tree, walks);
  }
  return walks;
}

/** Filters and functions that take data and not its text. */
const TAKES_DATA =
  /^(?:attr|batch|compact|concat|count|dictsort|dump|first|group_?by|has|index|inspect|items|join|json|keys|last|len|length|list|lookup|map|max|min|pprint|range|reject|rejectattr|reverse|select|selectattr|size|slice|sort|sort_natural|sum|to_?json|uniq|unique|values|where|xmlattr)$/i;

/** Methods of lists and maps, which no text of Python has. */
const DATA_METHOD = /^\s{0,9}\.\s{0,9}(?:append|copy|extend|get|items|keys|pop|sort|update|values)\b/;

/** Characters of a tag that are looked at on either side of a name. */
const REACH = 300;

class WalkReader {
  readonly #tree: TemplateTree;
  readonly #dialect: string;
  /** Names that sections bring, by the section; the first that is there. */
  readonly #inside = new Map<string, string>();
  /** Where the paths begin that a name of the text's own stands for and that it goes into through that name. */
  readonly #entered: ReadonlySet<number>;

  constructor(tree: TemplateTree, dialect: Dialect) {
    this.#tree = tree;
    this.#dialect = dialect.id;
    this.#entered = enteredThrough(bindingsOf(dialect, tree));
    for (const { name, within } of tree.slots) {
      for (const section of within ?? [])
        if (section !== name && !this.#inside.has(section)) this.#inside.set(section, name);
    }
  }

  walksOf(use: SlotUse): WalkUse[] {
    const { name, span } = use;
    if (use.path !== name || this.#goesIn(use)) return [{ name, span }];
    const inside = use.role === 'control' && this.#isSection(use) ? this.#inside.get(name) : undefined;
    return inside === undefined ? [] : [{ name, span, inside }];
  }

  #goesIn(use: SlotUse): boolean {
    const { text } = this.#tree;
    const before = text.slice(Math.max(use.span.start, use.nameSpan.start - REACH), use.nameSpan.start);
    const after = text.slice(use.nameSpan.end, Math.min(use.span.end, use.nameSpan.end + REACH));
    if (this.#dialect === 'py-format') return false;
    if (/^\s{0,9}\[/.test(after) || DATA_METHOD.test(after)) return true;
    if (takesData(filterBehind(after)) || takesData(functionBefore(before))) return true;
    if (isHandedOn(before, after, this.#dialect)) return true;
    return use.role === 'control' && this.#opens(use, before);
  }

  /** A tag that opens the value: a loop, a block that looks into it, a variable for it that is looked into. */
  #opens(use: SlotUse, before: string): boolean {
    const tag = /^\W{0,30}?(#?\w+)/.exec(before)?.[1] ?? '';
    return /^(?:#?(?:for|tablerow|range)|#each|#with)$/.test(tag) || this.#entered.has(use.nameSpan.start);
  }

  #isSection(use: SlotUse): boolean {
    return /^\W{1,30}?#\s{0,9}(?!\s|if\b|unless\b)/.test(this.#tree.text.slice(use.span.start, use.nameSpan.start + 1));
  }
}

/**
 * Where the paths stand in the text that are gone into by the name that is given to them: it is read with a step behind
 * it, looped over, or given on to a name of which that holds.
 */
function enteredThrough(bindings: readonly Binding[]): ReadonlySet<number> {
  const entered = new Set<Binding>();
  // Names stand for what was given before them, so that going backwards each is known when it is asked for.
  for (const binding of [...bindings].reverse()) {
    const { kind, uses, source } = binding;
    const isEntered = kind === 'item' || entered.has(binding) || uses.some(({ steps }) => steps.length > 0);
    if (!isEntered) continue;
    entered.add(binding);
    if (source?.of) entered.add(source.of);
  }
  return new Set([...entered].flatMap(({ source }) => (source && !source.of ? [source.span.start] : [])));
}

const takesData = (name: string | undefined): boolean => name !== undefined && TAKES_DATA.test(name);

/** The first filter behind a name; a default changes nothing of its kind. */
function filterBehind(after: string): string | undefined {
  const rest =
    /^\s{0,9}\|\s{0,9}(?:default|d)\b\s{0,9}(?:\([^()]{0,99}\)|:[^|}%]{0,99})?(.*)$/s.exec(after)?.[1] ?? after;
  return /^\s{0,9}\|\s{0,9}(\w+)/.exec(rest)?.[1];
}

/** The function or helper that stands before a name as its only or first argument (`index .c`, `json b`). */
const functionBefore = (before: string): string | undefined => /([A-Za-z_]\w*)\s{1,9}\$?\.?$/.exec(before)?.[1];

/** A macro, or a template of Go, gets the value as it is. */
function isHandedOn(before: string, after: string, dialect: string): boolean {
  if (dialect === 'go-template') return /^\W{1,30}(?:template|block)\s/.test(before);
  const callee = /([A-Za-z_]\w*)\s{0,9}\((?:[^()]{0,200},)?\s{0,9}$/.exec(before)?.[1];
  return callee !== undefined && !/^(?:default|d|replace|if|and|or|not|in)$/.test(callee) && /^\s{0,9}[,)]/.test(after);
}
