import type { Operator } from '../parse/expressions';
import { LONGEST_NUMBER, limit, room, roomForItems } from './limits';
import { concatenated, made, originsOf } from './make';
import { escapedText } from './markup';
import { bits, nearestPower, nearestQuotient } from './nearest';
import { percent } from './percent';
import { defined, hasFields, isNumeric, isWhole, raise, toNumber, typeName, whole } from './show';
import { Float, List, type PyValue, type Traced, Undefined } from './value';
import { spend } from './work';

/** `left operator right` */
export function arithmetic(operator: Operator, left: Traced, right: Traced): Traced {
  // The text decides here, before anybody asks whether the other side is defined.
  if (operator === '%' && typeof left.value === 'string') return percent(left, right);
  defined(left);
  // To escaped text, what says itself how it is escaped is put as it is.
  const isNothing = operator === '+' && left.markup && right.value instanceof Undefined && hasFields(right.value);
  if (isNothing) return left;
  defined(right);
  const special = operator === '+' ? added(left, right) : operator === '*' ? repeated(left, right) : undefined;
  if (special) return special;
  const { value: a } = left;
  const { value: b } = right;
  if (!isNumeric(a) || !isNumeric(b)) {
    const sign = operator === '**' ? '** or pow()' : operator;
    return raise('TypeError', `unsupported operand type(s) for ${sign}: '${typeName(a)}' and '${typeName(b)}'`);
  }
  if (isWhole(a) && isWhole(b) && operator !== '/') {
    return made(wholeResult(operator, BigInt(a), BigInt(b)), left, right);
  }
  if (operator === '/' && (typeof a === 'bigint' || typeof b === 'bigint') && isWhole(a) && isWhole(b)) {
    return made(new Float(nearestQuotient(BigInt(a), BigInt(b))), left, right);
  }
  if (operator === '/' && isWhole(a) && isWhole(b) && Number(b) === 0) raise('ZeroDivisionError', 'division by zero');
  return made(new Float(floatResult(operator, finite(a), finite(b))), left, right);
}

/** `+` of texts and lists; undefined when it is a matter of numbers. */
function added(left: Traced, right: Traced): Traced | undefined {
  const { value: a } = left;
  const { value: b } = right;
  if (typeof a === 'string') {
    if (typeof b !== 'string') raise('TypeError', `can only concatenate str (not "${typeName(b)}") to str`);
    // Escaped text escapes what is put to it.
    if (!left.markup && !right.markup) return concatenated([left, right]);
    return { ...concatenated([escapedText(left), escapedText(right)]), markup: true };
  }
  if (!(a instanceof List)) return undefined;
  if (!(b instanceof List && b.kind === a.kind)) {
    return raise('TypeError', `can only concatenate ${a.kind} (not "${typeName(b)}") to ${a.kind}`);
  }
  return { value: new List([...a.items, ...b.items], a.kind), origins: [] };
}

/** `*` of a text or a list and a number; undefined when it is a matter of numbers. */
function repeated(left: Traced, right: Traced): Traced | undefined {
  const isSequence = (value: PyValue): value is string | List => typeof value === 'string' || value instanceof List;
  const [sequence, times] = isSequence(left.value) ? [left, right] : [right, left];
  if (!isSequence(sequence.value)) return undefined;
  if (!isWhole(times.value)) {
    return raise('TypeError', `can't multiply sequence by non-int of type '${typeName(times.value)}'`);
  }
  const count = Math.max(0, Number(times.value));
  if (typeof sequence.value === 'string') {
    room(sequence.value.length * count);
    spend((sequence.value.length * count) >> 6);
    const text = made(sequence.value.repeat(count), sequence, times);
    return sequence.markup ? { ...text, markup: true } : text;
  }
  roomForItems(sequence.value.items.length * count);
  const items = Array.from({ length: count }, () => (sequence.value as List).items).flat();
  return { value: new List(items, sequence.value.kind), origins: [] };
}

function wholeResult(operator: Operator, a: bigint, b: bigint): PyValue {
  switch (operator) {
    case '+':
      return whole(a + b);
    case '-':
      return whole(a - b);
    case '*':
      if (bits(a) + bits(b) > LONGEST_NUMBER) limit('number so large');
      return whole(a * b);
    case '**':
      return power(a, b);
    default:
      return operator === '//' ? whole(quotient(a, b)) : whole(a - quotient(a, b) * b);
  }
}

/** Division that rounds down, as Python's does for negative numbers too. */
function quotient(a: bigint, b: bigint): bigint {
  if (b === 0n) raise('ZeroDivisionError', 'integer division or modulo by zero');
  const rounded = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? rounded - 1n : rounded;
}

function power(a: bigint, b: bigint): PyValue {
  if (b < 0n) return new Float(floatResult('**', Number(a), Number(b)));
  const small = a >= -1n && a <= 1n;
  if (!small && bits(a) * Number(b) > LONGEST_NUMBER) limit('number so large');
  return whole(a ** b);
}

function finite(value: boolean | number | bigint | Float): number {
  const number = toNumber(value);
  if (typeof value === 'bigint' && !Number.isFinite(number)) {
    raise('OverflowError', 'int too large to convert to float');
  }
  return number;
}

function floatResult(operator: Operator, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? raise('ZeroDivisionError', 'float division by zero') : a / b;
    case '**':
      return floatPower(a, b);
    case '%':
      return b === 0 ? raise('ZeroDivisionError', 'float modulo') : remainder(a, b);
    case '//':
      return b === 0 ? raise('ZeroDivisionError', 'float floor division by zero') : floored(a, b);
  }
}

function floatPower(a: number, b: number): number {
  if (a === 0 && b < 0) return raise('ZeroDivisionError', '0.0 cannot be raised to a negative power');
  if (a < 0 && Number.isFinite(a) && Number.isFinite(b) && !Number.isInteger(b)) {
    return raise('Unsupported', 'the power of a negative number is complex');
  }
  // One to any power is one in Python, also to a power that is no number.
  const result = a === 1 ? 1 : nearestPower(a, b);
  if (!Number.isFinite(result) && Number.isFinite(a) && Number.isFinite(b)) {
    return raise('OverflowError', "(34, 'Numerical result out of range')");
  }
  return result;
}

/** The remainder has the sign of the divisor, zero included. */
function remainder(a: number, b: number): number {
  const rest = a % b;
  if (rest === 0) return b < 0 ? -0 : 0;
  return rest < 0 !== b < 0 ? rest + b : rest;
}

function floored(a: number, b: number): number {
  const rest = a % b;
  const adjusted = rest !== 0 && b < 0 !== rest < 0 ? rest + b : rest;
  const result = (a - adjusted) / b;
  if (result !== 0) return Math.round(result);
  return a / b < 0 || Object.is(a / b, -0) ? -0 : 0;
}

/** `-x` or `+x` */
export function signed(sign: '+' | '-', operand: Traced): Traced {
  defined(operand);
  const { value } = operand;
  if (!isNumeric(value)) raise('TypeError', `bad operand type for unary ${sign}: '${typeName(value)}'`);
  const origins = originsOf(operand);
  if (value instanceof Float) return { value: sign === '-' ? new Float(-value.number) : value, origins };
  const number = BigInt(value as number | bigint | boolean);
  return { value: whole(sign === '-' ? -number : number), origins };
}
