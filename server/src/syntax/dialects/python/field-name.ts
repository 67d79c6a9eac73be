import type { Span } from '../../../text/span';
import type { Value } from '../../piece';
import { wholeNumber } from './digits';
import { PythonError } from './error';
import { isList, isMapping, quoted, typeName } from './repr';

/** `first.attribute[index]…`: what a field name says, read from left to right. */
export interface FieldName {
  readonly first: string;
  readonly steps: readonly Step[];
  /** What is wrong behind the last good step; Python finds it only after it has taken the steps before. */
  readonly error?: PythonError;
}

export interface Step {
  readonly kind: 'attribute' | 'index';
  readonly text: string;
  readonly span: Span;
}

/** Takes the name at `span` of the text apart, as CPython does. */
export function parseFieldName(text: string, span: Span): FieldName {
  const firstEnd = nextOf(text, '.[', span.start, span.end);
  const first = text.slice(span.start, firstEnd);
  const steps: Step[] = [];
  const refuse = (message: string, start: number): FieldName => ({
    first,
    steps,
    error: new PythonError('ValueError', message, { start, end: span.end }),
  });
  let at = firstEnd;
  while (at < span.end) {
    const start = at;
    if (text[start] === '.') {
      at = nextOf(text, '.[', start + 1, span.end);
      if (at === start + 1) return refuse('Empty attribute in format string', start);
      steps.push({ kind: 'attribute', text: text.slice(start + 1, at), span: { start, end: at } });
    } else if (text[start] === '[') {
      const close = nextOf(text, ']', start + 1, span.end);
      if (close === span.end) return refuse("Missing ']' in format string", start);
      if (close === start + 1) return refuse('Empty attribute in format string', start);
      at = close + 1;
      steps.push({ kind: 'index', text: text.slice(start + 1, close), span: { start, end: at } });
    } else return refuse("Only '.' or '[' may follow ']' in format field specifier", start);
  }
  return { first, steps };
}

function nextOf(text: string, set: string, start: number, end: number): number {
  let at = start;
  while (at < end && !set.includes(text[at] ?? '')) at++;
  return at;
}

/**
 * One step into a value. Attributes are always refused: plain data has none that a template should read, and what Python
 * would print for `{x.upper}` is an address.
 */
export function take(value: Value, step: Step): Value {
  const refuse = (type: string, message: string): never => {
    throw new PythonError(type, message, step.span);
  };
  const type = typeName(value);
  if (step.kind === 'attribute') return refuse('AttributeError', `'${type}' object has no attribute '${step.text}'`);
  const index = wholeNumber(step.text);
  if (index === 'too many') return refuse('ValueError', 'Too many decimal digits in format string');
  if (isMapping(value)) {
    // Keys of plain data are text: Python asks for the number 0 and does not find '0'.
    if (index !== undefined) return refuse('KeyError', String(index));
    return Object.hasOwn(value, step.text) ? (value[step.text] ?? null) : refuse('KeyError', quoted(step.text));
  }
  if (isList(value)) {
    if (index === undefined) return refuse('TypeError', 'list indices must be integers or slices, not str');
    return index < value.length ? (value[index] ?? null) : refuse('IndexError', 'list index out of range');
  }
  if (typeof value === 'string') {
    if (index === undefined) return refuse('TypeError', "string indices must be integers, not 'str'");
    return characterAt(value, index) ?? refuse('IndexError', 'string index out of range');
  }
  return refuse('TypeError', `'${type}' object is not subscriptable`);
}

/** The code point at an index that counts code points. */
function characterAt(text: string, index: number): string | undefined {
  if (index >= text.length) return undefined;
  let at = 0;
  for (const character of text) if (at++ === index) return character;
  return undefined;
}
