import type { Arguments, Expression, Name, Slice } from './expressions';
import type { Parameter, Statement, Target } from './nodes';

/** Everything that has a `kind` of its own in a tree of Jinja. */
export type Child = Expression | Slice | Statement | Target;

/** Is told every child of a node; `stored` says that the child is stored to. */
export type Visit = (child: Child, stored: boolean) => void;

/** Visits the children of a node in the order in which Jinja's own nodes hold them, which decides about scopes. */
export function forEachChild(node: Child, visit: Visit): void {
  const children = CHILDREN[node.kind] as ((node: Child, visit: Visit) => void) | undefined;
  children?.(node, visit);
}

const CHILDREN: { readonly [kind in Child['kind']]?: (node: Extract<Child, { kind: kind }>, visit: Visit) => void } = {
  attribute: (node, visit) => visit(node.of, false),
  item: ({ of, key }, visit) => visitAll([of, key], visit),
  slice: ({ from, to, step }, visit) => visitAll([from, to, step], visit),
  list: ({ items }, visit) => visitAll(items, visit),
  tuple: ({ items }, visit) => visitAll(items, visit),
  dict: ({ entries }, visit) => {
    for (const { key, value } of entries) visitAll([key, value], visit);
  },
  conditional: (node, visit) => visitAll([node.test, node.then, node.otherwise], visit),
  and: ({ left, right }, visit) => visitAll([left, right], visit),
  or: ({ left, right }, visit) => visitAll([left, right], visit),
  binary: ({ left, right }, visit) => visitAll([left, right], visit),
  not: ({ operand }, visit) => visit(operand, false),
  sign: ({ operand }, visit) => visit(operand, false),
  comparison: ({ first, rest }, visit) => {
    visit(first, false);
    for (const { operand } of rest) visit(operand, false);
  },
  concatenation: ({ items }, visit) => visitAll(items, visit),
  call: ({ callee, args }, visit) => {
    visit(callee, false);
    visitArguments(args, visit);
  },
  filter: ({ input, args }, visit) => {
    if (input) visit(input, false);
    visitArguments(args, visit);
  },
  test: ({ subject, args }, visit) => {
    visit(subject, false);
    visitArguments(args, visit);
  },

  output: ({ value }, visit) => visit(value, false),
  print: ({ values }, visit) => visitAll(values, visit),
  set: ({ target, value }, visit) => {
    visitTarget(target, visit);
    visit(value, false);
  },
  'set-block': ({ target, filter, body }, visit) => {
    visitTarget(target, visit);
    if (filter) visit(filter, false);
    visitAll(body.nodes, visit);
  },
  if: ({ arms }, visit) => {
    for (const { test, body } of arms) visitAll([test, ...body.nodes], visit);
  },
  for: ({ target, iterable, body, otherwise, test }, visit) => {
    visitTarget(target, visit);
    visit(iterable, false);
    visitAll(body.nodes, visit);
    if (otherwise) visitAll(otherwise.nodes, visit);
    if (test) visit(test, false);
  },
  with: ({ pairs, body }, visit) => {
    for (const { target } of pairs) visitTarget(target, visit);
    for (const { value } of pairs) visit(value, false);
    visitAll(body.nodes, visit);
  },
  autoescape: ({ value, body }, visit) => visitAll([value, ...body.nodes], visit),
  'filter-block': ({ body, filter }, visit) => visitAll([...body.nodes, filter], visit),
  macro: ({ parameters, body }, visit) => {
    visitParameters(parameters, visit);
    visitAll(body.nodes, visit);
  },
  'call-block': ({ call, parameters, body }, visit) => {
    visit(call, false);
    visitParameters(parameters, visit);
    visitAll(body.nodes, visit);
  },
  block: ({ body }, visit) => visitAll(body.nodes, visit),
  extends: ({ template }, visit) => visit(template, false),
  include: ({ template }, visit) => visit(template, false),
  import: ({ template }, visit) => visit(template, false),
  from: ({ template }, visit) => visit(template, false),
  broken: (node, visit) => {
    visitAll(node.names, visit);
    if ('bodies' in node) for (const body of node.bodies) visitAll(body.nodes, visit);
  },
};

/** What is absent has no child. */
function visitAll(children: readonly (Child | undefined)[], visit: Visit): void {
  for (const child of children) if (child) visit(child, false);
}

function visitArguments({ positional, named, spread, spreadNamed }: Arguments, visit: Visit): void {
  visitAll(positional, visit);
  for (const { value } of named) visit(value, false);
  visitAll([spread, spreadNamed], visit);
}

function visitParameters(parameters: readonly Parameter[], visit: Visit): void {
  for (const { name } of parameters) visit(name, true);
  for (const parameter of parameters) if (parameter.default) visit(parameter.default, false);
}

/** The names that are stored to, each by itself. */
export function visitTarget(target: Target, visit: Visit): void {
  if (target.kind === 'tuple') for (const item of target.items) visitTarget(item, visit);
  else visit(target, true);
}

/** The plain names of a target, from left to right. */
export function namesOf(target: Target): readonly Name[] {
  if (target.kind === 'name') return [target];
  return target.kind === 'tuple' ? target.items.flatMap(namesOf) : [];
}
