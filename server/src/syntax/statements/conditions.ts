// What several engines can ask of values, as each of them writes it between `if` and the end of its tag.
import type { Comparison, Condition, Ref, Test } from './statement';

type RefOf = (written: string | undefined) => Ref | undefined;

/** A text in quotes that every dialect can write in the same way. Groups: the text in double or in single quotes. */
export const LITERAL = `(?:"([^"'\\\\{}%\\r\\n]*)"|'([^"'\\\\{}%\\r\\n]*)')`;

const WORD = '[^\\s()!=<>|"\']+';

/** A condition of one test. */
export const single = (ref: Ref | undefined, not: boolean, equals?: string): Condition | undefined =>
  ref && { tests: [{ ref, not, ...(equals === undefined ? {} : { equals }) }], joined: 'and' };

// --- Jinja and Liquid ------------------------------------------------------------------------------------------------

/** A number that every engine reads alike. */
const NUMBER = '(-?(?:0|[1-9][0-9]{0,14})(?:\\.[0-9]{1,15})?)(?![^\\s])';

const TEST = `\\s*(not\\s+)?(${WORD})(?:\\s*([=!<>]=|[<>])\\s*(?:${LITERAL}|(empty)(?![^\\s])|${NUMBER}))?\\s*(?:(and|or)\\s|$)`;

/** Liquid takes an empty text for something, so that people ask twice. */
const TWICE = /(?<![^\s])([^\s()!=<>|"']+) and \1 != empty(?![^\s])/gu;
const THRICE = /^([^\s()!=<>|"']+) == nil or \1 == false or \1 == empty$/u;

/** `a`, `not a`, `a == "x"`, and several of them with the same word between them; undefined for all that says more. */
export function jinjaCondition(words: string, family: 'jinja' | 'liquid', refOf: RefOf): Condition | undefined {
  const isLiquid = family === 'liquid';
  const asked = isLiquid ? words.replace(THRICE, '$1 == empty').replace(TWICE, '$1 != empty') : words;
  const tests: Test[] = [];
  const joints = new Set<string>();
  const pattern = new RegExp(TEST, 'uy');
  while (pattern.lastIndex < asked.length) {
    const [, not, name, operator, double, quote, nothing, number, joint] = pattern.exec(asked) ?? [];
    const ref = refOf(name);
    const text = double ?? quote;
    if (!ref || (isLiquid ? not !== undefined : nothing !== undefined || text === '')) return undefined;
    const isOther = operator === '!=';
    if (number !== undefined) tests.push({ ref, not: false, than: { operator: operatorOf(operator, not), number } });
    else if (operator !== undefined && operator !== '==' && !isOther) return undefined;
    else if (operator === undefined) tests.push({ ref, not: not !== undefined });
    else if (text === undefined || text === '') tests.push({ ref, not: !isOther });
    else tests.push({ ref, not: isOther !== (not !== undefined), equals: text });
    if (joint === undefined) break;
    joints.add(joint);
    if (pattern.lastIndex >= asked.length) return undefined;
  }
  if (tests.length === 0 || pattern.lastIndex < asked.length || joints.size > 1) return undefined;
  return { tests, joined: joints.has('or') ? 'or' : 'and' };
}

const OPPOSITE = { '==': '!=', '!=': '==', '<': '>=', '>': '<=', '<=': '>', '>=': '<' } as const;

/** The operator, or the opposite one for what does not hold. */
function operatorOf(written: string | undefined, not: string | undefined): Comparison['operator'] {
  const operator = (written ?? '==') as Comparison['operator'];
  return not === undefined ? operator : OPPOSITE[operator];
}

// --- Go --------------------------------------------------------------------------------------------------------------

const ATOM = `(?:(${WORD})|\\(not\\s+(${WORD})\\)|\\((eq|ne)\\s+(${WORD})\\s+${LITERAL}\\))`;
const ALONE = new RegExp(`^(?:(?:(not)\\s+)?(${WORD})|(eq|ne)\\s+(${WORD})\\s+${LITERAL})$`, 'u');

/** `.a`, `not .a`, `eq .a "x"`, and several of them behind `and` or `or`. */
export function goCondition(words: string, refOf: RefOf): Condition | undefined {
  const [, joined] = /^(and|or)\s/.exec(words) ?? [];
  if (joined === undefined) {
    const [, not, name, operator, compared, double, quote] = ALONE.exec(words) ?? [];
    if (operator === undefined) return single(refOf(name), not !== undefined);
    return single(refOf(compared), operator === 'ne', double ?? quote);
  }
  const tests: Test[] = [];
  const pattern = new RegExp(`\\s+${ATOM}`, 'uy');
  pattern.lastIndex = joined.length;
  while (pattern.lastIndex < words.length) {
    const [, plain, not, operator, compared, double, quote] = pattern.exec(words) ?? [];
    const ref = refOf(plain ?? not ?? compared);
    const equals = double ?? quote;
    if (!ref) return undefined;
    tests.push({
      ref,
      not: not !== undefined || operator === 'ne',
      ...(operator === undefined || equals === undefined ? {} : { equals }),
    });
  }
  return tests.length > 1 ? { tests, joined: joined === 'or' ? 'or' : 'and' } : undefined;
}
