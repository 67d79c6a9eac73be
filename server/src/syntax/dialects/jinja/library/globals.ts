import { quoted } from '../../python/repr';
import { constant, made, NONE } from '../values/make';
import { raise, repr, str, UNSUPPORTED } from '../values/show';
import { type CallArguments, Dict, Namespace, PyObject, Range, type Traced } from '../values/value';
import { integer } from './arguments';
import { bind, positionalOnly } from './bind';
import { fill } from './container-methods';

const callable = (call: (args: CallArguments) => Traced, typeName = 'type'): Traced =>
  constant(new PyObject({ typeName, call }));

/** A method that takes nothing. */
const method = (name: string, run: () => Traced): Traced =>
  callable((args) => {
    bind(name, {}, args);
    return run();
  }, 'method');

/** What Jinja gives every text. A slot of the same name comes before it. */
export const GLOBALS: ReadonlyMap<string, Traced> = new Map([
  ['range', callable(range)],
  ['dict', callable((args) => constant(dictOf(args)))],
  ['namespace', callable(namespace)],
  ['cycler', callable(cycler)],
  ['joiner', callable(joiner)],
  ['lipsum', callable(() => raise(UNSUPPORTED, 'it makes up no text as `lipsum` does'), 'function')],
]);

function range({ positional, named }: CallArguments): Traced {
  if (named.size > 0) raise('TypeError', 'range() takes no keyword arguments');
  if (positional.length === 0) raise('TypeError', 'range expected at least 1 argument, got 0');
  if (positional.length > 3) raise('TypeError', `range expected at most 3 arguments, got ${positional.length}`);
  const [first = 0, second, step = 1] = positional.map(integer);
  if (step === 0) raise('ValueError', 'range() arg 3 must not be zero');
  const value = second === undefined ? new Range(0, first, 1) : new Range(first, second, step);
  return made(value, ...positional);
}

function dictOf(args: CallArguments): Dict {
  const dict = new Dict();
  fill(dict, args);
  return dict;
}

function namespace(args: CallArguments): Traced {
  const attributes = new Map<string, Traced>();
  for (const { key, value } of dictOf(args).entries.values()) attributes.set(str(key), value);
  const shown = (all: ReadonlyMap<string, Traced>): string =>
    `<Namespace {${[...all].map(([name, value]) => `${quoted(name)}: ${repr(value)}`).join(', ')}}>`;
  return constant(new Namespace(attributes, shown));
}

/** Gives its items in turn. */
function cycler(args: CallArguments): Traced {
  const items = positionalOnly('Cycler.__init__', args);
  if (items.length === 0) raise('RuntimeError', 'at least one item has to be provided');
  let at = 0;
  const current = (): Traced => items[at] ?? NONE;
  const next = (): Traced => {
    const item = current();
    at = (at + 1) % items.length;
    return item;
  };
  const reset = (): Traced => {
    at = 0;
    return NONE;
  };
  return constant(
    new PyObject({
      typeName: 'Cycler',
      attribute: (name) => {
        if (name === 'current') return current();
        if (name === 'next' || name === '__next__') return method('Cycler.next', next);
        if (name === 'reset') return method('Cycler.reset', reset);
        return name === 'pos' ? constant(at) : undefined;
      },
    }),
  );
}

/** Gives nothing the first time it is called, and its separator from then on. */
function joiner(args: CallArguments): Traced {
  const { sep: separator } = bind('Joiner.__init__', { sep: ', ' }, args);
  let used = false;
  const call = (none: CallArguments): Traced => {
    bind('Joiner.__call__', {}, none);
    if (used) return separator;
    used = true;
    return constant('');
  };
  return constant(
    new PyObject({ typeName: 'Joiner', call, attribute: (name) => (name === 'sep' ? separator : undefined) }),
  );
}
