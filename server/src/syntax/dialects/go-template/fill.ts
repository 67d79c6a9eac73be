import type { FillContext, Filled } from '../../piece';
import type { TemplateTree } from '../../tree';
import type { Delimiters, DialectOptions } from '../dialect';
import { joinLiterals } from '../javascript/pieces';
import { Stop } from '../javascript/stop';
import { Interpreter } from './engine/interpreter';
import { Session } from './engine/session';
import { scan } from './scan';
import { isGoTree, type Refusal } from './tree';

const OWN: Delimiters = ['{{', '}}'];

/**
 * Renders a text as text/template does, for data that is a map. Three things differ on purpose: a slot without a value
 * leaves a visible hole where Go prints `<no value>`, what only the program knows (its own functions and templates)
 * leaves a gap, and there are limits.
 */
export function fill(given: TemplateTree, context: FillContext, options: DialectOptions): Filled {
  const session = new Session(isGoTree(given) ? given : scan(given.text, OWN), context, options);
  let stopped: Filled['stopped'];
  try {
    new Interpreter(session).run();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    stopped = error.stopped;
  }
  // Go reads the whole text before it runs any of it.
  const refusal = session.main.page.tree.refusal;
  if (refusal) stopped = stopAt(refusal);
  session.refuseCalls();
  const { skipped, gaps } = session;
  return {
    pieces: joinLiterals(session.pieces),
    ...(stopped ? { stopped } : {}),
    ...(gaps.length > 0 ? { gaps } : {}),
    ...(skipped.length > 0 ? { skipped } : {}),
  };
}

const stopAt = ({ message, span, engine }: Refusal): Filled['stopped'] => ({
  message,
  span,
  ...(engine === undefined ? {} : { engine }),
});
