import type { Block, Expression, Program } from './ast';
import { BUILT_IN, hasArguments } from './names';

/**
 * What the names of a program are looked up in.
 *
 * - `view`: the whole view, whose keys are the slots
 * - `value`: a value; the names are its fields
 * - `open`: either. `{{#x}}` leaves the context alone when `x` is `true`, and only a helper knows what it does
 */
export interface Context {
  readonly kind: 'view' | 'value' | 'open';
  /** Path of the value. */
  readonly path: string;
}

/** What stands round a use. */
export interface Scope {
  /** Innermost first; `../` climbs. */
  readonly contexts: readonly Context[];
  /** Names that block parameters take. */
  readonly params: ReadonlySet<string>;
  readonly branch: readonly string[];
  /** Slots that a condition round the use asks for. */
  readonly tested: readonly string[];
}

export const TOP: Scope = { contexts: [{ kind: 'view', path: '' }], params: new Set(), branch: [], tested: [] };

/**
 * - `condition`: `if`, `unless`; `loop`: `each`, `with`; `section`: `{{#x}}` without arguments
 * - `partial`: `{{#> x}}`, `{{#*inline "x"}}`; `other`: a helper that only the program knows
 */
export type BlockKind = 'condition' | 'loop' | 'section' | 'partial' | 'other';

export interface Entered {
  readonly kind: BlockKind;
  readonly inside: Scope;
  readonly otherwise: Scope;
}

/** The scopes of the two programs of a block. */
export function enter(block: Block, scope: Scope): Entered {
  const kind = kindOf(block);
  if (kind === 'partial') return { kind, inside: withParams(scope, block.program), otherwise: scope };
  const subjects =
    kind === 'section' ? [block.callee] : [...block.params, ...(block.hash ?? []).map(({ value }) => value)];
  const tested = kind === 'other' ? scope.tested : [...scope.tested, ...subjects.flatMap(namesIn)];
  const word = block.callee.kind === 'path' && kind !== 'section' ? block.callee.original : 'section';
  const arm = (index: number): Scope => {
    const branch = [...scope.branch, `${word}:${block.open.start}/${index}`];
    return { ...scope, tested, branch };
  };
  const inside = withParams({ ...arm(0), contexts: contextsIn(kind, subjects[0], scope) }, block.program);
  return { kind, inside, otherwise: withParams(arm(1), block.inverse) };
}

/** Paths of the values that may hold a name, outermost first. */
export function openContexts(contexts: readonly Context[]): readonly string[] {
  return contexts
    .filter(({ kind }) => kind === 'open')
    .map(({ path }) => path)
    .reverse();
}

function kindOf(block: Block): BlockKind {
  if (block.kind !== 'block') return 'partial';
  const { callee } = block;
  const name = callee.kind === 'path' ? (callee.parts[0] ?? '') : '';
  const isBuiltIn = callee.kind === 'path' && callee.depth === 0 && BUILT_IN.has(name);
  if (!hasArguments(block)) return isBuiltIn ? 'other' : 'section';
  if (!isBuiltIn) return 'other';
  if (name === 'if' || name === 'unless') return 'condition';
  return name === 'each' || name === 'with' ? 'loop' : 'other';
}

function contextsIn(kind: BlockKind, subject: Expression | undefined, { contexts }: Scope): readonly Context[] {
  if (kind === 'condition') return contexts;
  const path = subject?.kind === 'path' ? subject.original : '';
  // Whatever a section or a helper does inside of a value, the view is out of reach.
  const isValue = kind === 'loop' || contexts[0]?.kind === 'value';
  return [{ kind: isValue ? 'value' : 'open', path }, ...contexts];
}

function withParams(scope: Scope, program: Program | undefined): Scope {
  const names = program?.blockParams ?? [];
  return names.length === 0
    ? scope
    : { ...scope, params: new Set([...scope.params, ...names.map(({ name }) => name)]) };
}

/** First names of the paths in an expression. */
function namesIn(expression: Expression): string[] {
  if (expression.kind === 'path') return expression.parts.slice(0, 1);
  if (expression.kind === 'literal') return [];
  return [...expression.params, ...(expression.hash ?? []).map(({ value }) => value)].flatMap(namesIn);
}
