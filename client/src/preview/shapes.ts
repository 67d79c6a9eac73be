// The smallest set of checks that says whether a value from outside has the shape it should have.

export type Check<T> = (value: unknown) => value is T;
type Checked<C> = C extends Check<infer T> ? T : never;

export const isString: Check<string> = (value): value is string => typeof value === 'string';
export const isBoolean: Check<boolean> = (value): value is boolean => typeof value === 'boolean';
export const isNumber: Check<number> = (value): value is number => typeof value === 'number' && Number.isFinite(value);

/** Texts by their names. */
export const isTexts: Check<Record<string, string>> = (value): value is Record<string, string> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isString);

/** A whole number from zero. */
export const isCount: Check<number> = (value): value is number => Number.isInteger(value) && Number(value) >= 0;

export const nullable =
  <T>(check: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || check(value);

export const optional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || check(value);

export const oneOf =
  <const T extends string>(...allowed: readonly T[]): Check<T> =>
  (value): value is T =>
    allowed.some((one) => one === value);

export const oneShapeOf =
  (...checks: readonly Check<unknown>[]): Check<unknown> =>
  (value): value is unknown =>
    checks.some((check) => check(value));

export const arrayOf =
  <T>(check: Check<T>): Check<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every((item) => check(item));

/** An object whose named members all pass; it may have others. */
export function shape<S extends Readonly<Record<string, Check<unknown>>>>(
  members: S,
): Check<{ readonly [K in keyof S]: Checked<S[K]> }> {
  const all = Object.entries(members);
  return (value): value is { readonly [K in keyof S]: Checked<S[K]> } =>
    typeof value === 'object' &&
    value !== null &&
    all.every(([name, check]) => check((value as Record<string, unknown>)[name]));
}
