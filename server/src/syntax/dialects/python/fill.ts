import type { Span } from '../../../text/span';
import { Output } from '../../output';
import type { FillContext, Filled, Value } from '../../piece';
import { wholeNumber } from './digits';
import { LIMIT, PythonError } from './error';
import { type FieldName, parseFieldName, take } from './field-name';
import { format } from './format';
import { type Field, type Markup, parseMarkup } from './markup';
import { quoted, repr, str } from './repr';

/** How deep fields may stand in the specs of fields: CPython's own limit. */
const NESTING = 2;

/**
 * Fills a text as `text.format(**values)` does. Two things differ on purpose: a name without a value stands as it is
 * written and the rest goes on (Python would raise `KeyError`), and widths are limited.
 *
 * `isName` tells a slot that nobody filled from braces that were never meant as a slot: only the latter stop.
 */
export function fill(text: string, markup: Markup, context: FillContext, isName: (name: string) => boolean): Filled {
  const engine = new Engine(text, context, isName);
  try {
    engine.write(markup);
    return { pieces: engine.output.finish() };
  } catch (error) {
    if (!(error instanceof PythonError)) throw error;
    const span = error.span ?? engine.field;
    const stopped =
      error.type === LIMIT
        ? { message: `The preview stops here: ${error.message}.`, span }
        : { message: explain(error, text.slice(span.start, span.end)), span, engine: error.traceback };
    return { pieces: engine.output.finish(), stopped };
  }
}

function explain(error: PythonError, written: string): string {
  if (error.type === 'AttributeError') {
    return `\`${written}\` reads an attribute of a Python object; the value is plain data and has none, so \`str.format\` fails here.`;
  }
  return `\`str.format\` fails here: ${error.traceback}.`;
}

/** What a field gives: its text with the paths in it, or the name that has no value. */
type Result =
  | { readonly text: string; readonly origins: readonly string[]; readonly whole?: string }
  | { readonly missing: string };

class Engine {
  readonly output: Output;
  /** The tag that is being filled: the place of an error that has no better one. */
  field: Span = { start: 0, end: 0 };
  readonly #text: string;
  readonly #context: FillContext;
  readonly #isName: (name: string) => boolean;

  constructor(text: string, context: FillContext, isName: (name: string) => boolean) {
    this.output = new Output(text);
    this.#text = text;
    this.#context = context;
    this.#isName = isName;
  }

  write(markup: Markup): void {
    for (const node of markup.nodes) {
      if (node.kind === 'literal') this.output.literal(node.span.start, node.span.end);
      else if (node.kind === 'escape') this.output.escape(this.#text[node.span.start] ?? '', node.span);
      else this.#writeField(node.field);
      if (this.output.full) throw new PythonError(LIMIT, 'the text has grown too long', this.field);
    }
    if (markup.error) throw markup.error;
  }

  #writeField(field: Field): void {
    this.field = field.span;
    const result = this.#evaluate(field, NESTING);
    if ('missing' in result) this.output.hole(field.span, result.missing);
    else this.output.value(result.text, field.span, result.origins, result.whole);
  }

  #evaluate(field: Field, nesting: number): Result {
    const name = parseFieldName(this.#text, field.name);
    const found = this.#lookUp(name, field);
    if (found === undefined) return { missing: name.first };
    let value = found;
    let path = name.first;
    for (const step of name.steps) {
      value = take(value, step);
      path += step.kind === 'index' ? `[${step.text}]` : `.${step.text}`;
    }
    if (name.error) throw name.error;
    const converted = field.conversion ? this.#convert(value, field.conversion) : value;
    const spec = this.#specOf(field, nesting);
    if ('missing' in spec) return spec;
    const text = this.#format(converted, spec.text, field);
    const origins = [path, ...spec.origins.filter((origin) => origin !== path)];
    const unchanged = name.steps.length === 0 && origins.length === 1 && isText(value, text);
    return unchanged ? { text, origins, whole: name.first } : { text, origins };
  }

  #lookUp(name: FieldName, field: Field): Value | undefined {
    const index = wholeNumber(name.first);
    if (index === 'too many') {
      throw new PythonError('ValueError', 'Too many decimal digits in format string', field.name);
    }
    if (name.first === '' || index !== undefined) {
      // Slots have names, so nothing is ever passed by position, and the first such field ends the rendering.
      const message = `Replacement index ${index ?? 0} out of range for positional args tuple`;
      throw new PythonError('IndexError', message, field.span);
    }
    const value = this.#context.value(name.first);
    if (value === undefined && !this.#isName(name.first))
      throw new PythonError('KeyError', quoted(name.first), field.span);
    return value;
  }

  #convert(value: Value, span: Span): Value {
    const letter = this.#text.slice(span.start, span.end);
    if (letter === 'r') return repr(value);
    if (letter === 's') return str(value);
    if (letter === 'a') return repr(value, true);
    const code = letter.codePointAt(0) ?? 0;
    const printed = code > 32 && code < 127 ? letter : `\\x${code.toString(16)}`;
    throw new PythonError('ValueError', `Unknown conversion specifier ${printed}`, span);
  }

  /** The spec with its own fields filled: their values decide about the format, so their paths flow into the text. */
  #specOf(field: Field, nesting: number): Result {
    const { start, end } = field.spec;
    if (!field.nested) return { text: this.#text.slice(start, end), origins: [] };
    if (nesting <= 1) throw new PythonError('ValueError', 'Max string recursion exceeded', field.spec);
    const markup = parseMarkup(this.#text, start, end);
    let text = '';
    const origins: string[] = [];
    for (const node of markup.nodes) {
      if (node.kind === 'literal') text += this.#text.slice(node.span.start, node.span.end);
      else if (node.kind === 'escape') text += this.#text[node.span.start] ?? '';
      else {
        const result = this.#evaluate(node.field, nesting - 1);
        if ('missing' in result) return result;
        text += result.text;
        origins.push(...result.origins);
      }
    }
    if (markup.error) throw markup.error;
    return { text, origins };
  }

  #format(value: Value, spec: string, field: Field): string {
    try {
      return format(value, spec);
    } catch (error) {
      if (!(error instanceof PythonError)) throw error;
      throw new PythonError(error.type, error.message, field.spec);
    }
  }
}

/** Whether a field printed the value unchanged, as the text that every other dialect would print for it too. */
const isText = (value: Value, printed: string): boolean =>
  typeof value === 'string' ? value === printed : typeof value === 'number' && String(value) === printed;
