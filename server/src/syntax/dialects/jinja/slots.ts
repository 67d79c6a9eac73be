import type { Span } from '../../../text/span';
import type { SlotUse } from '../../tree';
import { forEachChild, namesOf } from './parse/children';
import type { Arguments, Call, Expression, FilterUse, Name, Slice, TestUse } from './parse/expressions';
import type { Body, CallBlock, For, If, Macro, SetBlock, Statement } from './parse/nodes';
import { pathOf, rootsIn } from './parse/path';
import { Scope, SPECIAL } from './scope';

/**
 * The names in a text that only the program can fill, broken or not. Names of loops, `set`, `with`, macros, imports and
 * Jinja's own are none, nor is a function that is called: what a function gives is no value that a slot could have.
 */
export function slotsOf(body: Body): readonly SlotUse[] {
  const finder = new SlotFinder();
  finder.body(body, Scope.ofText(body), []);
  return finder.found.sort((a, b) => a.span.start - b.span.start || a.nameSpan.start - b.nameSpan.start);
}

/** The arms of conditions and loops that stand round a use. */
type Branch = readonly string[];

interface Use {
  readonly branch: Branch;
  readonly scope: Scope;
  /** The tag that holds the use. */
  readonly tag: Span;
  readonly role: SlotUse['role'];
  readonly guarded: boolean;
}

class SlotFinder {
  readonly found: SlotUse[] = [];
  /** Names of which a condition round the place makes sure that they are there, with how many conditions do. */
  readonly #guards = new Map<string, number>();

  body(body: Body, scope: Scope, branch: Branch): void {
    for (const node of body.nodes) this.#statement(node, scope, branch);
  }

