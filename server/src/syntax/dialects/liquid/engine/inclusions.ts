import type { Span } from '../../../../text/span';
import type { Filled } from '../../../piece';
import { Stop } from '../../javascript/stop';
import { enumerated } from '../filters/filter';
import type { Body, FileName, Inclusion } from '../parse/nodes';
import { place } from '../parse/problem';
import { isLiquidTree, scan } from '../scan';
import { isTruthy, toText } from '../values/convert';
import { constant } from '../values/make';
import { type LiquidValue, LoopState, type Traced } from '../values/value';
import { Context } from './context';
import { fail } from './failure';
import type { Interpreter } from './interpreter';
import { advance } from './loops';
import type { Page } from './page';

/** Another text. */
export interface Included {
  readonly page: Page;
  readonly body: Body;
}

export function writeInclusion(interpreter: Interpreter, node: Inclusion, context: Context, page: Page): void {
  const file = fileOf(interpreter, node.file, context, page);
  const write = node.word === 'include' ? writeInclude : writeRender;
  write(interpreter, node, { file, context, page });
}

/** The name of a file, which the engine must be given some value for. */
export function fileOf(interpreter: Interpreter, file: FileName, context: Context, page: Page): FoundName {
  const value = nameOf(interpreter, file, context, page);
  if (!(value instanceof LostName) && !isTruthy(value)) fail(`illegal file path "${toText(value)}"`);
  return value;
}

function nameOf(interpreter: Interpreter, file: FileName, context: Context, page: Page): FoundName {
  if (file.kind === 'none') return undefined;
  if (file.kind === 'plain') return file.path;
  if (file.kind === 'value') return interpreter.evaluator.operand(file.value, context).value;
  const inner: Page = { ...page, text: file.text, refusal: undefined, quoted: page.quoted ?? file.span };
  try {
    const { value, runs = [] } = interpreter.captured(() => interpreter.write(file.body, context, inner));
    const hole = runs.find((run) => run.hole !== undefined)?.hole;
    if (hole === undefined || !interpreter.session.isStrict) return value;
    return new LostName({ message: `Nothing gives a value for \`${hole}\`.`, span: file.span, hole });
  } catch (error) {
    if (!(error instanceof Stop) || error.stopped.engine === undefined) throw error;
    return new LostName(error.stopped);
  }
}

/** A name with tags in it that failed: LiquidJS loses that error, and goes on with something that is no name. */
class LostName {
  readonly stopped: NonNullable<Filled['stopped']>;

  constructor(stopped: NonNullable<Filled['stopped']>) {
    this.stopped = stopped;
  }

  /** Ends the rendering where the engine finds that it has no name, for the reason that it has lost. */
  fail({ start }: Span, { text }: Page): never {
    throw new Stop({ ...this.stopped, engine: `RenderError: ${NO_NAME}${place(text, start)}` });
  }
}

const NO_NAME = 'referencedFile.startsWith is not a function';

type FoundName = LiquidValue | LostName;

/** The text of a file; undefined when nobody finds it, and then the tag stands as it is written. */
export function included(interpreter: Interpreter, file: FoundName, node: Span, page: Page): Included | undefined {
  if (file instanceof LostName) return file.fail(node, page);
  if (typeof file !== 'string') return fail(NO_NAME);
  const tag = { start: node.start, end: node.end };
  const { session } = interpreter;
  const found = session.fill.include?.(file, page.file);
  if (!found) {
    session.gap(`the text \`${file}\` is not found`, tag, page);
    session.write({ kind: 'tag', text: '', gap: true }, tag, page);
    return undefined;
  }
  session.text();
  const tree = isLiquidTree(found.tree) ? found.tree : scan(found.tree.text);
  const { text, body, refusal } = tree;
  // What is no error of the engine's own is one of the tag that brings the text in.
  if (refusal?.engine?.startsWith(FOREIGN)) fail(refusal.engine.slice(FOREIGN.length));
  return { page: { text, refusal, file: found.uri, site: page.site ?? page.quoted ?? tag }, body };
}

const FOREIGN = 'TypeError: ';

interface Call {
  readonly file: FoundName;
  readonly context: Context;
  readonly page: Page;
}

const keyOf = (file: FoundName): string => (file instanceof LostName ? '' : toText(file));

/** The text sees all variables, and the pairs of the tag. */
function writeInclude(interpreter: Interpreter, node: Inclusion, { file, context, page }: Call): void {
  const { blocks, isStoring } = context;
  context.blocks = new Map();
  context.isStoring = false;
  const scope = interpreter.evaluator.hash(node.hash, context);
  if (node.with) scope.set(keyOf(file), interpreter.evaluator.operand(node.with.value, context));
  const found = included(interpreter, file, node, page);
  if (found) context.within(scope, () => interpreter.page(found.body, context, found.page));
  context.blocks = blocks;
  context.isStoring = isStoring;
}

/** The text sees nothing but the pairs of the tag. */
function writeRender(interpreter: Interpreter, node: Inclusion, { file, context, page }: Call): void {
  const { evaluator, session } = interpreter;
  const child = Context.empty();
  for (const [key, value] of evaluator.hash(node.hash, context)) child.assign(key, value);
  if (node.with) child.assign(node.with.alias || keyOf(file), evaluator.operand(node.with.value, context));
  if (!node.for) {
    const found = included(interpreter, file, node, page);
    if (found) interpreter.page(found.body, child, found.page);
    return;
  }
  const { value, written, alias } = node.for;
  const items: readonly Traced[] = enumerated(evaluator.operand(value, context), session);
  const scope = child.scopes[0] ?? new Map<string, Traced>();
  // Without a name, the engine calls the item `undefined`.
  const variable = String(alias);
  scope.set('forloop', constant(new LoopState(items.length, `${variable}-${written}`)));
  for (const item of items) {
    session.at(page, node);
    scope.set(variable, item);
    const found = included(interpreter, file, node, page);
    if (!found) return;
    interpreter.page(found.body, child, found.page);
    advance(scope);
  }
}
