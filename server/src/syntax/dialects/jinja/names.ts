// Which names are whose. Jinja decides it before a text runs, for each frame (the whole text, a block, a macro, the body
// of a loop …) by looking through the frame once: a name that is stored before it is read belongs to the frame from its
// beginning on, and what the program gives for it is never seen there. This follows Jinja's own module `idtracking`.
import { type Child, forEachChild, namesOf } from './parse/children';
import type { Autoescape, Body, CallBlock, For, If, Macro, Target } from './parse/nodes';

/**
 * What a name is when its frame begins: a `parameter`; `asked` of the program; a copy of the `outer` frame's name, which
 * the frame may store to without harm; or `unset`, because the frame stores it first.
 */
export type Origin = 'parameter' | 'asked' | 'outer' | 'unset';

/** The names of one frame. */
export class Names {
  readonly parent: Names | undefined;
  /** For one of several ways through a frame: what was known before it. */
  readonly #before: Names | undefined;
  readonly #origins = new Map<string, Origin>();
  readonly #stored = new Set<string>();

  constructor(parent?: Names, before?: Names) {
    this.parent = parent;
    this.#before = before;
  }

  /** Every name that the frame knows itself, with what it is when the frame begins. */
  get origins(): ReadonlyMap<string, Origin> {
    return this.#origins;
  }

  /** The names that the frame stores to, its parameters among them: an included text sees their values. */
  get stored(): ReadonlySet<string> {
    return this.#stored;
  }

  knows(name: string): boolean {
    return this.#holds(name) || (this.parent?.knows(name) ?? false);
  }

  load(name: string): void {
    if (!this.knows(name)) this.#origins.set(name, 'asked');
  }

  store(name: string): void {
    this.#stored.add(name);
    if (!this.#holds(name)) this.#origins.set(name, this.parent?.knows(name) ? 'outer' : 'unset');
  }

  parameter(name: string): void {
    this.#stored.add(name);
    this.#origins.set(name, 'parameter');
  }

  /** Whether the frame is given the name when it begins. */
  takes(name: string): boolean {
    return this.#origins.get(name) === 'parameter';
  }

  /** A frame that may go several ways: each way is looked at by itself, and what only some of them store is asked for. */
  branches(ways: readonly ((names: Names) => void)[]): void {
    const taken = ways.map((way) => {
      const own = new Names(this.parent, this);
      way(own);
      return own;
    });
    const added = new Set(taken.flatMap(({ stored }) => [...stored]).filter((name) => !this.#stores(name)));
    for (const { origins, stored } of taken) {
      for (const [name, origin] of origins) this.#origins.set(name, origin);
      for (const name of stored) this.#stored.add(name);
    }
    for (const name of added) this.#origins.set(name, this.parent?.knows(name) ? 'outer' : 'asked');
  }

  #holds(name: string): boolean {
    for (let names: Names | undefined = this; names; names = names.#before) if (names.#origins.has(name)) return true;
    return false;
  }

  #stores(name: string): boolean {
    for (let names: Names | undefined = this; names; names = names.#before) if (names.#stored.has(name)) return true;
    return false;
  }
}

/** Names of a whole text, or of a `{% block %}`, which does not see the frames round it. */
export const namesOfText = (body: Body, parameters: readonly string[] = []): Names =>
  namesOfFrame(body, undefined, parameters);

/** Names of a frame inside of another: of a `set`, `filter` or `with`, of a loop and its `else`. */
export function namesOfFrame(body: Body, outer: Names | undefined, parameters: readonly string[] = []): Names {
  const names = new Names(outer);
  for (const name of parameters) names.parameter(name);
  for (const node of body.nodes) look(node, names);
  return names;
}

export function namesOfMacro(node: Macro | CallBlock, outer: Names, special: readonly string[]): Names {
  const names = new Names(outer);
  for (const { name } of node.parameters) names.parameter(name.name);
  for (const name of special) names.parameter(name);
  for (const parameter of node.parameters) if (parameter.default) look(parameter.default, names);
  for (const child of node.body.nodes) look(child, names);
  return names;
}

/** Names of the frame in which the test of a loop runs: `loop` in it is that of the loop outside. */
export function namesOfLoopTest(node: For, outer: Names): Names {
  const names = namesOfFrame(
    NOTHING,
    outer,
    namesOf(node.target).map(({ name }) => name),
  );
  if (node.test) look(node.test, names);
  return names;
}

export function namesOfAutoescape(node: Autoescape, outer: Names): Names {
  const names = namesOfFrame(NOTHING, outer);
  look(node.value, names);
  for (const child of node.body.nodes) look(child, names);
  return names;
}

const NOTHING: Body = { start: 0, end: 0, nodes: [] };

/** Looks through a node for the frame that it stands in. What has a frame of its own is looked at from outside. */
function look(node: Child, names: Names): void {
  switch (node.kind) {
    case 'name':
      names.load(node.name);
      return;
    case 'member':
      names.load(node.of.name);
      return;
    case 'set':
      look(node.value, names);
      store(node.target, names);
      return;
    case 'set-block':
      store(node.target, names);
      return;
    case 'if':
      lookIf(node, names);
      return;
    case 'for':
      look(node.iterable, names);
      return;
    case 'with':
      for (const { value } of node.pairs) look(value, names);
      return;
    case 'call-block':
      look(node.call, names);
      return;
    case 'filter-block':
      look(node.filter, names);
      return;
    case 'block':
    case 'autoescape':
      return;
    default:
      lookAtNamed(node, names);
  }
}

/** What gives a name to a thing, and all the rest. */
function lookAtNamed(node: Child, names: Names): void {
  switch (node.kind) {
    case 'macro':
      names.store(node.name.name);
      return;
    case 'import':
      look(node.template, names);
      names.store(node.target.name);
      return;
    case 'from':
      look(node.template, names);
      for (const { alias } of node.names) names.store(alias.name);
      return;
    default:
      forEachChild(node, (child) => look(child, names));
  }
}

function store(target: Target, names: Names): void {
  if (target.kind === 'tuple') for (const item of target.items) store(item, names);
  else if (target.kind === 'member') names.load(target.of.name);
  else names.store(target.name);
}

/** Jinja looks at `if`, all `elif`s together, and `else` as three ways. */
function lookIf(node: If, names: Names): void {
  const [first, ...others] = node.arms;
  if (first?.test) look(first.test, names);
  const body = (arm: If['arms'][number] | undefined, own: Names): void => {
    for (const child of arm?.body.nodes ?? []) look(child, own);
  };
  names.branches([
    (own) => body(first, own),
    (own) => {
      for (const arm of others) {
        if (!arm.test) continue;
        const { test } = arm;
        // An `elif` is an `if` of its own for this.
        lookIf({ ...node, arms: [{ ...arm, test }] }, own);
      }
    },
    (own) =>
      body(
        others.find((arm) => !arm.test),
        own,
      ),
  ]);
}

/**
 * Which of the special names a list of nodes reads without having stored them first: `loop` makes a loop a counted one,
 * `caller` a macro one that can be called with a block.
 */
export function specialNames(nodes: readonly Child[], names: readonly string[]): ReadonlySet<string> {
  const wanted = new Set(names);
  const found = new Set<string>();
  const visit = (node: Child, stored: boolean): void => {
    if (found.size === names.length || node.kind === 'block') return;
    if (node.kind !== 'name') forEachChild(node, visit);
    else if (!stored && wanted.has(node.name)) found.add(node.name);
    else wanted.delete(node.name);
  };
  for (const node of nodes) visit(node, false);
  return found;
}
