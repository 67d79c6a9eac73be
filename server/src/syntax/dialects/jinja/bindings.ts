import type { Span } from '../../../text/span';
import type { Binding } from '../../tree';
import { BindingReader, type ReadPath, stepsIn } from '../bindings';
import { type Child, forEachChild, namesOf } from './parse/children';
import type { Expression, Name } from './parse/expressions';
import type { Body, For, Parameter, Statement, Target } from './parse/nodes';
import { pathOf } from './parse/path';
import type { JinjaTree } from './tree';

/** What `set`, `with`, loops and parameters give names to. */
export function bindingsOf({ body, text }: JinjaTree): readonly Binding[] {
  const finder = new Finder();
  finder.body(body, text.length);
  return finder.reader.found;
}

class Finder {
  readonly reader = new BindingReader();

  /** `end`: how far a name is known that is given in it. */
  body(body: Body, end: number): void {
    for (const node of body.nodes) this.#statement(node, end);
  }

  #statement(node: Statement, end: number): void {
    switch (node.kind) {
      case 'set':
        this.#look(node.value);
        this.#give(node.target, node.value, node, { start: node.end, end });
        return;
      case 'set-block':
        this.#frame(node.body);
        for (const name of namesOf(node.target)) this.#text(name, node.open, { start: node.end, end });
        return;
      case 'if':
        for (const { test, body } of node.arms) {
          if (test) this.#look(test);
          this.body(body, end);
        }
        return;
      case 'for':
        this.#for(node);
        return;
      case 'with':
        for (const { value } of node.pairs) this.#look(value);
        this.#frame(node.body, () => {
          for (const { target, value } of node.pairs) this.#give(target, value, node.open, node.body);
        });
        return;
      case 'macro':
      case 'call-block':
        if (node.kind === 'call-block') this.#look(node.call);
        this.#frame(node.body, () => this.#parameters(node.parameters, node.open, node.body));
        return;
      case 'autoescape':
      case 'block':
      case 'filter-block':
        this.#frame(node.body);
        return;
      case 'broken':
        this.#look(node);
        for (const inner of node.bodies)
          this.#frame(inner, () => this.#locals(node.locals, node.names, node.open, inner));
        return;
      default:
        this.#look(node);
    }
  }

  #for(node: For): void {
    const { iterable, target, body, otherwise } = node;
    this.#look(iterable);
    const scope = { start: body.start, end: body.end };
    this.#frame(body, () => {
      const names = namesOf(target);
      const items = listIn(iterable);
      for (const [index, name] of names.entries()) {
        const isItem = index === names.length - 1;
        this.reader.give({
          name: name.name,
          nameSpan: spanOf(name),
          tag: spanOf(node.open),
          scope,
          kind: isItem ? 'item' : 'text',
          source: isItem ? sourceIn(items) : undefined,
        });
      }
      if (node.test) this.#look(node.test);
    });
    if (otherwise) this.#frame(otherwise);
  }

  #frame(body: Body, before?: () => void): void {
    this.reader.frame(() => {
      before?.();
      this.body(body, body.end);
    });
  }

  #parameters(parameters: readonly Parameter[], tag: Span, scope: Span): void {
    for (const { name, default: value } of parameters) {
      if (value) this.#look(value);
      this.#text(name, tag, scope);
    }
  }

  /** Of a loop that cannot be read: it goes through the one name that stands in it. */
  #locals(locals: readonly Name[], names: readonly Name[], tag: Span, scope: Span): void {
    const [list] = names;
    const source = list && names.length === 1 ? { root: list.name, steps: [], span: spanOf(list) } : undefined;
    for (const name of locals)
      this.reader.give({
        name: name.name,
        nameSpan: spanOf(name),
        tag: spanOf(tag),
        scope: spanOf(scope),
        kind: 'item',
        source,
      });
  }

  #give(target: Target, value: Expression, tag: Span, scope: Span): void {
    if (target.kind === 'member') {
      // An attribute of a namespace is known by its whole path, wherever it is set.
      const name = `${target.of.name}.${target.name}`;
      const given = { name, nameSpan: spanOf(target), tag: spanOf(tag), scope: spanOf(scope), kind: 'text' } as const;
      this.reader.give({ ...given, expression: spanOf(value) });
      return;
    }
    for (const name of namesOf(target)) {
      const source = target.kind === 'name' ? sourceIn(valueIn(value)) : undefined;
      this.reader.give({
        name: name.name,
        nameSpan: spanOf(name),
        tag: spanOf(tag),
        scope: spanOf(scope),
        kind: source ? 'value' : 'text',
        source,
        ...(target.kind === 'name' ? { expression: spanOf(value) } : {}),
      });
    }
  }

  #text(name: Name, tag: Span, scope: Span): void {
    this.reader.give({ name: name.name, nameSpan: spanOf(name), tag: spanOf(tag), scope: spanOf(scope), kind: 'text' });
  }

  /** What is read in an expression, or in a statement without a body. */
  #look(node: Child): void {
    if (node.kind === 'name' || node.kind === 'attribute' || node.kind === 'item') {
      const { root, computed } = pathOf(node);
      for (const key of computed) this.#look(key);
      const read = sourceIn(node);
      if (read) this.reader.read(read);
      else if (root.kind !== 'name') this.#look(root);
    } else if (node.kind !== 'broken' || !('bodies' in node)) forEachChild(node, (child) => this.#look(child));
    else for (const name of node.names) this.#look(name);
  }
}

/** The path that an expression is; undefined when it is more. */
function sourceIn(node: Expression): ReadPath | undefined {
  const { root, path } = pathOf(node);
  if (root.kind !== 'name') return undefined;
  return { root: root.name, steps: stepsIn(path.slice(root.name.length)), span: { start: root.start, end: node.end } };
}

/** What stands for a value that is missing does not change what it is. */
function valueIn(node: Expression): Expression {
  const isDefault = node.kind === 'filter' && (node.name === 'default' || node.name === 'd');
  return isDefault && node.input ? valueIn(node.input) : node;
}

/** Filters that give the items of a list, in another order or not all of them. */
const SAME_ITEMS: ReadonlySet<string> = new Set(
  'list sort reverse unique select reject selectattr rejectattr default d'.split(' '),
);

/** The list behind filters, and the map of which a loop goes through the values. */
function listIn(node: Expression): Expression {
  if (node.kind === 'filter' && node.input && SAME_ITEMS.has(node.name)) return listIn(node.input);
  const isMap = node.kind === 'call' && node.callee.kind === 'attribute' && /^(?:items|values)$/.test(node.callee.name);
  return isMap && node.callee.kind === 'attribute' ? node.callee.of : node;
}

const spanOf = ({ start, end }: Span): Span => ({ start, end });
