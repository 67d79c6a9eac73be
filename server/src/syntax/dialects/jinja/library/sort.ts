import { compare } from '../values/compare';
import type { Traced } from '../values/value';

/** Python's `sorted`: stable, also when it is reversed, and asking nothing but whether one key is less than another. */
export function sorted<T>(items: readonly T[], key: (item: T) => Traced, reverse: boolean): T[] {
  const keyed = items.map((item, index) => ({ item, key: key(item), index }));
  if (keyed.length > 1) {
    keyed.sort((a, b) => {
      const order = compare(a.key, b.key, '<') < 0 ? -1 : compare(b.key, a.key, '<') < 0 ? 1 : 0;
      return (reverse ? -order : order) || a.index - b.index;
    });
  }
  return keyed.map(({ item }) => item);
}
