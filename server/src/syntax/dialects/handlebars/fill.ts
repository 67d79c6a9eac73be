import type { FillContext, Filled, Piece } from '../../piece';
import type { TemplateTree } from '../../tree';
import type { DialectOptions } from '../dialect';
import { joinLiterals } from '../javascript/pieces';
import { Effort, Stop } from '../javascript/stop';
import { Engine } from './engine';
import type { Ref } from './reference';
import type { Helper, Helpers } from './registered';
import { type HandlebarsTree, scan } from './scan';

/**
 * Fills a text as Handlebars does, with the helpers of the library and those of `known`, with which a program says that
 * it takes no others. Two things differ on purpose: a slot
 * without a value stands as it is written, and so does what only the program knows - a helper or a partial of its own.
 */
export function fill(
  tree: TemplateTree,
  context: FillContext,
  { escapeHtml = true, functions = [], missing, indentPartials = true }: DialectOptions,
  known?: Helpers,
): Filled {
  const added = functions.map((name) => [name, { kind: 'program' }] as const);
  const helpers: Helpers | undefined = added.length > 0 ? new Map<string, Helper>([...added, ...(known ?? [])]) : known;
  const engine = new Engine(context, new Effort(DEEPEST), {
    escapeHtml,
    isStrict: missing === 'error',
    indentsPartials: indentPartials,
    treeOf: handlebarsTree,
    ...(helpers ? { helpers } : {}),
    knownOnly: known !== undefined,
  });
  const view: Ref = { value: {}, isView: true };
  const page = { tree: handlebarsTree(tree) };
  const data = { variables: new Map([['root', view]]) };
  let pieces: readonly Piece[];
  let stopped: Filled['stopped'];
  try {
    const environment = { page, context: view, depths: [view], data, params: [], inline: new Map(), level: 0 } as const;
    pieces = engine.page(page, view, environment).finish();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    stopped = error.stopped;
    pieces = engine.unfinished();
  }
  const skipped = engine.skipped();
  const gaps = engine.gaps();
  return {
    pieces: joinLiterals(pieces),
    ...(stopped ? { stopped } : {}),
    ...(skipped.length > 0 ? { skipped } : {}),
    ...(gaps.length > 0 ? { gaps } : {}),
  };
}

/** A block takes some ten calls of the evaluator, so that this is well within the stack of a worker. */
const DEEPEST = 200;

/** A tree with what `fill` needs; one that another dialect scanned is read anew. */
const handlebarsTree = (tree: TemplateTree): HandlebarsTree => (isOwn(tree) ? tree : scan(tree.text));

const isOwn = (tree: TemplateTree): tree is HandlebarsTree => 'syntax' in tree && tree.syntax === 'handlebars';
