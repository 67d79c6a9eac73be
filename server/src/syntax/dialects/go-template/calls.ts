// The functions that a text calls, and those among them that only a program can have.
import { Nearest } from '../../../text/similar';
import type { Span } from '../../../text/span';
import type { SyntaxFault } from '../../tree';
import { FUNCTIONS } from './functions';
import { statementsIn } from './outline';
import type { Operand, Pipeline } from './parse/nodes';
import type { Parsed } from './parse/parser';

/** A call of a function that Go does not have. The span is that of its name. */
export interface AddedCall extends Span {
  readonly name: string;
  /** The tag that it stands in. */
  readonly tag: Span;
}

/** In the order of the text. Go refuses a whole text for each of them that its program has not added, wherever it stands. */
export function addedCalls({ body, defined }: Parsed): readonly AddedCall[] {
  const calls: AddedCall[] = [];
  for (const node of statementsIn([body, ...defined.map((one) => one.body)]))
    if ('pipe' in node && node.pipe) collect(node.pipe, 'open' in node ? node.open : node, calls);
  return calls.sort((a, b) => a.start - b.start);
}

function collect(operand: Operand | Pipeline, tag: Span, calls: AddedCall[]): void {
  if (operand.kind === 'pipeline') {
    for (const { args } of operand.commands) for (const one of args) collect(one, tag, calls);
  } else if (operand.kind === 'chain') collect(operand.of, tag, calls);
  else if (operand.kind === 'function' && !FUNCTIONS.has(operand.name)) {
    const { name, start, end } = operand;
    calls.push({ name, tag, start, end });
  }
}

/** What Go says of such a call. */
export const notDefined = (name: string): string => `function "${name}" not defined`;

/** Shorter names are near to many others. */
const SHORTEST = 5;
const LONG_NAMES = [...FUNCTIONS.keys()].filter((name) => name.length >= SHORTEST);

/** Calls whose name is one letter away from that of a function of Go: hardly a function of the program. */
export function slipsIn(calls: readonly AddedCall[]): readonly SyntaxFault[] {
  const nearest = new Nearest(LONG_NAMES);
  return calls.flatMap(({ name, start, end }) => {
    const meant = name.length < SHORTEST - 1 ? undefined : nearest.toOneChange(name);
    if (meant === undefined) return [];
    return [
      {
        kind: 'unsupported',
        message: `Go has no function \`${name}\`, and refuses the whole text unless the program adds one; \`${meant}\` is nearly the same.`,
        span: { start, end },
        engine: notDefined(name),
        fix: { title: `Write ${meant}`, span: { start, end }, text: meant },
      },
    ];
  });
}
