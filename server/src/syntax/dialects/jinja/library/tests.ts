import { arithmetic } from '../values/arithmetic';
import { compare, contains, equal, hash, isSame } from '../values/compare';
import { constant } from '../values/make';
import { hasFields, isNumeric, raise, str, used } from '../values/show';
import { isLower, isUpper } from '../values/text';
import {
  Dict,
  DictView,
  Float,
  Lazy,
  List,
  PyObject,
  type PyValue,
  Range,
  type Traced,
  Undefined,
} from '../values/value';
import { missingIs } from '../values/work';
import { FILTERS } from './filters';
import type { Test } from './host';

/** A test of the value alone. */
const alone =
  (holds: (value: PyValue, subject: Traced) => boolean): Test =>
  (subject, { positional, named }) => {
    if (positional.length > 0 || named.size > 0) {
      raise('TypeError', `a test takes 1 positional argument but ${positional.length + named.size + 1} were given`);
    }
    return holds(subject.value, subject);
  };

/** A test that compares the value with another one. */
const against =
  (holds: (subject: Traced, other: Traced) => boolean): Test =>
  (subject, { positional, named }) => {
    const [other] = [...positional, ...named.values()];
    if (!other || positional.length + named.size !== 1) {
      return raise('TypeError', `expected 2 arguments, got ${positional.length + named.size + 1}`);
    }
    return holds(subject, other);
  };

const same = against((a, b) => equal(a.value, b.value));
const different = against((a, b) => !equal(a.value, b.value));
const less = against((a, b) => compare(a, b, '<') < 0);
const lessOrEqual = against((a, b) => compare(a, b, '<=') <= 0);
const greater = against((a, b) => compare(a, b, '>') > 0);
const greaterOrEqual = against((a, b) => compare(a, b, '>=') >= 0);

const rest = (a: Traced, b: Traced): PyValue => arithmetic('%', a, b).value;

/** The tests that Jinja brings along. A program may have more. */
export const TESTS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['odd', alone((_, subject) => equal(rest(subject, constant(2)), 1))],
  ['even', alone((_, subject) => equal(rest(subject, constant(2)), 0))],
  ['divisibleby', against((a, b) => equal(rest(a, b), 0))],
  ['defined', alone((value) => !(value instanceof Undefined))],
  ['undefined', alone((value) => value instanceof Undefined)],
  ['filter', alone((value) => names(FILTERS, value))],
  ['test', alone((value) => names(TESTS, value))],
  ['none', alone((value) => value === null)],
  ['boolean', alone((value) => typeof value === 'boolean')],
  ['true', alone((value) => value === true)],
  ['false', alone((value) => value === false)],
  ['integer', alone((value) => typeof value === 'number' || typeof value === 'bigint')],
  ['float', alone((value) => value instanceof Float)],
  ['number', alone(isNumeric)],
  ['string', alone((value) => typeof value === 'string')],
  ['mapping', alone((value) => value instanceof Dict)],
  ['sequence', alone(isSequence)],
  ['iterable', alone(isIterable)],
  [
    'callable',
    alone((value) => value instanceof Undefined || (value instanceof PyObject && value.behaviour.call !== undefined)),
  ],
  ['lower', alone((_, subject) => isLower(str(subject)))],
  ['upper', alone((_, subject) => isUpper(str(subject)))],
  ['escaped', alone((value, subject) => subject.markup === true || isModule(value) || printsItself(value))],
  ['sameas', against((a, b) => isSame(a.value, b.value))],
  ['in', against((a, b) => contains(b, a))],
  ...['==', 'eq', 'equalto'].map((name): [string, Test] => [name, same]),
  ...['!=', 'ne'].map((name): [string, Test] => [name, different]),
  ...['<', 'lt', 'lessthan'].map((name): [string, Test] => [name, less]),
  ...['<=', 'le'].map((name): [string, Test] => [name, lessOrEqual]),
  ...['>', 'gt', 'greaterthan'].map((name): [string, Test] => [name, greater]),
  ...['>=', 'ge'].map((name): [string, Test] => [name, greaterOrEqual]),
]);

/** Looked up as Python does it, which refuses what has no hash. */
function names(all: ReadonlyMap<string, unknown>, value: PyValue): boolean {
  hash(value);
  return typeof value === 'string' && all.has(value);
}

const isModule = (value: PyValue): boolean =>
  value instanceof PyObject && value.behaviour.typeName === 'TemplateModule';

/** What is missing and has fields counts as escaped, since it says itself what is to be written for it. */
const printsItself = (value: PyValue): boolean => value instanceof Undefined && hasFields(value);

/** What has a length and can be asked for an item; an undefined value counts. */
function isSequence(value: PyValue): boolean {
  return (
    typeof value === 'string' ||
    value instanceof List ||
    value instanceof Dict ||
    value instanceof Range ||
    (value instanceof Undefined && !missingIs('error'))
  );
}

function isIterable(value: PyValue): boolean {
  if (value instanceof Undefined) used(value);
  return (
    isSequence(value) ||
    value instanceof DictView ||
    value instanceof Lazy ||
    (value instanceof PyObject && value.behaviour.iterate !== undefined)
  );
}
