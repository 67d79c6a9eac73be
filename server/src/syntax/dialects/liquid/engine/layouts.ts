// `{% layout %}` and `{% block %}`: a text stores its blocks, and the layout writes them in the places of its own.
import type { Layout, Slot } from '../parse/nodes';
import { constant } from '../values/make';
import { ParentBlock } from '../values/value';
import type { BlockWriter, Context } from './context';
import { fail } from './failure';
import { fileOf, included } from './inclusions';
import type { Interpreter } from './interpreter';
import type { Page } from './page';

export function writeLayout(interpreter: Interpreter, node: Layout, context: Context, page: Page): void {
  if (node.file.kind === 'none') {
    context.isStoring = false;
    interpreter.write(node.body, context, page);
    return;
  }
  const file = fileOf(interpreter, node.file, context, page);
  const found = included(interpreter, file, node.open, page);
  if (!found) {
    // Without the layout, what it would be filled with is all that can be shown.
    interpreter.write(node.body, context, page);
    return;
  }
  // The layout is read before anything is written: when it is refused, nothing else counts.
  if (found.page.refusal) interpreter.page(found.body, context, found.page);
  context.isStoring = true;
  const content = interpreter.session.captured(() => interpreter.write(node.body, context, page));
  if (!context.blocks.has('')) {
    context.blocks.set('', () => {
      for (const run of content) interpreter.session.write(run, node.open, page);
    });
  }
  context.isStoring = false;
  const scope = interpreter.evaluator.hash(node.hash, context);
  context.within(scope, () => interpreter.page(found.body, context, found.page));
}

export function writeBlock(interpreter: Interpreter, node: Slot, context: Context, page: Page): void {
  const child = context.blocks.get(node.name);
  const own: BlockWriter = (parent) => writeOwn(interpreter, node, parent, { context, page });
  const write: BlockWriter = child
    ? (parent) => child(new ParentBlock(() => interpreter.captured(() => own(parent))))
    : own;
  if (context.isStoring) {
    context.blocks.set(node.name, write);
    interpreter.session.mark(node.body, page, false);
  } else write(new ParentBlock(() => constant('')));
}

function writeOwn(
  interpreter: Interpreter,
  node: Slot,
  parent: ParentBlock,
  { context, page }: { readonly context: Context; readonly page: Page },
): void {
  if (context.filling.some((one) => one.node === node && one.page === page)) fail('block tag cannot be nested');
  context.filling.push({ node, page });
  interpreter.session.mark(node.body, page, true);
  context.within(new Map([['block', constant(parent)]]), () => interpreter.write(node.body, context, page));
  context.filling.pop();
}
