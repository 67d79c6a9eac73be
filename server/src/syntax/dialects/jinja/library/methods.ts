import { Dict, List, type Traced } from '../values/value';
import { dictMethods, listMethods, tupleMethods } from './container-methods';
import type { Host } from './host';
import { bound, type Method } from './method';
import { textMethods } from './text-methods';

/** The method of a value, bound to it. The lists are closed: nothing else of Python can be reached. */
export function methodOf(self: Traced, name: string, host: Host): Traced | undefined {
  const run = methodsOf(self)?.get(name);
  return run && bound(self, name, run, host);
}

function methodsOf({ value }: Traced): ReadonlyMap<string, Method> | undefined {
  if (typeof value === 'string') return textMethods;
  if (value instanceof List) return value.kind === 'list' ? listMethods : tupleMethods;
  return value instanceof Dict ? dictMethods : undefined;
}
