import { textsOfSystem } from '../../model/texts';
import type { RenderProblem } from '../../render/segment';
import { inOwnDelimiters } from '../../syntax/dialects/delimiters';
import type { TemplateTree } from '../../syntax/tree';
import type { Problem, RenderContext } from '../rule';
import { spansOf } from './foreign';
import { textAt } from './sourceText';

/**
 * Where the engine stops with the values of a selection, so that the program has no prompt at all. A slot without a value
 * is no such place, nor is what only the program has.
 */
export function* engineStops(context: RenderContext): Generator<Problem> {
  const named = new Set<string>();
  for (const problem of context.rendered.problems) {
    const { refusal } = problem;
    const bare = problem.gap ? problemOfBareSlot(context, problem) : undefined;
    if (bare) yield bare;
    else if (refusal !== undefined) {
      if (!named.has(refusal)) yield* problemOfName(context, problem, refusal);
      named.add(refusal);
    } else if (problem.gap) continue;
    else yield* problemOfStop(context, problem);
  }
}

function* problemOfStop({ rendered, system, lookup }: RenderContext, problem: RenderProblem): Generator<Problem> {
  const { place, message, engine, hole, pass } = problem;
  if (engine === undefined || hole !== undefined || asksOfType(problem)) return;
  const trees = textsOfSystem(system, lookup).flatMap(({ file, tree }) =>
    tree && file.uri === place.uri ? [tree] : [],
  );
  // What is wrong in the text itself, or with a text that it names, has been said, and is why the engine stops.
  if (trees.some((tree) => tree.faults.length > 0 || namesText(tree, problem))) return;
  const before = `The program fills this text ${system.dialects.length} times, and pass ${pass} reads what the one before it has made: `;
  const what = (pass === undefined ? '' : before) + message;
  if (system.dialects[(pass ?? 1) - 1]?.id !== 'py-format') {
    const { label } = rendered.selection;
    const slot = slotAt(trees, problem);
    yield {
      ...place,
      ...(slot === undefined ? {} : { slot }),
      message: `${what}${label === '' ? '' : ` Seen with ${label}.`} The program gets no prompt there: correct the tag, or the value.`,
    };
    return;
  }
  // Where a value flows in, another value may do.
  const isValue = trees.some((tree) => spansOf(tree.slots).overlap(place.span));
  yield { ...place, message: what, ...(isValue ? { level: 'warning' as const } : {}) };
}

/** A name that the engine does not have. The program may add it, and nobody but the author knows; a file of another tool cannot even say so. */
function* problemOfName(
  { system, lookup }: RenderContext,
  problem: RenderProblem,
  refusal: string,
): Generator<Problem> {
  const trees = textsOfSystem(system, lookup).flatMap(({ file, tree }) =>
    tree && file.uri === problem.place.uri ? [tree] : [],
  );
  // A name that is nearly one of the engine's own has been told with it.
  if (trees.some(({ faults }) => faults.some(({ span }) => overlapsPlace(span, problem)))) return;
  const slot = slotAt(trees, problem);
  const canSay = system.manifest.kind !== 'provider';
  const advice = canSay ? '; when the program does add it, say so among the `functions` of `options`' : '';
  yield {
    ...problem.place,
    level: canSay ? 'warning' : 'info',
    ...(slot === undefined ? {} : { slot }),
    message: `Unless the program adds it, the engine refuses the whole text here: ${refusal} Correct the name${advice}.`,
  };
}

/** `{{ customer }}` in Go is the call of a function; a slot begins with a dot. */
function problemOfBareSlot({ system, lookup }: RenderContext, { place, pass }: RenderProblem): Problem | undefined {
  const dialect = system.dialects[(pass ?? 1) - 1];
  if (dialect?.id !== 'go-template') return undefined;
  const tag = textAt(lookup, place.uri)?.slice(place.span.start, place.span.end) ?? '';
  const own = inOwnDelimiters(tag, dialect, system.options);
  const name = /^\{\{(?:- )?\s{0,9}(\w+)\s{0,9}(?: -)?\}\}$/.exec(own)?.[1];
  if (name === undefined || !system.slots.has(name) || system.options.functions?.includes(name)) return undefined;
  const at = place.span.start + tag.indexOf(name, dialect.open.length);
  return {
    ...place,
    slot: name,
    message: `\`${tag}\` calls a function \`${name}\`, which Go does not have, so it refuses the whole text: function "${name}" not defined. The slot is written \`.${name}\`.`,
    fixes: [{ title: `Write .${name}`, edits: [{ uri: place.uri, span: { start: at, end: at }, text: '.' }] }],
  };
}

/** `namespace.tools`: nobody asks this of Jinja's own class, so the program gives a value of that name, which comes before it. */
const asksOfType = ({ message }: RenderProblem): boolean => message.includes("'type object' has no attribute");

const overlapsPlace = (span: { start: number; end: number }, { place }: RenderProblem): boolean =>
  span.start < place.span.end && place.span.start < span.end;

const namesText = (tree: TemplateTree, problem: RenderProblem): boolean =>
  tree.references?.some(({ span }) => overlapsPlace(span, problem)) === true;

/** The slot in the tag at which it stopped. */
const slotAt = (trees: readonly TemplateTree[], problem: RenderProblem): string | undefined =>
  trees.flatMap((tree) => tree.slots).find(({ span }) => overlapsPlace(span, problem))?.name;
