import { constant } from '../values/make';
import { raise } from '../values/show';
import type { CallArguments, PyValue, Traced } from '../values/value';
import type { Filter, Host } from './host';

/** Stands for a parameter that has no default. */
export const REQUIRED = Symbol('required');

/** The parameters of a function in their order, each with its default. */
export type Parameters = Readonly<Record<string, PyValue | typeof REQUIRED>>;

export type Given<P extends Parameters> = { readonly [name in keyof P]: Traced };

/** Matches the arguments of a call with the parameters of a function, as Python does. `own`: how many come before them. */
export function bind<P extends Parameters>(
  name: string,
  parameters: P,
  { positional, named }: CallArguments,
  own = 1,
): Given<P> {
  const names = Object.keys(parameters);
  if (positional.length > names.length) raise('TypeError', tooMany(name, parameters, positional.length, own));
  const given = new Map<string, Traced>();
  for (const [index, value] of positional.entries()) given.set(names[index] ?? '', value);
  for (const [key, value] of named) {
    if (!names.includes(key)) raise('TypeError', `${name}() got an unexpected keyword argument '${key}'`);
    if (given.has(key)) raise('TypeError', `${name}() got multiple values for argument '${key}'`);
    given.set(key, value);
  }
  const bound = names.map((key): [string, Traced] => {
    const fallback = parameters[key];
    const value = given.get(key);
    if (value) return [key, value];
    if (fallback === undefined || fallback === REQUIRED) {
      return raise('TypeError', `${name}() missing 1 required positional argument: '${key}'`);
    }
    return [key, constant(fallback as PyValue)];
  });
  return Object.fromEntries(bound) as Given<P>;
}

function tooMany(name: string, parameters: Parameters, given: number, own: number): string {
  const most = Object.keys(parameters).length + own;
  const least = Object.values(parameters).filter((fallback) => fallback === REQUIRED).length + own;
  const count = least === most ? `${most}` : `from ${least} to ${most}`;
  return `${name}() takes ${count} positional argument${most === 1 ? '' : 's'} but ${given + own} were given`;
}

/** The arguments of a function that takes any number of them, but none by name. */
export function positionalOnly(name: string, { positional, named }: CallArguments): readonly Traced[] {
  for (const key of named.keys()) raise('TypeError', `${name}() got an unexpected keyword argument '${key}'`);
  return positional;
}

/** A filter whose arguments are matched before it runs. */
export const filter =
  <P extends Parameters>(
    name: string,
    parameters: P,
    run: (input: Traced, given: Given<P>, host: Host) => Traced,
  ): Filter =>
  (input, args, host) =>
    run(input, bind(name, parameters, args), host);
