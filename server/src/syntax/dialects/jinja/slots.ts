import type { Span } from '../../../text/span';
import type { SlotUse } from '../../tree';
import { forEachChild, namesOf } from './parse/children';
import type { Arguments, Call, Expression, FilterUse, Name, Slice, TestUse } from './parse/expressions';
import type { Body, CallBlock, For, If, Macro, Statement } from './parse/nodes';
import { pathOf, rootsIn } from './parse/path';
import { Scope, SPECIAL } from './scope';

/**
 * The names in a text that only the program can fill, broken or not. Names of loops, `set`, `with`, macros, imports and
 * Jinja's own are none, nor is a function that is called: what a function gives is no value that a slot could have.
 */
export function slotsOf(body: Body): readonly SlotUse[] {
  const finder = new SlotFinder();
  finder.body(body, Scope.ofText(body), PLAIN);
  return finder.found.sort((a, b) => a.span.start - b.span.start || a.nameSpan.start - b.nameSpan.start);
}

/** What stands round a use. */
interface Surroundings {
  /** Arms of conditions. */
  readonly branch: readonly string[];
  /** Names of which a condition makes sure that they are there. */
  readonly guards: ReadonlySet<string>;
}

const PLAIN: Surroundings = { branch: [], guards: new Set() };

interface Use extends Surroundings {
  readonly scope: Scope;
  /** The tag that holds the use. */
  readonly tag: Span;
  readonly role: SlotUse['role'];
  readonly guarded: boolean;
}

class SlotFinder {
  readonly found: SlotUse[] = [];

  body(body: Body, scope: Scope, round: Surroundings): void {
    for (const node of body.nodes) this.#statement(node, scope, round);
  }

  #statement(node: Statement, scope: Scope, round: Surroundings): void {
    if (node.kind === 'data') return;
    const { branch, guards } = round;
    const tag = 'open' in node ? node.open : node;
    const role = node.kind === 'output' || node.kind === 'print' ? 'value' : 'control';
    const use: Use = { branch, guards, scope, tag, role, guarded: false };
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
      case 'set-block': {
        const inner = scope.inner(node.body);
        this.body(node.body, inner, round);
        this.#filters(node.filter, { ...use, scope: inner });
        scope.store(node.target);
        return;
      }
      case 'if':
        this.#if(node, scope, round);
        return;
      case 'for':
        this.#for(node, scope, round);
        return;
      case 'macro':
      case 'call-block':
        this.#macro(node, use, round);
        return;
      case 'broken':
        for (const name of node.names) this.#name(name, { ...use, guarded: true });
        for (const body of node.bodies) this.body(body, scope.inner(body, node.locals), round);
        return;
      default:
        this.#framed(node, use, round);
        return;
    }
  }

  /** Statements with a plain frame of their own, and those that bring in other texts. */
  #framed(node: Statement, use: Use, round: Surroundings): void {
    const { scope } = use;
    switch (node.kind) {
      case 'with': {
        for (const { value } of node.pairs) this.#value(value, use);
        const names = node.pairs.flatMap(({ target }) => namesOf(target));
        this.body(node.body, scope.inner(node.body, names), round);
        return;
      }
      case 'autoescape':
        this.#value(node.value, use);
        this.body(node.body, scope.inner(node.body), round);
        return;
      case 'filter-block': {
        const inner = scope.inner(node.body);
        this.body(node.body, inner, round);
        this.#filters(node.filter, { ...use, scope: inner });
        return;
      }
      case 'block':
        this.body(node.body, node.scoped ? scope.inner(node.body) : scope.ofBlock(node.body), round);
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

  #if(node: If, scope: Scope, round: Surroundings): void {
    const guards = new Set(round.guards);
    for (const [index, { open, test, body }] of node.arms.entries()) {
      if (test) {
        const inside = index === 0 ? round.branch : [...round.branch, `if:${node.start}/${index}`];
        this.#value(test, { scope, tag: open, role: 'control', guarded: true, guards, branch: inside });
        // The arms behind it know as well that somebody looked.
        for (const name of rootsIn(test)) guards.add(name);
      }
      this.body(body, scope, { branch: [...round.branch, `if:${node.start}/${index}`], guards: new Set(guards) });
    }
  }

  #for(node: For, scope: Scope, round: Surroundings): void {
    const use: Use = { ...round, scope, tag: node.open, role: 'control', guarded: false };
    this.#value(node.iterable, use);
    const inner = scope.inner(node.body, namesOf(node.target));
    const arm = (index: number): Surroundings => ({
      ...round,
      branch: [...round.branch, `for:${node.start}/${index}`],
    });
    if (node.test) this.#value(node.test, { ...use, scope: inner, guarded: true });
    this.body(node.body, inner, arm(0));
    if (node.otherwise) this.body(node.otherwise, scope.inner(node.otherwise), arm(1));
  }

  #macro(node: Macro | CallBlock, use: Use, round: Surroundings): void {
    const { scope } = use;
    if (node.kind === 'macro') scope.add(node.name.name);
    else this.#value(node.call, use);
    const inner = scope.inner(
      node.body,
      node.parameters.map(({ name }) => name),
    );
    for (const parameter of node.parameters)
      if (parameter.default) this.#value(parameter.default, { ...use, scope: inner });
    this.body(node.body, inner, round);
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
        this.#value(node.then, withGuards(use, node.test));
        if (node.otherwise) this.#value(node.otherwise, withGuards(use, node.test));
        return;
      case 'or':
      case 'and':
        // `name or 'friend'`, `user and user.name`: the left side may be missing.
        this.#value(node.left, { ...use, guarded: true });
        this.#value(node.right, withGuards(use, node.left));
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

  #name(name: Name, { scope, tag, role, guarded, guards, branch }: Use, path: string = name.name): void {
    if (SPECIAL.has(name.name) || scope.has(name.name)) return;
    const { start, end } = name;
    this.found.push({
      name: name.name,
      path,
      span: { start: tag.start, end: tag.end },
      nameSpan: { start, end },
      role,
      ...(guarded || guards.has(name.name) ? { guarded: true } : {}),
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

const withGuards = (use: Use, test: Expression): Use => ({
  ...use,
  guards: new Set([...use.guards, ...rootsIn(test)]),
});
