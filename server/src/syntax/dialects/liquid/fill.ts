import type { FillContext, Filled } from '../../piece';
import type { TemplateTree } from '../../tree';
import type { DialectOptions } from '../dialect';
import { joinLiterals } from '../javascript/pieces';
import { Stop } from '../javascript/stop';
import { Context } from './engine/context';
import { Interpreter } from './engine/interpreter';
import { Session } from './engine/session';
import { isLiquidTree, scan } from './scan';

/**
 * Renders a text as LiquidJS does. Three things differ on purpose: a slot without a value stands as it is written, so does
 * what only the program knows (the time, chance, a text that nobody finds), and there are limits.
 */
export function fill(tree: TemplateTree, context: FillContext, options: DialectOptions): Filled {
  const { text, body, refusal } = isLiquidTree(tree) ? tree : scan(tree.text);
  const session = new Session(context, tree, options);
  let stopped: Filled['stopped'];
  try {
    const variables = new Context((name) => session.slot(name));
    new Interpreter(session).page(body, variables, { text, refusal });
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    stopped = error.stopped;
  }
  const filled = session.filled(stopped);
  return { ...filled, pieces: joinLiterals(filled.pieces) };
}
