import type { FillContext, Filled, Piece } from '../../piece';
import type { DialectOptions } from '../dialect';
import { LIMIT, PythonError } from '../python/error';
import { Context, type Template } from './engine/context';
import { Interpreter, Wall } from './engine/interpreter';
import { EndlessError, Gap, Raised } from './engine/raised';
import { Session } from './engine/session';
import { runTemplate } from './engine/templates';
import { excerpt } from './excerpt';
import { GLOBALS } from './library/globals';
import type { JinjaTree, Refusal } from './tree';
import type { Run } from './values/run';
import { HoleError, UNSUPPORTED } from './values/show';
import { metered } from './values/work';

/**
 * Renders a text as Jinja2 does. Three things differ on purpose: a slot without a value leaves a visible hole where Jinja
 * prints nothing, what only the program knows (its own filters and functions) leaves a gap, and there are limits.
 */
export function fill(tree: JinjaTree, context: FillContext, options: DialectOptions): Filled {
  const main: Template = { tree, uri: undefined };
  const refusal = tree.refusal ?? (options.keepFinalNewline ? tree.lateRefusal : undefined);
  const session = new Session(main, context, options);
  const machine = new Interpreter(session, refusal?.span.start ?? Number.POSITIVE_INFINITY);
  const variables = new Context((name) => session.slot(name) ?? GLOBALS.get(name), { escapes: session.escapes });
  variables.addBlocks(main);
  let failure: unknown;
  try {
    metered(
      (steps) => session.spend(steps),
      options.missing,
      () => runTemplate(main, variables, undefined, machine),
    );
  } catch (error) {
    failure = error;
  }
  const stopped = refusal ? refused(refusal) : failure === undefined ? undefined : stop(failure, session);
  const { gaps } = session;
  return {
    pieces: written(session.out, session),
    ...(stopped ? { stopped } : {}),
    ...(gaps.length > 0 ? { gaps } : {}),
    skipped: session.skipped,
  };
}

type Stop = NonNullable<Filled['stopped']>;

const refused = ({ message, engine, span }: Refusal): Stop => ({
  message,
  span,
  ...(engine === undefined ? {} : { engine }),
});

/** Where and why the rendering ended, for an author. */
function stop(failure: unknown, session: Session): Stop | undefined {
  if (failure instanceof Wall) return undefined;
  // The stack of this program ends before that of the limits does, when somebody calls from deep inside.
  if (failure instanceof RangeError) return placed(DEEP, session.template.tree.body, session.template.uri);
  if (failure instanceof Gap) {
    const { message, span, file, refusal } = failure;
    return {
      ...placed(`The preview stops here: ${message}.`, span, file),
      ...(refusal === undefined ? {} : { refusal }),
    };
  }
  // What fails outside of every tag fails for the text as a whole.
  const raised =
    failure instanceof PythonError ? new Raised(failure, session.template.tree.body, session.template.uri) : failure;
  if (!(raised instanceof Raised)) throw raised;
  const { error, span, file } = raised;
  if (error.type === LIMIT || error.type === UNSUPPORTED) {
    return placed(`The preview stops here: ${error.message}.`, span, file);
  }
  const { tree } = session.textAt(file);
  return {
    ...placed(explain(error, tree.text.slice(span.start, span.end)), span, file),
    engine: error.traceback,
    ...(error instanceof HoleError ? { hole: error.hole } : {}),
  };
}

const DEEP = 'The preview stops here: it nests so deeply.';

const placed = (message: string, { start, end }: Stop['span'], file: string | undefined): Stop => ({
  message,
  span: { start, end },
  ...(file === undefined ? {} : { file }),
});

function explain(error: PythonError, written: string): string {
  const shown = excerpt(written);
  if (error instanceof HoleError) {
    return `Nothing gives a value for \`${error.hole}\`, and Jinja fails at \`${shown}\`: ${error.message}.`;
  }
  if (error.type === 'TemplateNotFound' || error.type === 'TemplatesNotFound') {
    return `The text that \`${shown}\` names is not there, so Jinja stops: ${error.traceback}.`;
  }
  if (error instanceof EndlessError && error.cycle.length > 0) {
    const chain = error.cycle.map((uri) => `\`${nameOf(uri)}\``).join(' → ');
    return `${chain}: these texts bring each other in without end, so Jinja fails: ${error.traceback}.`;
  }
  const hint = error.message.includes('builtin_function_or_method')
    ? " A name such as `items` behind a dot is a method of Python; the key of that name is written `['items']`."
    : '';
  return `Jinja fails at \`${shown}\`: ${error.traceback}.${hint}`;
}

/** What a text is called, for a message. */
const nameOf = (uri: string): string => (uri === '' ? 'this text' : uri.slice(uri.lastIndexOf('/') + 1));

/** The runs as pieces. What prints nothing and is to be seen all the same stands as it is written. */
function written(runs: readonly Run[], session: Session): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const run of runs) {
    if (!isPlaced(run)) continue;
    if (!run.gap && run.hole === undefined) {
      pieces.push(run);
      continue;
    }
    const { gap: _, ...piece } = run;
    const { tree } = session.textAt(run.file);
    pieces.push({ ...piece, text: tree.text.slice(run.span.start, run.span.end) });
  }
  return pieces;
}

const isPlaced = (run: Run): run is Run & Piece => run.span !== undefined;
