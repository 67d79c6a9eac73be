// What else stands in a text: comments, raw blocks, escapes, and the partials that it names.
import type { Stretch, TextReference } from '../../tree';
import type { Block, Content, Expression, Program, Statement } from './ast';

export interface Marks {
  readonly stretches: readonly Stretch[];
  readonly references: readonly TextReference[];
}

export function marksOf(text: string, program: Program): Marks {
  const reader = new MarkReader(text);
  reader.program(program);
  const inOrder = (a: { span: Stretch['span'] }, b: { span: Stretch['span'] }): number => a.span.start - b.span.start;
  // What the text itself defines as an inline partial is no other text.
  const references = reader.references.filter(({ path }) => path === undefined || !reader.inline.has(path));
  return { stretches: reader.stretches.sort(inOrder), references: references.sort(inOrder) };
}

class MarkReader {
  readonly stretches: Stretch[] = [];
  readonly references: TextReference[] = [];
  /** Names of inline partials. */
  readonly inline = new Set<string>();
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  program(program: Program | undefined): void {
    for (const statement of program?.body ?? []) this.#statement(statement);
  }

  #statement(statement: Statement): void {
    if (statement.kind === 'content') {
      this.#content(statement);
      return;
    }
    const { span } = statement;
    // Two backslashes before a tag are printed as one.
    if (this.#text[span.start - 1] === '\\') {
      this.stretches.push({ kind: 'escape', span: { start: span.start - 2, end: span.start } });
    }
    if (statement.kind === 'comment') this.stretches.push({ kind: 'comment', span });
    else if (statement.kind === 'partial') this.#partial(span, statement.name, false);
    else if (statement.kind === 'block') this.#block(statement);
    else if (statement.kind === 'partial-block') {
      this.#partial(statement.open, statement.callee, true);
      this.program(statement.program);
    } else if (statement.kind === 'decorator-block') {
      const [name] = statement.params;
      if (name?.kind === 'literal') this.inline.add(String(name.value));
      this.program(statement.program);
    }
  }

  #block({ open, program, inverse }: Block): void {
    if (this.#text.startsWith('{{{{', open.start)) {
      if (program && program.span.end > program.span.start) this.stretches.push({ kind: 'raw', span: program.span });
      return;
    }
    this.program(program);
    this.program(inverse);
  }

  /** Text that begins with `{{` is text because of a backslash. */
  #content({ span }: Content): void {
    if (this.#text.startsWith('{{', span.start) && this.#text[span.start - 1] === '\\') {
      this.stretches.push({ kind: 'escape', span: { start: span.start - 1, end: span.start + 2 } });
    }
  }

  /** With a body, the body stands in for a partial that is not there. */
  #partial(span: Stretch['span'], name: Expression, isOptional: boolean): void {
    const optional = isOptional ? { optional: true } : {};
    if (name.kind === 'call') {
      this.references.push({ kind: 'partial', path: undefined, span, ...optional });
      return;
    }
    const path = String(name.kind === 'path' ? name.original : name.value);
    if (path === '@partial-block' || path === '') return;
    const inset = name.kind === 'literal' && typeof name.value === 'string' ? 1 : 0;
    const pathSpan = { start: name.span.start + inset, end: name.span.end - inset };
    this.references.push({ kind: 'partial', path, span, pathSpan, ...optional });
  }
}
