import type { Span } from '../../../text/span';
import { BraceFinder } from './brace-finder';
import { PythonError } from './error';

/** One replacement field, as CPython takes it apart before it looks at names. */
export interface Field {
  /** From the opening brace to behind the closing one. */
  readonly span: Span;
  readonly name: Span;
  /** The one character behind `!`. */
  readonly conversion?: Span;
  readonly spec: Span;
  /** The spec holds fields of its own. */
  readonly nested: boolean;
}

export type MarkupNode =
  | { readonly kind: 'literal'; readonly span: Span }
  | { readonly kind: 'escape'; readonly span: Span }
  | { readonly kind: 'field'; readonly field: Field };

/** Everything up to the first place where `str.format` cannot read on. */
export interface Markup {
  readonly nodes: readonly MarkupNode[];
  readonly error?: PythonError;
}

const OPEN = 123;
const CLOSE = 125;

/**
 * Reads [start, end) of the text as `str.format` does: literal runs, doubled braces, fields. It stops at the first
 * error, as CPython does, which also keeps it linear: an opening that is never closed is looked for once.
 */
export function parseMarkup(text: string, start: number, end: number): Markup {
  const nodes: MarkupNode[] = [];
  const finder = new BraceFinder(text);
  for (let at = start; at < end; ) {
    const brace = Math.min(finder.next(at), end);
    if (brace > at) nodes.push({ kind: 'literal', span: { start: at, end: brace } });
    if (brace === end) break;
    if (brace + 1 < end && text[brace + 1] === text[brace]) {
      at = brace + 2;
      nodes.push({ kind: 'escape', span: { start: brace, end: at } });
    } else {
      const field = parseField(text, brace, end);
      if (field instanceof PythonError) return { nodes, error: field };
      nodes.push({ kind: 'field', field });
      at = field.span.end;
    }
  }
  return { nodes };
}

/** Reads the field that begins with the brace at `open`, or says why it is none. */
export function parseField(text: string, open: number, end: number): Field | PythonError {
  const refuse = (message: string, to: number): PythonError =>
    new PythonError('ValueError', message, { start: open, end: to });
  if (text.charCodeAt(open) === CLOSE) return refuse("Single '}' encountered in format string", open + 1);
  if (open + 1 >= end) return refuse("Single '{' encountered in format string", open + 1);

  const nameEnd = endOfName(text, open + 1, end);
  const stop = nameEnd < end ? text[nameEnd] : '';
  if (stop === '{') return refuse("unexpected '{' in field name", nameEnd);
  if (stop === '') return refuse("expected '}' before end of string", end);
  const name = { start: open + 1, end: nameEnd };
  let at = nameEnd + 1;
  if (stop === '}')
    return { span: { start: open, end: at }, name, spec: { start: nameEnd, end: nameEnd }, nested: false };
  if (stop === ':') return withSpec(text, { open, name, from: at, end });

  if (at >= end) return refuse('end of string while looking for conversion specifier', end);
  at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  const conversion = { start: nameEnd + 1, end: at };
  if (at < end) {
    const next = text[at];
    if (next === '}') {
      return { span: { start: open, end: at + 1 }, name, conversion, spec: { start: at, end: at }, nested: false };
    }
    if (next !== ':') return refuse("expected ':' after conversion specifier", at + 1);
    at++;
  }
  return withSpec(text, { open, name, conversion, from: at, end });
}

/** Offset of the `}`, `:`, `!` or `{` that ends a field name; inside brackets everything up to `]` belongs to it. */
function endOfName(text: string, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const character = text[at];
    if (character === '[') {
      const close = text.indexOf(']', at + 1);
      if (close < 0 || close >= end) return end;
      at = close;
    } else if (character === '{' || character === '}' || character === ':' || character === '!') return at;
  }
  return end;
}

interface Head {
  readonly open: number;
  readonly name: Span;
  readonly conversion?: Span;
  readonly from: number;
  readonly end: number;
}

/** The spec goes on to the closing brace that balances the opening one. */
function withSpec(text: string, { open, name, conversion, from, end }: Head): Field | PythonError {
  let depth = 1;
  let nested = false;
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN) {
      nested = true;
      depth++;
    } else if (code === CLOSE && --depth === 0) {
      const field = { span: { start: open, end: at + 1 }, name, spec: { start: from, end: at }, nested };
      return conversion ? { ...field, conversion } : field;
    }
  }
  return new PythonError('ValueError', "unmatched '{' in format spec", { start: open, end });
}
