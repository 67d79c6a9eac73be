import { wholeNumber } from '../../python/digits';
import { PythonError } from '../../python/error';
import { type FieldName, parseFieldName, type Step } from '../../python/field-name';
import { format, formatFloating } from '../../python/format';
import { type Field, parseMarkup } from '../../python/markup';
import { entryOf } from '../values/compare';
import { room } from '../values/limits';
import { constant, made } from '../values/make';
import { asciiRepr } from '../values/percent';
import { hasFields, isWhole, raise, repr, str, typeName, UNSUPPORTED } from '../values/show';
import { characters } from '../values/text';
import { type CallArguments, Dict, Float, List, PyObject, Range, type Traced, Undefined } from '../values/value';
import { spendOnText } from '../values/work';

/** How deep fields may stand in the specs of fields. */
const NESTING = 2;

/** What a text does with the values that it is given: Python's `str.format`. */
export function formatText(self: Traced, args: CallArguments): Traced {
  if (self.markup) return raise(UNSUPPORTED, 'it does not format text that counts as escaped');
  spendOnText(String(self.value), 4);
  const formatter = new Formatter(String(self.value), args);
  const text = formatter.write(0, formatter.text.length, NESTING);
  return made(text, self, ...formatter.used);
}

class Formatter {
  readonly text: string;
  readonly used: Traced[] = [];
  readonly #args: CallArguments;
  #next = 0;
  /** Whether fields are numbered by themselves or by hand; the two do not mix. */
  #numbering: 'automatic' | 'manual' | undefined;

  constructor(text: string, args: CallArguments) {
    this.text = text;
    this.#args = args;
  }

  write(start: number, end: number, nesting: number): string {
    if (nesting <= 0) raise('ValueError', 'Max string recursion exceeded');
    const { nodes, error } = parseMarkup(this.text, start, end);
    let result = '';
    for (const node of nodes) {
      if (node.kind === 'literal') result += this.text.slice(node.span.start, node.span.end);
      else if (node.kind === 'escape') result += this.text[node.span.start] ?? '';
      else result += this.#field(node.field, nesting);
      room(result.length);
    }
    if (error) throw error;
    return result;
  }

  #field({ name, conversion, spec }: Field, nesting: number): string {
    const parsed = parseFieldName(this.text, name);
    let value = this.#value(parsed);
    for (const step of parsed.steps) value = stepInto(value, step);
    if (parsed.error) throw parsed.error;
    this.used.push(value);
    if (conversion) value = converted(value, this.text.slice(conversion.start, conversion.end));
    return formatValue(value, spec.start === spec.end ? '' : this.write(spec.start, spec.end, nesting - 1));
  }

  #value({ first }: FieldName): Traced {
    const index = first === '' ? undefined : wholeNumber(first);
    if (index === 'too many') raise('ValueError', 'Too many decimal digits in format string');
    if (first === '' || typeof index === 'number') {
      const numbering = first === '' ? 'automatic' : 'manual';
      this.#numbering ??= numbering;
      if (this.#numbering !== numbering) raise('ValueError', mixed(this.#numbering, numbering));
      const at = typeof index === 'number' ? index : this.#next++;
      const value = this.#args.positional[at];
      return value ?? raise('IndexError', `Replacement index ${at} out of range for positional args tuple`);
    }
    return this.#args.named.get(first) ?? raise('KeyError', repr(constant(first)));
  }
}

const mixed = (before: string, now: string): string =>
  `cannot switch from ${NUMBERING[before] ?? before} to ${NUMBERING[now] ?? now}`;

const NUMBERING: Readonly<Record<string, string>> = {
  automatic: 'automatic field numbering',
  manual: 'manual field specification',
};

function stepInto(object: Traced, step: Step): Traced {
  const { value } = object;
  if (value instanceof Undefined) return hasFields(value) ? object : raise('UndefinedError', value.message);
  if (step.kind === 'attribute') {
    if (value instanceof Range && isLimit(step.text)) return made(value[step.text], object);
    const own = value instanceof PyObject ? value.behaviour.attribute?.(step.text) : undefined;
    return own ?? raise('AttributeError', `'${typeName(value)}' object has no attribute '${step.text}'`);
  }
  const index = wholeNumber(step.text);
  if (value instanceof Dict) {
    const entry = entryOf(value, typeof index === 'number' ? index : step.text);
    return entry?.value ?? raise('KeyError', repr(constant(step.text)));
  }
  if (value instanceof Range && typeof index === 'number') {
    if (index >= value.length) return raise('IndexError', 'range object index out of range');
    return made(value.at(index), object);
  }
  const items = value instanceof List ? value.items : typeof value === 'string' ? characters(value) : undefined;
  if (!items) return raise('TypeError', `'${typeName(value)}' object is not subscriptable`);
  if (typeof index !== 'number') return raise('TypeError', `${typeName(value)} indices must be integers`);
  const item = items[index];
  if (item === undefined) return raise('IndexError', `${typeName(value)} index out of range`);
  return typeof item === 'string' ? { value: item, origins: object.origins } : item;
}

const isLimit = (name: string): name is 'start' | 'stop' | 'step' =>
  name === 'start' || name === 'stop' || name === 'step';

function converted(value: Traced, letter: string): Traced {
  if (letter === 's') return made(str(value), value);
  if (letter === 'r') return made(repr(value), value);
  if (letter === 'a') return made(asciiRepr(value), value);
  return raise('ValueError', `Unknown conversion specifier ${letter}`);
}

function formatValue(traced: Traced, spec: string): string {
  const { value } = traced;
  if (value instanceof Float) return formatFloating(value.number, spec);
  if (spec === '') return str(traced);
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return format(value, spec);
  if (isWhole(value)) return raise(UNSUPPORTED, 'it formats no number so large');
  throw new PythonError('TypeError', `unsupported format string passed to ${typeName(value)}.__format__`);
}
