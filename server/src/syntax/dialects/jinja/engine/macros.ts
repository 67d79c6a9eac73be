import { quoted } from '../../python/repr';
import { namesOfMacro, specialNames } from '../names';
import type { CallBlock, Macro } from '../parse/nodes';
import { setEntry } from '../values/compare';
import { constant, tuple } from '../values/make';
import { raise } from '../values/show';
import { type CallArguments, Dict, PyObject, type Traced, Undefined } from '../values/value';
import type { Frame } from './frame';
import type { Machine } from './machine';
import { remembered } from './remembered';

/** Parameters that a macro has only when its body names them. */
const SPECIAL = ['caller', 'kwargs', 'varargs'];

/** A macro, or the block of a `{% call %}`, which has no name. */
export function macroOf(node: Macro | CallBlock, frame: Frame, machine: Machine): Traced {
  const name = node.kind === 'macro' ? node.name.name : undefined;
  const given = node.parameters.map((parameter) => parameter.name.name);
  const isSpecial = (one: string): boolean => !given.includes(one);
  const names = remembered(node, () => {
    const named = [...specialNames(node.body.nodes, SPECIAL)];
    return namesOfMacro(node, frame.names, named.filter(isSpecial));
  });
  const special = SPECIAL.filter((one) => isSpecial(one) && names.takes(one));
  const { template } = machine.session;
  machine.session.mark(node.body, false);
  const call = (args: CallArguments): Traced => {
    const values = matched(args, { name, given, special });
    const text = machine.session.inside(template, undefined, () => {
      machine.session.mark(node.body, true);
      const inner = frame.inner(names, { captured: true });
      return machine.text(() => {
        fillIn(node, values, inner, machine);
        machine.body(node.body, inner);
      });
    });
    return frame.context.evaluation.escapes ? { ...text, markup: true } : text;
  };
  return constant(
    new PyObject({
      typeName: 'Macro',
      call,
      attribute: (attribute) => attributeOf({ name, given, special }, attribute),
      print: () => `<Macro ${name === undefined ? 'anonymous' : quoted(name)}>`,
    }),
  );
}

interface Signature {
  readonly name: string | undefined;
  readonly given: readonly string[];
  readonly special: readonly string[];
}

function attributeOf({ name, given, special }: Signature, attribute: string): Traced | undefined {
  switch (attribute) {
    case 'name':
      return constant(name ?? null);
    case 'arguments':
      return tuple(given.map(constant));
    case 'catch_kwargs':
      return constant(special.includes('kwargs'));
    case 'catch_varargs':
      return constant(special.includes('varargs'));
    case 'caller':
      return constant(special.includes('caller') || given.includes('caller'));
    default:
      return undefined;
  }
}

/** The values of the parameters; one that is missing takes its default. */
function matched({ positional, named }: CallArguments, signature: Signature): ReadonlyMap<string, Traced> {
  const { given, special } = signature;
  const name = signature.name === undefined ? 'None' : quoted(signature.name);
  const left = new Map(named);
  const values = new Map<string, Traced>();
  const take = (key: string): void => {
    const value = left.get(key);
    left.delete(key);
    if (value) values.set(key, value);
  };
  for (const [index, key] of given.entries()) {
    const value = positional[index];
    if (value) values.set(key, value);
    else take(key);
  }
  if (special.includes('caller')) {
    take('caller');
    if (!values.has('caller')) values.set('caller', constant(new Undefined('No caller defined')));
  }
  if (special.includes('kwargs')) values.set('kwargs', dictOf(left));
  else if (left.has('caller')) {
    const twice = 'was invoked with two values for the special caller argument. This is most likely a bug.';
    raise('TypeError', `macro ${name} ${twice}`);
  } else if (left.size > 0) {
    raise('TypeError', `macro ${name} takes no keyword argument ${quoted([...left.keys()][0] ?? '')}`);
  }
  if (special.includes('varargs')) values.set('varargs', tuple(positional.slice(given.length)));
  else if (positional.length > given.length) {
    raise('TypeError', `macro ${name} takes not more than ${given.length} argument(s)`);
  }
  return values;
}

function dictOf(named: ReadonlyMap<string, Traced>): Traced {
  const dict = new Dict();
  for (const [key, value] of named) setEntry(dict, constant(key), value);
  return constant(dict);
}

/** Defaults are evaluated in the frame of the macro, one after the other: each sees the parameters before it. */
function fillIn(node: Macro | CallBlock, values: ReadonlyMap<string, Traced>, frame: Frame, machine: Machine): void {
  for (const [name, value] of values) frame.set(name, value);
  for (const { name: parameter, default: fallback } of node.parameters) {
    const { name } = parameter;
    if (values.has(name)) continue;
    const message = `parameter ${quoted(name)} was not provided`;
    frame.set(name, fallback ? machine.evaluate(fallback, frame) : constant(new Undefined(message)));
  }
}
