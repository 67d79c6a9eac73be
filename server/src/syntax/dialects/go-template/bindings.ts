import type { Span } from '../../../text/span';
import type { Binding } from '../../tree';
import { BindingReader, type ReadPath } from '../bindings';
import type { Body, Control, Field, Operand, Pipeline, Statement } from './parse/nodes';
import type { GoTree } from './tree';

/** What variables stand for, and the dot where `range` and `with` have moved it. */
export function bindingsOf({ body, definitions }: GoTree): readonly Binding[] {
  const finder = new Finder();
  for (const one of [body, ...[...definitions.values()].map((definition) => definition.body)]) finder.frame(one);
  return finder.reader.found;
}

const DOT = '.';

class Finder {
  readonly reader = new BindingReader();

  frame(body: Body): void {
    this.reader.frame(() => this.#body(body));
  }

  #body(body: Body): void {
    for (const node of body.nodes) this.#statement(node, body.end);
  }

  #statement(node: Statement, end: number): void {
    switch (node.kind) {
      case 'action':
        this.#pipeline(node.pipe);
        this.#give(node.pipe, node, { start: node.end, end }, 'value');
        return;
      case 'template':
        if (node.pipe) this.#pipeline(node.pipe);
        return;
      case 'if':
      case 'with':
      case 'range':
        this.#control(node);
        return;
      case 'broken':
        for (const field of node.fields) this.#field([field], field);
    }
  }

  #control({ kind, pipe, body, otherwise, open, end }: Control): void {
    this.#pipeline(pipe);
    const given = kind === 'range' ? 'item' : 'value';
    this.reader.frame(() => {
      const source = this.#sourceOf(pipe);
      this.#give(pipe, open, { start: body.start, end }, given);
      this.reader.frame(() => {
        const tag = spanOf(open);
        const scope = { start: body.start, end: body.end };
        if (kind !== 'if')
          this.reader.give({ name: DOT, nameSpan: tag, tag, scope, kind: source ? given : 'text', source });
        this.#body(body);
      });
      if (otherwise) this.frame(otherwise);
    });
  }

  /** The variables of a pipeline; of two in a `range`, the first counts. */
  #give(pipe: Pipeline, tag: Span, scope: Span, kind: 'item' | 'value'): void {
    const source = this.#sourceOf(pipe);
    const [first] = pipe.commands;
    const last = pipe.commands.at(-1);
    for (const [index, variable] of pipe.variables.entries()) {
      const isCounted = index < pipe.variables.length - 1;
      this.reader.give({
        name: variable.name,
        nameSpan: spanOf(variable),
        tag: spanOf(tag),
        scope,
        kind: source && !isCounted ? kind : 'text',
        source: isCounted ? undefined : source,
        ...(first && last && kind === 'value' ? { expression: { start: first.start, end: last.end } } : {}),
      });
    }
  }

  #pipeline({ commands }: Pipeline): void {
    for (const { args } of commands) for (const operand of args) this.#operand(operand);
  }

  #operand(operand: Operand): void {
    if (operand.kind === 'pipeline') this.#pipeline(operand);
    else if (operand.kind === 'chain') this.#operand(operand.of);
    else if (operand.kind === 'dot') this.reader.read({ root: DOT, steps: [], span: spanOf(operand) });
    else if (operand.kind === 'field') this.#field(operand.path, operand);
    else if (operand.kind === 'variable') {
      const { name, path } = operand;
      this.reader.read({ root: name, steps: namesIn(path), span: spanOf(operand) });
    }
  }

  #field(path: readonly Field[], span: Span): void {
    this.reader.read({ root: DOT, steps: namesIn(path), span: spanOf(span) });
  }

  /** The path that a pipeline is; undefined when it calls something. */
  #sourceOf({ commands }: Pipeline): ReadPath | undefined {
    const [command] = commands;
    if (!command || commands.length > 1 || command.args.length > 1) return undefined;
    const [operand] = command.args;
    // It begins with the name, and neither with the dot before it nor with `$`.
    const first = operand.kind === 'field' || operand.kind === 'variable' ? operand.path[0] : undefined;
    const span = { start: first?.start ?? operand.start, end: operand.end };
    const isMoved = this.reader.at(DOT) !== undefined;
    if (operand.kind === 'dot') return isMoved ? { root: DOT, steps: [], span } : undefined;
    if (operand.kind === 'field') return rooted(namesIn(operand.path), isMoved ? DOT : undefined, span);
    if (operand.kind !== 'variable') return undefined;
    const isAll = operand.name === '$' && !this.reader.at('$');
    return rooted(namesIn(operand.path), isAll ? undefined : operand.name, span);
  }
}

/** A path from a name on; without one it begins with a slot. */
function rooted(names: readonly string[], name: string | undefined, span: Span): ReadPath | undefined {
  if (name !== undefined) return { root: name, steps: names, span };
  const [root, ...steps] = names;
  return root === undefined ? undefined : { root, steps, span };
}

const namesIn = (path: readonly Field[]): readonly string[] => path.map(({ name }) => name);

const spanOf = ({ start, end }: Span): Span => ({ start, end });
