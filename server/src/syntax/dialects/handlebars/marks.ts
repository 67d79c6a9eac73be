// What else stands in a text: comments, raw blocks, escapes, and the partials that it names.
import type { Span } from '../../../text/span';
import type { Stretch, TemplateBlock, TextReference } from '../../tree';
import type { Arguments, Block, Content, Expression, Program, Statement } from './ast';
import { hasArguments } from './names';

export interface Marks {
  readonly stretches: readonly Stretch[];
  readonly references: readonly TextReference[];
  readonly blocks: readonly TemplateBlock[];
}

export function marksOf(text: string, program: Program): Marks {
  const reader = new MarkReader(text);
  reader.program(program);
  const inOrder = (a: { span: Span }, b: { span: Span }): number => a.span.start - b.span.start;
  // What the text itself defines as an inline partial is no other text.
  const references = reader.references.filter(({ path }) => path === undefined || !reader.inline.has(path));
  return { stretches: reader.stretches.sort(inOrder), references: references.sort(inOrder), blocks: reader.blocks };
}

class MarkReader {
  readonly stretches: Stretch[] = [];
  readonly references: TextReference[] = [];
  readonly blocks: TemplateBlock[] = [];
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
    else if (statement.kind === 'partial') this.#partial(span, statement.name, statement, false);
    else if (statement.kind === 'block') this.#block(statement);
    else if (statement.kind === 'partial-block') {
      this.#partial(statement.open, statement.callee, statement, true);
      this.#outline(statement, 'block');
      this.program(statement.program);
    } else if (statement.kind === 'decorator-block') this.#inline(statement);
  }

  #inline(block: Block): void {
    const [name] = block.params;
    if (name?.kind === 'literal') this.inline.add(String(name.value));
    const isWritten = name?.kind === 'literal' && typeof name.value === 'string';
    const about = isWritten ? { name: name.value, nameSpan: shrink(name.span) } : {};
    this.#outline(block, 'macro', about);
    this.program(block.program);
  }

  #block(block: Block): void {
    const { open, program, inverse } = block;
    if (this.#text.startsWith('{{{{', open.start)) {
      if (program && program.span.end > program.span.start) this.stretches.push({ kind: 'raw', span: program.span });
      return;
    }
    this.#outline(block, isLoop(block) ? 'for' : 'if');
    this.program(program);
    this.program(inverse);
  }

  /** Blocks that are closed; an `else if` is a part of its block. */
  #outline({ span, open, close }: Block, keyword: string, about: Partial<TemplateBlock> = {}): void {
    if (close) this.blocks.push({ keyword, span, open, ...about });
  }

  /** Text that begins with `{{` is text because of a backslash. */
  #content({ span }: Content): void {
    if (this.#text.startsWith('{{', span.start) && this.#text[span.start - 1] === '\\') {
      this.stretches.push({ kind: 'escape', span: { start: span.start - 1, end: span.start + 2 } });
    }
  }

  /** With a body, the body stands in for a partial that is not there. */
  #partial(span: Span, name: Expression, { hash = [] }: Arguments, isOptional: boolean): void {
    const optional = isOptional ? { optional: true } : {};
    if (name.kind === 'call') {
      this.references.push({ kind: 'partial', path: undefined, span, ...optional });
      return;
    }
    const path = String(name.kind === 'path' ? name.original : name.value);
    if (path === '@partial-block' || path === '') return;
    const isQuoted = name.kind === 'literal' && typeof name.value === 'string';
    const pathSpan = isQuoted ? shrink(name.span) : name.span;
    const gives = hash.length > 0 ? { gives: hash.map(({ key }) => key) } : {};
    this.references.push({ kind: 'partial', path, span, pathSpan, ...optional, ...gives });
  }
}

/** The inside of a text in quotes. */
const shrink = ({ start, end }: Span): Span => ({ start: start + 1, end: end - 1 });

/** `{{#each xs}}` and `{{#xs}}`. What a helper of the program does, only it knows: most are conditions. */
const isLoop = (block: Block): boolean =>
  !hasArguments(block) || (block.callee.kind === 'path' && block.callee.original === 'each');
