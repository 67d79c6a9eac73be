import type { Span } from '../../../text/span';
import type { Binding } from '../../tree';
import { BindingReader, type ReadPath } from '../bindings';
import { type Filtered, type FilterUse, type Hash, type Operand, type Pair, rootOf } from './parse/expressions';
import type { Body, FileName, Inclusion, Loop, Node } from './parse/nodes';
import type { LiquidTree } from './tree';

/** What `assign`, `capture` and loops give names to. */
export function bindingsOf({ body, text }: LiquidTree): readonly Binding[] {
  const finder = new Finder(text.length);
  finder.body(body);
  return finder.reader.found;
}

class Finder {
  readonly reader = new BindingReader();
  readonly #end: number;

  constructor(end: number) {
    this.#end = end;
  }

  body({ nodes }: Body): void {
    for (const node of nodes) this.#node(node);
  }

  #node(node: Node): void {
    switch (node.kind) {
      case 'output':
        this.#filtered(node.value);
        return;
      case 'assign':
        this.#filtered(node.value);
        this.#assign(node.name, node, node.value);
        return;
      case 'capture':
        this.body(node.body);
        this.#give(node.name, node.nameSpan, node.open, node.end);
        return;
      case 'condition':
        this.#filtered(node.subject);
        for (const { test, values, body } of node.arms) {
          this.#filtered(test);
          for (const value of values ?? []) this.#operand(value);
          this.body(body);
        }
        return;
      case 'loop':
        this.#loop(node);
        return;
      case 'cycle':
        this.#operand(node.group);
        for (const candidate of node.candidates) this.#filtered(candidate);
        return;
      case 'inclusion':
        this.#inclusion(node);
        return;
      case 'layout':
        this.#file(node.file);
        this.#hash(node.hash);
        this.body(node.body);
        return;
      case 'broken':
        for (const name of node.names) this.#operand(name);
        return;
      case 'liquid':
      case 'block':
        this.body(node.body);
    }
  }

  #assign(name: string, tag: Span, value: Filtered): void {
    const [only] = value.initial;
    const isPath = value.initial.length === 1 && value.filters.every((filter) => filter.name === 'default');
    const source = isPath && only?.kind === 'path' ? pathIn(only) : undefined;
    const { start, end } = tag;
    // A name is known from there on, also behind the loop that it is given in.
    this.reader.give(
      {
        name,
        nameSpan: { start, end },
        tag: { start, end },
        scope: { start: end, end: this.#end },
        kind: source ? 'value' : 'text',
        source,
        expression: { start: value.start, end: value.end },
      },
      true,
    );
  }

  #give(name: string, { start, end }: Span, tag: Span, from: number): void {
    const scope = { start: from, end: this.#end };
    this.reader.give(
      { name, nameSpan: { start, end }, tag: { start: tag.start, end: tag.end }, scope, kind: 'text' },
      true,
    );
  }

  #loop({ variable, collection, hash, open, body, otherwise }: Loop): void {
    this.#operand(collection);
    this.#hash(hash);
    const tag = { start: open.start, end: open.end };
    this.reader.frame(() => {
      this.reader.give({
        name: variable,
        nameSpan: tag,
        tag,
        scope: { start: body.start, end: body.end },
        kind: 'item',
        source: pathIn(collection),
      });
      this.body(body);
    });
    if (otherwise) this.body(otherwise);
  }

  #inclusion(node: Inclusion): void {
    this.#file(node.file);
    this.#operand(node.with?.value);
    this.#operand(node.for?.value);
    this.#hash(node.hash);
  }

  #file(file: FileName): void {
    if (file.kind === 'value') this.#operand(file.value);
  }

  #hash(hash: Hash): void {
    for (const value of hash.values()) this.#operand(value);
  }

  #filtered(value: Filtered | undefined): void {
    for (const operand of value?.initial ?? []) if (operand.kind !== 'operator') this.#operand(operand);
    for (const filter of value?.filters ?? []) this.#filter(filter);
  }

  #filter({ args }: FilterUse): void {
    for (const arg of args) this.#operand(argument(arg));
  }

  #operand(operand: Operand | undefined): void {
    if (operand?.kind === 'range') {
      this.#operand(operand.low);
      this.#operand(operand.high);
    }
    if (operand?.kind !== 'path') return;
    this.#operand(operand.base);
    for (const step of operand.steps) if (step.kind !== 'name') this.#operand(step);
    const read = pathIn(operand);
    if (read) this.reader.read(read);
  }
}

const argument = (arg: Operand | Pair): Operand | undefined => (arg.kind === 'pair' ? arg.value : arg);

/** A path as far as it is written down. */
function pathIn(operand: Operand | undefined): ReadPath | undefined {
  const root = rootOf(operand);
  if (!root || operand?.kind !== 'path') return undefined;
  const steps: string[] = [];
  for (const step of operand.steps.slice(1)) {
    if (step.kind === 'name') steps.push(step.name);
    else if (step.kind === 'quoted') steps.push(step.value);
    else if (step.kind === 'number') steps.push(String(step.value));
    else break;
  }
  return { root: root.name, steps, span: { start: root.span.start, end: operand.end } };
}
