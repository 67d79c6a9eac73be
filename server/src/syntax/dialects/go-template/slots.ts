import type { Span } from '../../../text/span';
import type { SlotUse } from '../../tree';
import { statementsIn } from './outline';
import type { Body, Command, Control, Field, Operand, Pipeline, Statement } from './parse/nodes';
import type { Parsed } from './parse/parser';
import { Scope, type Subject } from './scope';

/**
 * The names that only the program can give: fields of the dot where it is still the program's data, and of `$`. Fields
 * of an item in a `range`, of a value in a `with`, and variables are none.
 */
export function slotsOf(text: string, parsed: Parsed): readonly SlotUse[] {
  const finder = new SlotFinder(text);
  finder.body(parsed.body, Scope.ofTemplate(), []);
  const called = new Set<string>();
  for (const node of statementsIn([parsed.body, ...parsed.defined.map(({ body }) => body)])) {
    if (node.kind === 'template') called.add(node.name);
  }
  // What nobody calls here is called from elsewhere, most likely with all that there is.
  for (const name of parsed.definitions.keys()) if (!called.has(name)) finder.rootCalls.add(name);
  // The set grows while definitions call others.
  for (const name of finder.rootCalls) {
    const definition = parsed.definitions.get(name);
    if (definition) finder.body(definition.body, Scope.ofTemplate(), []);
  }
  return finder.found.sort((a, b) => a.span.start - b.span.start || a.nameSpan.start - b.nameSpan.start);
}

/** The arms of conditions and loops that stand round a use. */
type Branch = readonly string[];

interface Use {
  readonly scope: Scope;
  readonly branch: Branch;
  /** The tag that holds the use. */
  readonly tag: Span;
  readonly role: SlotUse['role'];
  readonly guarded: boolean;
}