  #statement(node: Statement, scope: Scope, branch: Branch): void {
    if (node.kind === 'data') return;
    const tag = 'open' in node ? node.open : node;
    const role = node.kind === 'output' || node.kind === 'print' ? 'value' : 'control';
    const use: Use = { branch, scope, tag, role, guarded: false };
    switch (node.kind) {
      case 'output':
        this.#value(node.value, use);
        return;
      case 'print':
        for (const value of node.values) this.#value(value, use);
        return;
      case 'set':
        this.#value(node.value, use);
        scope.store(node.target);
        return;
      case 'set-block':
        this.#setBlock(node, use);
        return;
      case 'if':
        this.#if(node, scope, branch);
        return;
      case 'for':
        this.#for(node, use);
        return;
      case 'macro':
      case 'call-block':
        this.#macro(node, use);
        return;
      case 'broken':
        for (const name of node.names) this.#name(name, { ...use, guarded: true });
        for (const body of node.bodies) this.body(body, scope.inner(body, node.locals), branch);
        return;
      default:
        this.#framed(node, use);
        return;
    }
  }

  #setBlock(node: SetBlock, use: Use): void {
    const inner = use.scope.inner(node.body);
    this.body(node.body, inner, use.branch);
    this.#filters(node.filter, { ...use, scope: inner });
    use.scope.store(node.target);
  }

  /** Statements with a plain frame of their own, and those that bring in other texts. */
  #framed(node: Statement, use: Use): void {
    const { scope, branch } = use;
    switch (node.kind) {
      case 'with': {
        for (const { value } of node.pairs) this.#value(value, use);
        const names = node.pairs.flatMap(({ target }) => namesOf(target));
        this.body(node.body, scope.inner(node.body, names), branch);
        return;
      }
      case 'autoescape':
        this.#value(node.value, use);
        this.body(node.body, scope.inner(node.body), branch);
        return;
      case 'filter-block': {
        const inner = scope.inner(node.body);
        this.body(node.body, inner, branch);
        this.#filters(node.filter, { ...use, scope: inner });
        return;
      }
      case 'block':
        this.body(node.body, node.scoped ? scope.inner(node.body) : scope.ofBlock(node.body), branch);
        return;
      case 'extends':
      case 'include':
        this.#value(node.template, use);
        return;
      case 'import':
        this.#value(node.template, use);
        scope.add(node.target.name);
        return;
      case 'from':
        this.#value(node.template, use);
        for (const { alias } of node.names) scope.add(alias.name);
    }
  }

  #if(node: If, scope: Scope, branch: Branch): void {
    const guards: string[] = [];
    for (const [index, { open, test, body }] of node.arms.entries()) {
      const arm = [...branch, `if:${node.start}/${index}`];
      if (test) {
        this.#value(test, { scope, tag: open, role: 'control', guarded: true, branch: index === 0 ? branch : arm });
        // The arms behind it know as well that somebody looked.
        const roots = rootsIn(test);
        this.#guard(roots, 1);
        guards.push(...roots);
      }
      this.body(body, scope, arm);
    }
    this.#guard(guards, -1);
  }

  #for(node: For, use: Use): void {
    const { scope, branch } = use;
    this.#value(node.iterable, use);
    const inner = scope.inner(node.body, namesOf(node.target));
    const arm = (index: number): Branch => [...branch, `for:${node.start}/${index}`];
    if (node.test) this.#value(node.test, { ...use, scope: inner, guarded: true });
    this.body(node.body, inner, arm(0));
    if (node.otherwise) this.body(node.otherwise, scope.inner(node.otherwise), arm(1));
  }

  #macro(node: Macro | CallBlock, use: Use): void {
    const { scope, branch } = use;
    if (node.kind === 'macro') scope.add(node.name.name);
    else this.#value(node.call, use);
    const inner = scope.inner(
      node.body,
      node.parameters.map(({ name }) => name),
    );
    for (const parameter of node.parameters)
      if (parameter.default) this.#value(parameter.default, { ...use, scope: inner });
    this.body(node.body, inner, branch);
  }

  #value(node: Expression | Slice, use: Use): void {
    switch (node.kind) {
      case 'name':
      case 'attribute':
      case 'item':
        this.#path(node, use);
        return;
      case 'filter':
        this.#filter(node, use);
        return;
      case 'test':
        this.#test(node, use);
        return;
      case 'call':
        this.#call(node, use);
        return;
      case 'conditional':
        this.#value(node.test, { ...use, role: 'control', guarded: true });
        this.#guardedBy([node.test], [node.then, node.otherwise], use);
        return;
      case 'or':
      case 'and':
        this.#either(node, use);
        return;
      case 'broken':
        for (const name of node.names) this.#name(name, { ...use, guarded: true });
        return;
      default:
        forEachChild(node, (child) => this.#value(child as Expression | Slice, use));
    }
  }

  /** `a.b['c'][i]`: the path as far as it is written down, and what is read on the way. */
  #path(node: Expression, use: Use): void {
    const { root, path, computed } = pathOf(node);
    for (const key of computed) this.#value(key, use);
    if (root.kind === 'name') this.#name(root, use, path);
    else this.#value(root, use);
  }

  /** `name or 'friend'`, `user and user.name`: whatever stands left of the last may be missing. */
  #either(node: Expression, use: Use): void {
    const operands: Expression[] = [];
    let first = node;
    while (first.kind === 'and' || first.kind === 'or') {
      operands.unshift(first.right);
      first = first.left;
    }
    operands.unshift(first);
    const last = operands.splice(-1);
    for (const operand of operands) this.#value(operand, { ...use, guarded: true });
    this.#guardedBy(operands, last, use);
  }

  /** What is only looked at once tests have been made. */
  #guardedBy(tests: readonly Expression[], nodes: readonly (Expression | undefined)[], use: Use): void {
    const guards = tests.flatMap((test) => [...rootsIn(test)]);
    this.#guard(guards, 1);
    for (const node of nodes) if (node) this.#value(node, use);
    this.#guard(guards, -1);
  }

  #guard(names: Iterable<string>, by: 1 | -1): void {
    for (const name of names) this.#guards.set(name, (this.#guards.get(name) ?? 0) + by);
  }

  #name(name: Name, { scope, tag, role, guarded, branch }: Use, path: string = name.name): void {
    if (SPECIAL.has(name.name) || scope.has(name.name)) return;
    const { start, end } = name;
    this.found.push({
      name: name.name,
      path,
      span: { start: tag.start, end: tag.end },
      nameSpan: { start, end },
      role,
      ...(guarded || (this.#guards.get(name.name) ?? 0) > 0 ? { guarded: true } : {}),
      ...(branch.length > 0 ? { branch } : {}),
    });
  }

  #filters(filter: FilterUse | undefined, use: Use): void {
    if (filter) this.#filter(filter, use);
  }

  #filter(node: FilterUse, use: Use): void {
    const isDefault = node.name === 'default' || node.name === 'd';
    if (node.input) this.#value(node.input, isDefault ? { ...use, guarded: true } : use);
    // What stands for a missing value is printed; the arguments of other filters say how.
    this.#arguments(node.args, isDefault || use.role === 'control' ? use : { ...use, role: 'spec' });
  }

  #test(node: TestUse, use: Use): void {
    const guarded = use.guarded || PRESENCE.has(node.name);
    this.#value(node.subject, { ...use, role: 'control', guarded });
    this.#arguments(node.args, { ...use, role: 'control' });
  }

  #call(node: Call, use: Use): void {
    const { callee } = node;
    if (callee.kind === 'attribute') this.#value(callee.of, use);
    else if (callee.kind !== 'name') this.#value(callee, use);
    this.#arguments(node.args, use);
  }

  #arguments({ positional, named, spread, spreadNamed }: Arguments, use: Use): void {
    for (const argument of positional) this.#value(argument, use);
    for (const { value } of named) this.#value(value, use);
    if (spread) this.#value(spread, use);
    if (spreadNamed) this.#value(spreadNamed, use);
  }
}

/** Tests that ask whether there is a value at all. */
const PRESENCE: ReadonlySet<string> = new Set(['defined', 'undefined', 'none']);
