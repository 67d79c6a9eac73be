import { constant, made } from '../values/make';
import { isWhole, raise, typeName } from '../values/show';
import { type Traced, Undefined } from '../values/value';
import { item } from './access';
import type { Host } from './host';

/** Reads an attribute of each item that a filter goes through: `author.name`, `0`. */
export type Getter = (from: Traced) => Traced;

export interface GetterOptions {
  /** For comparisons: texts in small letters. */
  readonly ignoreCase?: boolean;
  /** Taken for what is undefined, when it is not None. */
  readonly fallback?: Traced;
}

export function attributeGetter(
  host: Host,
  path: Traced,
  { ignoreCase = false, fallback }: GetterOptions = {},
): Getter {
  const steps = stepsOf(path);
  return (from) => {
    let value = from;
    for (const step of steps) {
      value = item(value, step, host);
      if (fallback && fallback.value !== null && value.value instanceof Undefined) value = fallback;
    }
    return ignoreCase ? withoutCase(value) : value;
  };
}

export const withoutCase = (traced: Traced): Traced =>
  typeof traced.value === 'string' ? made(traced.value.toLowerCase(), traced) : traced;

/** The steps of a path: parts that are digits are numbers. */
function stepsOf(path: Traced): readonly Traced[] {
  if (path.value === null) return [];
  if (typeof path.value !== 'string') return [path];
  return path.value.split('.').map((part) => constant(/^[0-9]+$/.test(part) ? Number(part) : part));
}

/** Several paths, divided by commas, read at once. */
export function pathsOf(path: Traced): readonly Traced[] {
  if (typeof path.value === 'string') return path.value.split(',').map(constant);
  if (path.value !== null && !isWhole(path.value))
    raise('TypeError', `no attribute is called by a ${typeName(path.value)}`);
  return [path];
}
