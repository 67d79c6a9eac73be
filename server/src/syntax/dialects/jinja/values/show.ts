import { PythonError } from '../../python/error';
import { shortest } from '../../python/numbers';
import { quoted } from '../../python/repr';
import { Dict, DictView, Float, Lazy, List, PyObject, type PyValue, Range, type Traced, Undefined } from './value';
import { missingIs, spend, spendOnDigits, spendOnText, Work } from './work';

/** Type of the error for what Python would print as an address, or what only the program's own Python can do. */
export const UNSUPPORTED = 'Unsupported';

/** What `str(value)` gives. */
export function str(traced: Traced): string {
  const { value } = traced;
  if (typeof value === 'string') return value;
  if (value instanceof Undefined) {
    used(value);
    return isShown(value) ? `{{ ${value.absence.shown ?? `undefined value printed: ${value.message}`} }}` : '';
  }
  if (value instanceof PyObject) return printed(value);
  return repr(traced);
}

function printed(value: PyObject): string {
  const text = value.behaviour.print?.();
  if (text === undefined) return address(value);
  return typeof text === 'string' ? text : String(text.value);
}

/** What `repr(value)` gives. */
export function repr({ value, markup }: Traced, work = new Work()): string {
  spend(1);
  if (typeof value === 'string') {
    spendOnText(value, 16);
    return markup ? `Markup(${quoted(value)})` : quoted(value);
  }
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'bigint') return digitsOf(value);
  if (value instanceof Float) return shortest(value.number);
  if (value instanceof List) return work.inside(() => reprList(value, work));
  if (value instanceof Dict) return work.inside(() => reprDict(value, work));
  if (value instanceof DictView) return work.inside(() => `${value.kind}([${viewItems(value, work).join(', ')}])`);
  if (value instanceof Undefined) return 'Undefined';
  if (value instanceof Range) return reprRange(value);
  if (value instanceof Lazy) return address(value);
  return value.behaviour.repr?.() ?? printed(value);
}

/** Python prints no longer number. */
const MOST_DIGITS = 4300;

function digitsOf(value: bigint): string {
  const digits = String(value);
  spendOnDigits(4 * digits.length);
  if (digits.length <= MOST_DIGITS) return digits;
  return raise('ValueError', `Exceeds the limit (${MOST_DIGITS} digits) for integer string conversion`);
}

function reprList({ items, kind }: List, work: Work): string {
  const inner = items.map((item) => repr(item, work)).join(', ');
  if (kind === 'list') return `[${inner}]`;
  return items.length === 1 ? `(${inner},)` : `(${inner})`;
}

const reprDict = ({ entries }: Dict, work: Work): string =>
  `{${[...entries.values()].map(({ key, value }) => `${repr(key, work)}: ${repr(value, work)}`).join(', ')}}`;

function viewItems({ dict, kind }: DictView, work: Work): string[] {
  const items: string[] = [];
  for (const { key, value } of dict.entries.values()) {
    if (kind === 'dict_keys') items.push(repr(key, work));
    else if (kind === 'dict_values') items.push(repr(value, work));
    else items.push(`(${repr(key, work)}, ${repr(value, work)})`);
  }
  return items;
}

const reprRange = ({ start, stop, step }: Range): string =>
  step === 1 ? `range(${start}, ${stop})` : `range(${start}, ${stop}, ${step})`;

function address(value: PyValue): never {
  throw new PythonError(UNSUPPORTED, `it would print a Python object of type \`${typeName(value)}\``);
}

/** Python's name for the type of a value. */
export function typeName(value: PyValue): string {
  switch (typeof value) {
    case 'string':
      return 'str';
    case 'boolean':
      return 'bool';
    case 'number':
    case 'bigint':
      return 'int';
  }
  if (value === null) return 'NoneType';
  if (value instanceof Float) return 'float';
  if (value instanceof List || value instanceof DictView) return value.kind;
  if (value instanceof Dict) return 'dict';
  if (value instanceof Undefined) return className(value);
  if (value instanceof Range) return 'range';
  return value instanceof Lazy ? value.typeName : value.behaviour.typeName;
}

function className({ absence }: Undefined): string {
  if (absence.isPlain) return 'Undefined';
  if (missingIs('error')) return 'StrictUndefined';
  if (missingIs('show')) return 'DebugUndefined';
  return missingIs('chain') ? 'ChainableUndefined' : 'Undefined';
}

/** How Jinja calls an object of which it says that it lacks something. */
export function objectName(value: PyValue): string {
  if (value === null) return 'None';
  const name = typeName(value);
  const module = value instanceof PyObject ? MODULES.get(name) : undefined;
  return `${module === undefined ? '' : `${module}.`}${name} object`;
}

const MODULES: ReadonlyMap<string, string> = new Map([
  ['Namespace', 'jinja2.utils'],
  ['Cycler', 'jinja2.utils'],
  ['Joiner', 'jinja2.utils'],
  ['LoopContext', 'jinja2.runtime'],
  ['Macro', 'jinja2.runtime'],
  ['BlockReference', 'jinja2.runtime'],
  ['TemplateReference', 'jinja2.runtime'],
  ['TemplateModule', 'jinja2.environment'],
]);

/** The number behind a number or a boolean, as a double. */
export function toNumber(value: boolean | number | bigint | Float): number {
  return value instanceof Float ? value.number : Number(value);
}

/** A whole number that fits is a `number`, any other one a `bigint`. */
export const whole = (value: bigint): number | bigint =>
  value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;

/** Whether Python counts a value as an `int`, which `True` and `False` are too. */
export const isWhole = (value: PyValue): value is boolean | number | bigint =>
  typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint';

/** True and false are numbers in Python, and take part in sums and comparisons. */
export const isNumeric = (value: PyValue): value is boolean | number | bigint | Float =>
  isWhole(value) || value instanceof Float;

/** Throws what Python would. The preview stops there and quotes it as `type: message`. */
export const raise = (type: string, message: string): never => {
  throw new PythonError(type, message);
};

/** Something was done with a slot that nothing gives a value for: an error in Jinja, a visible hole in a preview. */
export class HoleError extends PythonError {
  readonly hole: string;

  constructor(message: string, hole: string) {
    super('UndefinedError', message);
    this.hole = hole;
  }
}

/** Refuses what is undefined where a program wants to be told of it, which Jinja by itself takes for nothing. */
export function used(value: Undefined): void {
  if (missingIs('error') && !value.absence.isPlain) refuse(value);
}

/** Whether what is looked up in something undefined is undefined too, where a program wants it so. */
export const hasFields = (value: Undefined): boolean => missingIs('chain') && !value.absence.isPlain;

/** Whether what is undefined prints what it is, where a program wants it so. */
export const isShown = (value: Undefined): boolean => missingIs('show') && !value.absence.isPlain;

/** Refuses an undefined value where Jinja does. */
export function defined({ value }: Traced): void {
  if (value instanceof Undefined) refuse(value);
}

function refuse(value: Undefined): never {
  if (value.hole !== undefined) throw new HoleError(value.message, value.hole);
  return raise('UndefinedError', value.message);
}
