import { Nearest } from '../../../text/similar';
import type { Span } from '../../../text/span';
import type { SlotUse } from '../../tree';
import { FILTERS } from './filters/filters';
import { Cursor } from './parse/cursor';
import type { Filtered, FilterUse, Hash, Operand, Pair, Path } from './parse/expressions';
import { rootOf } from './parse/expressions';
import type { Body, Condition, FileName, Inclusion, Loop, Node } from './parse/nodes';
import { Failure, type Problem } from './parse/problem';

export interface Found {
  readonly slots: readonly SlotUse[];
  /** Filters that Liquid does not know, and that are nearly called like one that it knows. */
  readonly doubtful: readonly Problem[];
}

/** The names in a text that only the program can fill, broken or not. What the text itself sets is none from there on. */
export function slotsOf(body: Body, text: string): Found {
  const finder = new SlotFinder(text);
  finder.body(body, []);
  const slots = finder.slots.sort((a, b) => a.span.start - b.span.start || a.nameSpan.start - b.nameSpan.start);
  return { slots, doubtful: finder.doubtful };
}

/** The arms of conditions and loops that stand round a use. */
type Branch = readonly string[];

interface Use {
  readonly branch: Branch;
  /** The tag that holds the use. */
  readonly tag: Span;
  readonly role: SlotUse['role'];
  readonly guarded?: boolean;
}

class SlotFinder {
  readonly slots: SlotUse[] = [];
  readonly doubtful: Problem[] = [];
  readonly #text: string;
  /** What the text has set so far. */
  readonly #set = new Set<string>();
  /** Names of loops and blocks that are open, and names that a condition round the place looked at. */
  readonly #own = new Names();
  readonly #guards = new Names();
  readonly #filters = new Nearest(FILTERS.keys());

  constructor(text: string) {
    this.#text = text;
  }

  body({ nodes }: Body, branch: Branch): void {
    for (const node of nodes) this.#node(node, branch);
  }

