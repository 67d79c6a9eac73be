import { compareTexts } from './characters';
import { fail } from './failure';
import { directive } from './fmt/directive';
import { Printer } from './fmt/printer';
import { Byte, Complex, type GoValue, List, typeName } from './values';

type Kind = 'bool' | 'complex' | 'int' | 'float' | 'string' | 'uint';

/** Only these can be told apart by `eq`, and put in order but for the first two. */
function kindOf(value: GoValue): Kind | undefined {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'float';
    case 'string':
      return 'string';
    default:
      return value instanceof Byte ? 'uint' : value instanceof Complex ? 'complex' : undefined;
  }
}

/** `eq`: whether the first equals one of the others. */
export function equal(first: GoValue, others: readonly GoValue[]): boolean {
  if (others.length === 0) return fail('missing argument for comparison');
  return others.some((other) => areEqual(first, other));
}

function areEqual(first: GoValue, second: GoValue): boolean {
  const kind = kindOf(first);
  if (kind !== kindOf(second)) {
    const [a, b] = [wholeOf(first), wholeOf(second)];
    if (a !== undefined && b !== undefined) return a === b;
    if (first !== undefined && second !== undefined) fail('incompatible types for comparison');
    return false;
  }
  if (kind === undefined) return areSameThings(first, second);
  if (first instanceof Complex && second instanceof Complex) {
    return first.real === second.real && first.imaginary === second.imaginary;
  }
  return kind === 'uint' ? wholeOf(first) === wholeOf(second) : first === second;
}

/** Lists and maps are never compared; only whether they are there. */
function areSameThings(first: GoValue, second: GoValue): boolean {
  if (first === undefined || second === undefined) return first === second;
  if (first instanceof List !== second instanceof List) {
    const [a, b] = [written(first, 's'), written(second, 'v')];
    return fail(`non-comparable types ${a}: ${typeName(first)}, ${typeName(second)}: ${b}`);
  }
  return fail(`non-comparable type ${written(second, 's')}: ${typeName(second)}`);
}

function written(value: GoValue, verb: 's' | 'v'): string {
  const printer = new Printer();
  printer.argument(value, directive(verb));
  return printer.text;
}

/** Whole numbers compare with and without a sign. */
const wholeOf = (value: GoValue): bigint | undefined =>
  typeof value === 'bigint' ? value : value instanceof Byte ? BigInt(value.value) : undefined;

/** `lt`. */
export function less(first: GoValue, second: GoValue): boolean {
  const kinds = [kindOf(first), kindOf(second)];
  if (kinds.includes(undefined)) fail('invalid type for comparison');
  const [a, b] = [wholeOf(first), wholeOf(second)];
  if (a !== undefined && b !== undefined) return a < b;
  if (kinds[0] !== kinds[1]) fail('incompatible types for comparison');
  if (typeof first === 'string' && typeof second === 'string') return compareTexts(first, second) < 0;
  if (typeof first === 'number' && typeof second === 'number') return first < second;
  return fail('invalid type for comparison');
}
