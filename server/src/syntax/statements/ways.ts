import type { Known } from './read';
import { type Family, Obstacle, type Ref, type Statement, type Test } from './statement';

/** From one dialect with statements to another. */
interface Way {
  readonly from: Family;
  readonly to: Family;
  readonly known: Known;
}

/** Throws an `Obstacle` at the first statement that both engines can say and that would not mean the same for every value. */
export function sameMeaning(statements: readonly Statement[], way: Way): void {
  for (const statement of statements) {
    if (statement.kind === 'value' && statement.filters.length === 0) samePrint(statement, way);
    if (statement.kind === 'if') {
      for (const { condition, body } of statement.arms) {
        for (const test of condition.tests) sameTest(test, statement.span, way);
        sameMeaning(body, way);
      }
      sameMeaning(statement.otherwise ?? [], way);
    }
    if (statement.kind !== 'each') continue;
    sameMeaning(statement.body, way);
    sameMeaning(statement.otherwise ?? [], way);
  }
}

/** `True` is Python's, and Go writes large numbers in a way of its own. */
function samePrint({ ref, span }: Statement & { readonly ref: Ref }, way: Way): void {
  const type = typeOf(ref, way);
  if (type === 'boolean' && isOneOf('jinja', way)) throw new Obstacle(span, 'prints whether something is true');
  if (type === 'number' && isOneOf('go-template', way)) throw new Obstacle(span, 'prints a number');
}

/** Zero is something to Liquid alone, and Go stops at a number that is compared with a text. */
function sameTest({ ref, equals, than }: Test, span: Statement['span'], way: Way): void {
  const type = typeOf(ref, way);
  if (than) {
    if (!COMPARING.has(way.to)) throw new Obstacle(span, 'compares a number');
    if (type !== 'number') throw new Obstacle(span, 'compares with a number what is not declared as `type: number`');
    return;
  }
  if (equals === undefined && type === 'number' && isOneOf('liquid', way))
    throw new Obstacle(span, 'asks whether a number is something');
  if (equals !== undefined && type !== 'text' && isOneOf('go-template', way))
    throw new Obstacle(span, 'compares a value with a text');
}

const typeOf = (ref: Ref, { known }: Way): ReturnType<Known['typeOf']> =>
  ref.kind === 'slot' ? known.typeOf(ref.path) : undefined;

/** Engines that compare any number with any other. Go stops at a whole one and one that is not. */
const COMPARING: ReadonlySet<Family> = new Set(['jinja', 'liquid']);

const isOneOf = (family: Family, { from, to }: Way): boolean => (from === family) !== (to === family);
