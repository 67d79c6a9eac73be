import { compare, contains, equal } from './compare';
import type { Traced } from './value';

/** `left comparator right` */
export function holds(comparator: string, left: Traced, right: Traced): boolean {
  switch (comparator) {
    case '==':
      return equal(left.value, right.value);
    case '!=':
      return !equal(left.value, right.value);
    case '<':
      return compare(left, right, comparator) < 0;
    case '<=':
      return compare(left, right, comparator) <= 0;
    case '>':
      return compare(left, right, comparator) > 0;
    case '>=':
      return compare(left, right, comparator) >= 0;
    default:
      return contains(right, left) === (comparator === 'in');
  }
}
