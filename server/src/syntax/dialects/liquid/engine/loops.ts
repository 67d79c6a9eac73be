import { enumerated } from '../filters/filter';
import type { Loop } from '../parse/nodes';
import { added, isNil, isTruthy, numeric, primitive } from '../values/convert';
import { constant, made } from '../values/make';
import { Dict, LoopState, type Traced, Unknown } from '../values/value';
import type { Context } from './context';
import { fail } from './failure';
import type { Interpreter } from './interpreter';
import type { Page } from './page';
import { rowOf } from './properties';

/** What the loop goes through before anything is left out. */
function collectionOf(
  interpreter: Interpreter,
  { collection, open }: Loop,
  context: Context,
  page: Page,
): readonly Traced[] {
  const value = interpreter.evaluator.operand(collection, context);
  if (value.value instanceof Unknown) interpreter.session.gap(value.value.why, open, page);
  return enumerated(value, interpreter.session);
}

const writtenOf = ({ collection }: Loop, { text }: Page): string =>
  collection ? text.slice(collection.start, collection.end) : '';

export function writeFor(interpreter: Interpreter, node: Loop, context: Context, page: Page): void {
  const { session } = interpreter;
  const all = collectionOf(interpreter, node, context, page);
  if (all.length === 0) {
    session.mark(node.body, page, false);
    if (!node.otherwise) return;
    session.mark(node.otherwise, page, true);
    interpreter.write(node.otherwise, context, page);
    return;
  }
  if (node.otherwise) session.mark(node.otherwise, page, false);
  const written = writtenOf(node, page);
  const items = selected(interpreter, node, all, context, `${node.variable}-${written}`);
  session.mark(node.body, page, items.length > 0);
  const state = new LoopState(items.length, `${node.variable}-${written}`);
  const scope = new Map([['forloop', constant(state)]]);
  context.within(scope, () => {
    for (const item of items) {
      session.at(page, node.open);
      scope.set(node.variable, item);
      context.breaks = context.continues = false;
      interpreter.write(node.body, context, page);
      if (context.breaks) break;
      advance(scope);
    }
    context.breaks = context.continues = false;
  });
}

/** The engine asks what is called `forloop` then, which a loop variable of that name is. */
export function advance(scope: ReadonlyMap<string, Traced>): void {
  const state = scope.get('forloop')?.value;
  if (state instanceof LoopState) state.index0++;
  else if (isNil(state)) fail(`Cannot read properties of ${state} (reading 'next')`);
  else fail('scope.forloop.next is not a function');
}

/** The items that are left: first those from `offset` on, of these as many as `limit` says, and these turned round. */
function selected(
  { evaluator }: Interpreter,
  node: Loop,
  all: readonly Traced[],
  context: Context,
  key: string,
): readonly Traced[] {
  let hash = new Map<string, Traced>();
  const end = context.ends.get(key);
  const last = end && isTruthy(end.value) ? end : constant(new Dict(new Map()));
  context.ends.set(key, last);
  context.within(new Map([['continue', last]]), () => {
    hash = evaluator.hash(node.hash, context);
  });
  const given = (name: string): Traced | undefined =>
    hash.get(name)?.value === undefined ? undefined : hash.get(name);
  const offset = given('offset');
  const limit = given('limit');
  let items = offset ? all.slice(numeric(offset.value)) : all;
  if (limit) items = items.slice(0, numeric(limit.value));
  if (given('reversed')) items = [...items].reverse();
  const from = offset && isTruthy(offset.value) ? primitive(offset.value) : 0;
  context.ends.set(key, made(added(from, items.length), offset));
  return items;
}

export function writeTableRow(interpreter: Interpreter, node: Loop, context: Context, page: Page): void {
  const { session, evaluator } = interpreter;
  const all = collectionOf(interpreter, node, context, page);
  const hash = evaluator.hash(node.hash, context);
  const given = (name: string): Traced | undefined => (isTruthy(hash.get(name)?.value) ? hash.get(name) : undefined);
  const offset = primitive(given('offset')?.value ?? 0);
  const limit = hash.get('limit')?.value === undefined ? all.length : primitive(hash.get('limit')?.value);
  const items = all.slice(Number(offset), Number(added(offset, limit)));
  session.mark(node.body, page, items.length > 0);
  const cols = given('cols')?.value ?? items.length;
  const state = new LoopState(items.length, `${node.variable}-${writtenOf(node, page)}`, { cols });
  const scope = new Map([['tablerowloop', constant(state)]]);
  context.within(scope, () => {
    for (const item of items) {
      session.at(page, node.open);
      scope.set(node.variable, item);
      writeCell(interpreter, node, state, page);
      interpreter.write(node.body, context, page);
      interpreter.made('</td>', node.open, page);
      state.index0++;
    }
  });
  if (items.length > 0) interpreter.made('</tr>', node.open, page);
}

function writeCell(interpreter: Interpreter, { open }: Loop, state: LoopState, page: Page): void {
  const column = state.index0 % numeric(state.cols);
  const row = rowOf(state);
  if (column === 0) interpreter.made(`${row === 1 ? '' : '</tr>'}<tr class="row${row}">`, open, page);
  interpreter.made(`<td class="col${column + 1}">`, open, page);
}