  #node(node: Node, branch: Branch): void {
    const tag = 'open' in node && node.open ? node.open : node;
    const use: Use = { branch, tag, role: node.kind === 'output' || node.kind === 'cycle' ? 'value' : 'control' };
    switch (node.kind) {
      case 'output':
        if (node.value) this.#filtered(node.value, use);
        return;
      case 'assign':
        this.#filtered(node.value, use);
        this.#set.add(node.name);
        return;
      case 'counter':
        this.#set.add(node.name);
        return;
      case 'capture':
        this.body(node.body, branch);
        this.#set.add(node.name);
        return;
      case 'condition':
        this.#condition(node, use);
        return;
      case 'loop':
        this.#loop(node, use);
        return;
      case 'cycle':
        this.#operand(node.group, { ...use, role: 'control' });
        for (const candidate of node.candidates) this.#filtered(candidate, use);
        return;
      case 'inclusion':
        this.#inclusion(node, use);
        return;
      case 'broken':
        for (const name of node.names)
          this.#operand(name, { ...use, role: node.isOutput ? 'value' : 'control', guarded: true });
        return;
      case 'liquid':
        this.body(node.body, branch);
        return;
      case 'layout':
        this.#file(node.file, use);
        this.#hash(node.hash, use);
        this.body(node.body, branch);
        return;
      case 'block':
        this.#own.within(['block'], () => this.body(node.body, branch));
    }
  }

  #condition({ word, open, subject, arms, names, start }: Condition, use: Use): void {
    if (subject) this.#filtered(subject, { ...use, guarded: true });
    for (const name of names ?? []) this.#operand(name, { ...use, guarded: true });
    // What an arm asks for, the arms behind it know as well that somebody looked.
    const seen = subject ? namesIn(subject) : [];
    this.#guards.open(seen);
    for (const [index, arm] of arms.entries()) {
      const branch = [...use.branch, `${word}:${start}/${index}`];
      const head = { ...use, tag: arm.open, guarded: true, branch: arm.open === open ? use.branch : branch };
      if (arm.test) this.#filtered(arm.test, head);
      for (const value of arm.values ?? []) this.#operand(value, head);
      const names = arm.test ? namesIn(arm.test) : [];
      this.#guards.open(names);
      for (const name of names) seen.push(name);
      this.body(arm.body, branch);
    }
    this.#guards.close(seen);
  }

  #loop({ word, variable, collection, hash, body, otherwise, names, start }: Loop, use: Use): void {
    for (const name of names ?? []) this.#operand(name, { ...use, guarded: true });
    this.#operand(collection, otherwise ? { ...use, guarded: true } : use);
    this.#own.within(['continue'], () => this.#hash(hash, use));
    const branch = (index: number): Branch => [...use.branch, `${word}:${start}/${index}`];
    const own = [variable, word === 'for' ? 'forloop' : 'tablerowloop'];
    this.#own.within(own, () => this.body(body, branch(0)));
    if (otherwise) this.body(otherwise, branch(1));
  }

  #inclusion(node: Inclusion, use: Use): void {
    this.#file(node.file, use);
    this.#operand(node.with?.value, use);
    this.#operand(node.for?.value, use);
    this.#hash(node.hash, use);
  }

  /** A file may be named by a value, or by a text with tags in it: those have offsets of their own, from its beginning. */
  #file(file: FileName, use: Use): void {
    if (file.kind === 'value') this.#operand(file.value, use);
    if (file.kind !== 'template' || this.#text.slice(file.span.start, file.span.end) !== file.text) return;
    const { slots } = slotsOf(file.body, file.text);
    for (const { nameSpan, name, path } of slots) {
      const place = { start: nameSpan.start + file.span.start, end: nameSpan.end + file.span.start };
      if (!this.#isOwn(name)) this.#push(name, path, place, use);
    }
  }

  #hash(hash: Hash, use: Use): void {
    for (const value of hash.values()) this.#operand(value, use);
  }

  #filtered({ initial, filters }: Filtered, use: Use): void {
    const isDefaulted = filters[0]?.name === 'default';
    const isOperation = initial.some(({ kind }) => kind === 'operator');
    const inner: Use = {
      ...use,
      ...(isOperation ? { role: 'control' } : {}),
      ...(isDefaulted ? { guarded: true } : {}),
    };
    for (const operand of initial) if (operand.kind !== 'operator') this.#operand(operand, inner);
    for (const filter of filters) this.#filter(filter, use);
  }

  #filter({ name, nameSpan, args }: FilterUse, use: Use): void {
    if (!FILTERS.has(name)) this.#doubt(name, nameSpan, use.tag);
    // What stands for a missing value is printed; the arguments of other filters say how.
    const role = name === 'default' || use.role === 'control' ? use.role : 'spec';
    for (const arg of args) this.#operand(arg.kind === 'pair' ? arg.value : arg, { ...use, role });
    if (name.endsWith('_exp')) this.#expression(args, { ...use, role });
  }

  /** An expression that is written in a string, for a filter that calls each item by a name. */
  #expression([item, expression]: readonly (Operand | Pair)[], use: Use): void {
    if (item?.kind !== 'quoted' || expression?.kind !== 'quoted') return;
    const [start, end] = [expression.start + 1, expression.end - 1];
    if (this.#text.slice(start, end) !== expression.value) return;
    try {
      const filtered = new Cursor(this.#text, start, end).filtered();
      this.#own.within([item.value], () => this.#filtered(filtered, use));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }

  #doubt(name: string, span: Span, tag: Span): void {
    const meant = this.#filters.to(name);
    if (meant === undefined || Math.abs(meant.length - name.length) > 1) return;
    const stage = { stage: 'parsing', error: 'ParseError', offset: span.start } as const;
    this.doubtful.push({ kind: 'filter', message: `undefined filter: ${name}`, span, tag, meant, ...stage });
  }

  #operand(operand: Operand | undefined, use: Use): void {
    if (operand?.kind === 'range') {
      this.#operand(operand.low, use);
      this.#operand(operand.high, use);
    }
    if (operand?.kind !== 'path') return;
    this.#operand(operand.base, use);
    const root = rootOf(operand);
    for (const step of operand.steps) if (step.kind !== 'name') this.#operand(step, use);
    if (root && !this.#isOwn(root.name)) this.#push(root.name, pathOf(operand, root.name), root.span, use);
  }

  #isOwn = (name: string): boolean => this.#set.has(name) || this.#own.has(name);

  #push(name: string, path: string, { start, end }: Span, { tag, role, guarded, branch }: Use): void {
    const isInside = tag.start < start && end < tag.end && this.#text.slice(start, end) === name;
    if (!isInside || name === '') return;
    this.slots.push({
      name,
      path,
      span: { start: tag.start, end: tag.end },
      nameSpan: { start, end },
      role,
      ...(guarded || this.#guards.has(name) ? { guarded: true } : {}),
      ...(branch.length > 0 ? { branch } : {}),
    });
  }
}

/** Names that count as long as something is open, each as often as it was opened. */
class Names {
  readonly #counts = new Map<string, number>();

  has = (name: string): boolean => (this.#counts.get(name) ?? 0) > 0;

  open(names: readonly string[]): void {
    for (const name of names) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  close(names: readonly string[]): void {
    for (const name of names) this.#counts.set(name, (this.#counts.get(name) ?? 0) - 1);
  }

  within(names: readonly string[], run: () => void): void {
    this.open(names);
    run();
    this.close(names);
  }
}

/** The names that a condition asks for. */
const namesIn = ({ initial }: Filtered): string[] =>
  initial.flatMap((operand) => {
    const root = operand.kind === 'operator' ? undefined : rootOf(operand);
    return root ? [root.name] : [];
  });

/** The path as far as it is written down: `issue.labels[0]`. */
function pathOf({ steps }: Path, name: string): string {
  let path = name;
  for (const step of steps.slice(1)) {
    if (step.kind === 'name') path += `.${step.name}`;
    else if (step.kind === 'number') path += `[${step.value}]`;
    else if (step.kind === 'quoted') path += /^[\w-]+$/.test(step.value) ? `.${step.value}` : `['${step.value}']`;
    else break;
  }
  return path;
}
