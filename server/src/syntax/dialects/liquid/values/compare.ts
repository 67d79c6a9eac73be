import { skipWhite } from '../../javascript/white';
import type { OperatorWord } from '../parse/expressions';
import { isNil, isObject, isTrue, type Primitive, plain, primitive } from './convert';
import { Dict, type LiquidValue, List, Nothing, Unknown } from './value';

/** What an operator gives. Nothing is left out: `and` and `or` look at both of their sides. */
export function operate(operator: OperatorWord, left: LiquidValue, right: LiquidValue): LiquidValue {
  if (left instanceof Unknown) return left;
  if (right instanceof Unknown) return right;
  switch (operator) {
    case '==':
      return equals(left, right);
    case '!=':
      return !equals(left, right);
    case 'and':
      return isTrue(left) && isTrue(right);
    case 'or':
      return isTrue(left) || isTrue(right);
    case 'not':
      return !isTrue(right);
    case 'contains':
      return contains(left, right);
    default:
      return compares(operator, left, right);
  }
}

function compares(operator: '<' | '>' | '<=' | '>=', left: LiquidValue, right: LiquidValue): boolean {
  // Nothing is less or more than `nil`, `empty` and `blank`.
  if (left instanceof Nothing || right instanceof Nothing) return false;
  const a = primitive(plain(left)) as number;
  const b = primitive(plain(right)) as number;
  if (operator === '<') return a < b;
  if (operator === '>') return a > b;
  return operator === '<=' ? a <= b : a >= b;
}

/** Whether two values are equal: lists by their items, maps only when they are the same one. */
export function equals(left: LiquidValue, right: LiquidValue, depth = 0): boolean {
  if (left instanceof Nothing) return isLike(left, right);
  if (right instanceof Nothing) return isLike(right, left);
  const a = plain(left);
  const b = plain(right);
  if (!(a instanceof List)) return a === b;
  if (!(b instanceof List) || a.items.length !== b.items.length || depth > DEEPEST) return false;
  return a.items.every((item, index) => equals(item.value, b.items[index]?.value, depth + 1));
}

const DEEPEST = 400;

function isLike({ word }: Nothing, value: LiquidValue): boolean {
  if (word === 'nil') return isNil(plain(value));
  if (value instanceof Nothing && value.word !== 'nil') return false;
  const known = plain(value);
  if (word === 'blank') {
    if (known === false || isNil(known)) return true;
    if (typeof known === 'string') return skipWhite(known, 0) === known.length;
  }
  if (typeof known === 'string') return known.length === 0;
  if (known instanceof List) return known.items.length === 0;
  return known instanceof Dict && known.entries.size === 0;
}

function contains(left: LiquidValue, right: LiquidValue): boolean {
  const whole = plain(left);
  if (whole instanceof List) return whole.items.some(({ value }) => equals(value, right));
  return typeof whole === 'string' && whole.includes(textOf(plain(right)));
}

/** What a text is searched for: whatever it is, it is made a text first. */
function textOf(value: LiquidValue): string {
  const known: Primitive = isObject(value) ? primitive(value) : value;
  return String(known);
}
