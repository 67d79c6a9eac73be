import { type Child, forEachChild } from './children';
import type { Expression, Slice } from './expressions';
import { isIdentifier } from './tokens';

/** What an expression reads: `root` is a name or anything else that is looked into. */
export interface Path {
  readonly root: Expression;
  /** As far as the steps are written down: `a.b[0]`. */
  readonly path: string;
  /** Keys that are themselves computed. */
  readonly computed: readonly (Expression | Slice)[];
}

/** Takes `a.b['c'][i].d` apart. */
export function pathOf(node: Expression): Path {
  const steps: string[] = [];
  const computed: (Expression | Slice)[] = [];
  let root = node;
  while (root.kind === 'attribute' || root.kind === 'item') {
    if (root.kind === 'attribute') steps.push(`.${root.name}`);
    else if (root.key.kind === 'constant') steps.push(keyStep(root.key.value));
    else {
      // Behind a computed key nothing is known any more.
      steps.length = 0;
      computed.push(root.key);
    }
    root = root.of;
  }
  const name = root.kind === 'name' ? root.name : '';
  return { root, path: name + steps.reverse().join(''), computed };
}

/** A key as a step of a path: `.name` where that says the same, else `[0]`, `['a b']`. */
export function stepOf(key: string | number | bigint | boolean | null): string {
  return typeof key === 'string' && isIdentifier(key) ? `.${key}` : keyStep(key);
}

const keyStep = (key: string | number | bigint | boolean | null): string =>
  typeof key === 'string' ? `['${key.replace(/[\\']/g, '\\$&')}']` : `[${key}]`;

/** Every name that an expression reads. */
export function rootsIn(node: Child): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (child: Child): void => {
    if (child.kind === 'name') names.add(child.name);
    else forEachChild(child, visit);
  };
  visit(node);
  return names;
}

/**
 * The name whose value an expression prints when nothing but paths, calls of its methods and filters stands between;
 * undefined when there is a default.
 */
export function rootOf(node: Expression): string | undefined {
  let root: Expression | undefined = node;
  while (root && root.kind !== 'name') {
    if (root.kind === 'attribute' || root.kind === 'item') root = root.of;
    else if (root.kind === 'call') root = root.callee.kind === 'attribute' ? root.callee.of : undefined;
    else if (root.kind === 'filter') root = root.name === 'default' || root.name === 'd' ? undefined : root.input;
    else root = undefined;
  }
  return root?.name;
}
