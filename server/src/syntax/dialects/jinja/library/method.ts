import { made } from '../values/make';
import { NO_ORIGINS } from '../values/run';
import { raise, UNSUPPORTED } from '../values/show';
import { type CallArguments, PyObject, type Traced } from '../values/value';
import { spendOn } from '../values/work';
import { bind, type Given, type Parameters } from './bind';
import type { Host } from './host';

/** A method of a value of one type, bound to it when it is looked up. */
export type Method = (self: Traced, args: CallArguments, host: Host) => Traced;

/** A method whose arguments have no names, as most of Python's own have. */
export const method =
  <P extends Parameters>(
    name: string,
    parameters: P,
    run: (self: Traced, given: Given<P>, host: Host) => Traced,
  ): Method =>
  (self, args, host) => {
    if (args.named.size > 0) raise('TypeError', `${name}() takes no keyword arguments`);
    return run(self, bind(name, parameters, args, 0), host);
  };

/** A method whose arguments may be named. */
export const namedMethod =
  <P extends Parameters>(
    name: string,
    parameters: P,
    run: (self: Traced, given: Given<P>, host: Host) => Traced,
  ): Method =>
  (self, args, host) =>
    run(self, bind(name, parameters, args, 0), host);

/** A method that Python has and a preview cannot do. */
export const unsupported =
  (name: string): Method =>
  () =>
    raise(UNSUPPORTED, `it does not run Python's \`${name}\``);

/** The method as a value that can be called. */
export const bound = (self: Traced, name: string, run: Method, host: Host): Traced => ({
  value: new PyObject({
    typeName: 'builtin_function_or_method',
    print: () => raise(UNSUPPORTED, `\`${name}\` is a method of Python here; the key is written \`['${name}']\``),
    call: (args) => {
      spendOn(self.value);
      for (const { value } of args.positional) spendOn(value);
      const result = run(self, args, host);
      // What a method makes of a value came from it, whatever it is.
      return result.origins.length > 0 || result.runs || typeof result.value === 'object'
        ? result
        : made(result.value, self, result);
    },
  }),
  origins: NO_ORIGINS,
});