class SlotFinder {
  readonly found: SlotUse[] = [];
  /** Templates that are called with all that the program gives. */
  readonly rootCalls = new Set<string>();
  readonly #text: string;
  /** Names of which a condition round the place makes sure that they are there, with how many conditions do. */
  readonly #guards = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  body(body: Body, scope: Scope, branch: Branch): void {
    for (const node of body.nodes) this.#statement(node, scope, branch);
  }

  #statement(node: Statement, scope: Scope, branch: Branch): void {
    const use: Use = { scope, branch, tag: node, role: 'control', guarded: false };
    switch (node.kind) {
      case 'action':
        this.#pipeline(node.pipe, node.pipe.variables.length > 0 ? use : { ...use, role: 'value' });
        scope.declare(node.pipe, scope.subjectOf(node.pipe));
        return;
      case 'template':
        if (!node.pipe) return;
        if (scope.subjectOf(node.pipe) === 'root') this.rootCalls.add(node.name);
        this.#pipeline(node.pipe, { ...use, tag: node.open });
        scope.declare(node.pipe, scope.subjectOf(node.pipe));
        return;
      case 'if':
      case 'with':
      case 'range':
        this.#control(node, { ...use, tag: node.open });
        return;
      case 'broken':
        for (const field of node.fields) {
          if (scope.dot === 'root') this.#name([field], { ...use, role: 'value', guarded: true });
        }
    }
  }

  #control(node: Control, use: Use): void {
    const { kind, pipe, body, otherwise } = node;
    // A loop over nothing leaves a gap, unless its `else` says something there.
    this.#pipeline(pipe, { ...use, guarded: kind !== 'range' || otherwise !== undefined });
    const given = kind === 'range' ? 'part' : use.scope.subjectOf(pipe);
    // What the head sets is known in both bodies.
    const head = use.scope.inner(use.scope.dot);
    head.declare(pipe, given);
    const dot: Subject = kind === 'if' ? head.dot : given;
    const guards = kind === 'range' ? [] : this.#names(pipe, use.scope);
    this.#guard(guards, 1);
    const arm = (index: number): Branch => [...use.branch, `${kind}:${node.start}/${index}`];
    this.body(body, head.inner(dot), arm(0));
    if (otherwise) this.body(otherwise, head.inner(head.dot), arm(1));
    this.#guard(guards, -1);
  }

  #guard(names: Iterable<string>, by: 1 | -1): void {
    for (const name of names) this.#guards.set(name, (this.#guards.get(name) ?? 0) + by);
  }

  /** Slots that a pipeline asks for. */
  #names(pipe: Pipeline, scope: Scope): readonly string[] {
    const finder = new SlotFinder(this.#text);
    finder.#pipeline(pipe, { scope, branch: [], tag: pipe, role: 'control', guarded: false });
    return finder.found.map(({ name }) => name);
  }

  /** What a command gives is the last argument of the next one. */
  #pipeline({ commands }: Pipeline, use: Use): void {
    let current = use;
    for (const command of [...commands].reverse()) {
      this.#command(command, current);
      const name = calleeOf(command);
      if (TESTS.has(name)) current = { ...current, role: 'control' };
      if (DEFAULTS.has(name)) current = { ...current, guarded: true };
    }
  }

  #command({ args }: Command, use: Use): void {
    const [first, ...others] = args;
    if (first.kind !== 'function') {
      for (const operand of args) this.#operand(operand, use);
      return;
    }
    const { name } = first;
    if (name === 'index' && this.#indexedSlot(others, use)) return;
    if (name === 'and' || name === 'or') this.#either(others, use);
    else if (name === 'index' || name === 'slice') {
      const [item, ...indexes] = others;
      if (item) this.#operand(item, use);
      for (const one of indexes) this.#operand(one, use.role === 'value' ? { ...use, role: 'spec' } : use);
    } else {
      const role = TESTS.has(name) ? 'control' : use.role;
      for (const one of others) this.#operand(one, { ...use, role, guarded: use.guarded || DEFAULTS.has(name) });
    }
  }

  /** `or .name "friend"`, `and .user .user.name`: whatever stands left of the last may be missing. */
  #either(operands: readonly Operand[], use: Use): void {
    const guards: string[] = [];
    for (const [index, operand] of operands.entries()) {
      const isLast = index === operands.length - 1;
      const before = this.found.length;
      this.#operand(operand, isLast ? use : { ...use, guarded: true });
      if (isLast) continue;
      const names = this.found.slice(before).map(({ name }) => name);
      guards.push(...names);
      this.#guard(names, 1);
    }
    this.#guard(guards, -1);
  }

  /** `index . "name"`. */
  #indexedSlot([item, key, ...others]: readonly Operand[], use: Use): boolean {
    if (!item || key?.kind !== 'string' || use.scope.subject(item) !== 'root') return false;
    const field: Field = { name: key.value, start: key.start + 1, end: key.end - 1 };
    const isPlain = this.#text.slice(field.start, field.end) === key.value && key.value !== '';
    if (isPlain) this.#name([field], use);
    for (const one of others) this.#operand(one, { ...use, role: 'control' });
    return isPlain;
  }

  #operand(operand: Operand, use: Use): void {
    switch (operand.kind) {
      case 'field':
        if (use.scope.dot === 'root') this.#name(operand.path, use);
        return;
      case 'variable':
        if (use.scope.variable(operand.name) === 'root') this.#name(operand.path, use);
        return;
      case 'chain':
        if (use.scope.subject(operand.of) === 'root') this.#name(operand.path, use);
        else this.#operand(operand.of, use);
        return;
      case 'pipeline':
        this.#pipeline(operand, use);
        return;
      default:
        return;
    }
  }

  #name(path: readonly Field[], { tag, role, guarded, branch }: Use): void {
    const [first] = path;
    if (!first) return;
    const { name, start, end } = first;
    this.found.push({
      name,
      path: path.map((field) => field.name).join('.'),
      span: { start: tag.start, end: tag.end },
      nameSpan: { start, end },
      role,
      ...(guarded || (this.#guards.get(name) ?? 0) > 0 ? { guarded: true } : {}),
      ...(branch.length > 0 ? { branch } : {}),
    });
  }
}

const calleeOf = ({ args: [first] }: Command): string => (first.kind === 'function' ? first.name : '');

/** What they give is true or false, and no text of the value. */
const TESTS: ReadonlySet<string> = new Set(['not', 'eq', 'ne', 'lt', 'le', 'gt', 'ge']);

/** Functions that many programs add, which stand in for a value that is not there. */
const DEFAULTS: ReadonlySet<string> = new Set(['default', 'coalesce', 'empty', 'ternary']);
