import type { Arguments, Expression, Name, Slice } from './expressions';
import type { Body, Parameter, Statement, Target } from './nodes';

export type Child = Expression | Slice | Statement | Target;

/** Is told every child of a node; `stored` says that the child is stored to. */
export type Visit = (child: Child, stored: boolean) => void;

/** Visits the children of a node in the order in which Jinja's own nodes hold them, which decides about scopes. */
export function forEachChild(node: Child, visit: Visit): void {
  switch (node.kind) {
    case 'attribute':
      visit(node.of, false);
      return;
    case 'item':
      visit(node.of, false);
      visit(node.key, false);
      return;
    case 'slice':
      for (const bound of [node.from, node.to, node.step]) if (bound) visit(bound, false);
      return;
    case 'list':
    case 'tuple':
      for (const item of node.items) visit(item, false);
      return;
    case 'dict':
      for (const { key, value } of node.entries) {
        visit(key, false);
        visit(value, false);
      }
      return;
    case 'conditional':
      visit(node.test, false);
      visit(node.then, false);
      if (node.otherwise) visit(node.otherwise, false);
      return;
    case 'and':
    case 'or':
    case 'binary':
      visit(node.left, false);
      visit(node.right, false);
      return;
    case 'not':
    case 'sign':
      visit(node.operand, false);
      return;
    case 'comparison':
      visit(node.first, false);
      for (const { operand } of node.rest) visit(operand, false);
      return;
    case 'concatenation':
      for (const item of node.items) visit(item, false);
      return;
    case 'call':
      visit(node.callee, false);
      visitArguments(node.args, visit);
      return;
    case 'filter':
      if (node.input) visit(node.input, false);
      visitArguments(node.args, visit);
      return;
    case 'test':
      visit(node.subject, false);
      visitArguments(node.args, visit);
      return;
    default:
      forEachChildOfStatement(node, visit);
      return;
  }
}

function visitArguments({ positional, named, spread, spreadNamed }: Arguments, visit: Visit): void {
  for (const argument of positional) visit(argument, false);
  for (const { value } of named) visit(value, false);
  if (spread) visit(spread, false);
  if (spreadNamed) visit(spreadNamed, false);
}

function forEachChildOfStatement(node: Child, visit: Visit): void {
  switch (node.kind) {
    case 'output':
      visit(node.value, false);
      return;
    case 'print':
      for (const value of node.values) visit(value, false);
      return;
    case 'set':
      visitTarget(node.target, visit);
      visit(node.value, false);
      return;
    case 'set-block':
      visitTarget(node.target, visit);
      if (node.filter) visit(node.filter, false);
      visitBody(node.body, visit);
      return;
    case 'if':
      for (const { test, body } of node.arms) {
        if (test) visit(test, false);
        visitBody(body, visit);
      }
      return;
    case 'for':
      visitTarget(node.target, visit);
      visit(node.iterable, false);
      visitBody(node.body, visit);
      if (node.otherwise) visitBody(node.otherwise, visit);
      if (node.test) visit(node.test, false);
      return;
    case 'with':
      for (const { target } of node.pairs) visitTarget(target, visit);
      for (const { value } of node.pairs) visit(value, false);
      visitBody(node.body, visit);
      return;
    case 'autoescape':
      visit(node.value, false);
      visitBody(node.body, visit);
      return;
    case 'filter-block':
      visitBody(node.body, visit);
      visit(node.filter, false);
      return;
    case 'macro':
      visitParameters(node.parameters, visit);
      visitBody(node.body, visit);
      return;
    case 'call-block':
      visit(node.call, false);
      visitParameters(node.parameters, visit);
      visitBody(node.body, visit);
      return;
    case 'block':
      visitBody(node.body, visit);
      return;
    case 'extends':
    case 'include':
    case 'import':
    case 'from':
      visit(node.template, false);
      return;
    case 'broken':
      visitBroken(node, visit);
      return;
  }
}

function visitBroken(node: Extract<Child, { kind: 'broken' }>, visit: Visit): void {
  for (const name of node.names) visit(name, false);
  if ('bodies' in node) for (const body of node.bodies) visitBody(body, visit);
}

function visitBody(body: Body, visit: Visit): void {
  for (const node of body.nodes) visit(node, false);
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
