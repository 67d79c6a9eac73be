import type { Operand, Operator, Postfix } from './expressions';
import { PRECEDENCE } from './words';

/**
 * Operands and operators as a stack machine takes them. Operators that bind alike are put behind both of their operands
 * from the right, and nothing checks that there are operands: `a b` is `a`.
 */
export function toPostfix(tokens: readonly (Operand | Operator)[]): Postfix {
  const postfix: (Operand | Operator)[] = [];
  const waiting: Operator[] = [];
  for (const token of tokens) {
    if (token.kind !== 'operator') {
      postfix.push(token);
      continue;
    }
    for (let last = waiting.at(-1); last && strength(last) > strength(token); last = waiting.at(-1)) {
      postfix.push(last);
      waiting.pop();
    }
    waiting.push(token);
  }
  return [...postfix, ...waiting.reverse()];
}

const strength = ({ operator }: Operator): number => PRECEDENCE.get(operator) ?? 1;
