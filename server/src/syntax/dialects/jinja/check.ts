import { Nearest } from '../../../text/similar';
import type { Span } from '../../../text/span';
import { quoted } from '../python/repr';
import { isInternal } from './library/access';
import { FILTERS } from './library/filters';
import { TESTS } from './library/tests';
import { specialNames } from './names';
import { type Child, forEachChild } from './parse/children';
import type { Arguments, FilterUse, TestUse } from './parse/expressions';
import type { Body, CallBlock, Macro, Statement } from './parse/nodes';
import type { Problem } from './parse/problem';

/** What is wrong with a text that is well written. */
export interface Checked {
  /** What Jinja refuses to compile, whatever the values. */
  readonly refused: readonly Problem[];
  /** What looks like a slip: the name of a filter that is nearly one of Jinja's, internals of Python. */
  readonly doubtful: readonly Problem[];
}

export function checked(body: Body): Checked {
  const checker = new Checker();
  for (const node of body.nodes) checker.statement(node, { top: true, loop: false });
  return { refused: [...checker.twice, ...checker.refused], doubtful: checker.doubtful };
}

interface Place {
  /** At the top of the text, where `extends` may stand; an `if` does not change that. */
  readonly top: boolean;
  /** Somewhere in a loop, where nothing may be stored to `loop`. */
  readonly loop: boolean;
}

class Checker {
  /** Found before Jinja compiles anything else. */
  readonly twice: Problem[] = [];
  readonly refused: Problem[] = [];
  readonly doubtful: Problem[] = [];
  readonly #blocks = new Set<string>();
  readonly #filters = new Nearest(FILTERS.keys());
  readonly #tests = new Nearest(TESTS.keys());

  statement(node: Statement, place: Place): void {
    const tag = 'open' in node ? node.open : node;
    const inside = { top: place.top && node.kind === 'if', loop: place.loop || node.kind === 'for' };
    if (node.kind === 'block') this.#block(node.name, node.nameSpan, tag);
    if (node.kind === 'extends' && !place.top) this.#refuse('cannot use extend from a non top-level scope', node, tag);
    if (node.kind === 'macro' || node.kind === 'call-block') this.#parameters(node, tag);
    forEachChild(node, (child, stored) => {
      if (stored && inside.loop && stores(node) && child.kind === 'name' && child.name === 'loop') {
        this.#refuse("Can't assign to special loop variable in for-loop target", child, tag);
      }
      if (isStatement(child)) this.statement(child, inside);
      else if (!stored) this.#expression(child, tag);
    });
  }

  #block(name: string, span: Span, tag: Span): void {
    if (this.#blocks.has(name)) {
      this.twice.push({ kind: 'refused', message: `block ${quoted(name)} defined twice`, span, tag });
    }
    this.#blocks.add(name);
  }

  #parameters(node: Macro | CallBlock, tag: Span): void {
    const names = new Set<string>();
    for (const { name, default: fallback } of node.parameters) {
      if (names.has(name.name))
        this.#refuse(`duplicate argument ${quoted(name.name)} in function definition`, name, tag);
      names.add(name.name);
      if (name.name !== 'caller' || fallback || !specialNames(node.body.nodes, ['caller']).has('caller')) continue;
      const message =
        'When defining macros or call blocks the special "caller" argument must be omitted or be given a default.';
      this.#refuse(message, name, tag);
    }
  }

  #expression(node: Child, tag: Span): void {
    if (node.kind === 'filter' || node.kind === 'test') this.#name(node, tag);
    if (node.kind === 'filter' || node.kind === 'test' || node.kind === 'call') this.#named(node.args, tag);
    if (node.kind === 'attribute' && isInternal(node.name)) {
      this.doubtful.push({ kind: 'internal', message: node.name, span: node.nameSpan, tag });
    }
    if (node.kind === 'item' && node.key.kind === 'tuple' && node.key.items.some((part) => part.kind === 'slice')) {
      this.#refuse('invalid syntax', node, tag);
    }
    forEachChild(node, (child) => this.#expression(child, tag));
  }

  /** A program may bring filters of its own; a name that is one letter away from Jinja's is hardly one of those. */
  #name(node: FilterUse | TestUse, tag: Span): void {
    const isFilter = node.kind === 'filter';
    if ((isFilter ? FILTERS : TESTS).has(node.name)) return;
    const meant = (isFilter ? this.#filters : this.#tests).to(node.name);
    if (meant === undefined || Math.abs(meant.length - node.name.length) > 1) return;
    const message = `No ${node.kind} named ${quoted(node.name)}.`;
    this.doubtful.push({ kind: 'unknown', message, span: node.nameSpan, tag, keyword: node.kind, meant });
  }

  #named({ named }: Arguments, tag: Span): void {
    const names = new Set<string>();
    for (const { name, value } of named) {
      if (names.has(name)) this.#refuse(`keyword argument repeated: ${name}`, value, tag);
      names.add(name);
    }
  }

  #refuse(message: string, { start, end }: Span, tag: Span): void {
    this.refused.push({ kind: 'refused', message, span: { start, end }, tag });
  }
}

/** Statements that store to names as Jinja means it: parameters and the names of a `with` are another matter. */
const stores = ({ kind }: Statement): boolean => kind === 'for' || kind === 'set' || kind === 'set-block';

const STATEMENTS: ReadonlySet<string> = new Set(
  (
    'data output print set set-block if for with autoescape block extends include import from call-block ' +
    'filter-block macro'
  ).split(' '),
);

const isStatement = (node: Child): node is Statement =>
  STATEMENTS.has(node.kind) || (node.kind === 'broken' && 'bodies' in node);
