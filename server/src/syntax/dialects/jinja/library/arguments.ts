// What filters, tests and methods expect of their arguments.
import { defined, isWhole, raise, typeName } from '../values/show';
import type { Traced } from '../values/value';

/** A whole number, as `range`, widths and counts want it. */
export function integer(traced: Traced): number {
  defined(traced);
  if (isWhole(traced.value)) return Number(traced.value);
  return raise('TypeError', `'${typeName(traced.value)}' object cannot be interpreted as an integer`);
}

export function text(traced: Traced): string {
  defined(traced);
  if (typeof traced.value === 'string') return traced.value;
  return raise('TypeError', `must be str, not ${typeName(traced.value)}`);
}

/** A text, or None for the default. */
export const textOrNone = (traced: Traced): string | null => (traced.value === null ? null : text(traced));
