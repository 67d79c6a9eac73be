import { literally } from '../../../../text/pattern';
import { type Delimiters, type DialectOptions, delimitersIn } from '../../dialect';
import { spaces } from '../white';

export type OpeningKind = 'output' | 'statement' | 'comment' | 'line' | 'line-comment';

/** Where a tag opens. */
export interface Opening {
  readonly kind: OpeningKind;
  /** Where it begins to be no text: before the blanks of a line. */
  readonly from: number;
  /** The opening mark. */
  readonly start: number;
  readonly end: number;
}

/** What opens and closes tags: of Jinja itself, or as a program sets it. */
export class Marks {
  readonly output: Delimiters;
  readonly statement: Delimiters;
  readonly comment: Delimiters;
  /** What begins a line that is a statement. */
  readonly line: string | undefined;
  /** What begins a comment that ends with its line. */
  readonly lineComment: string | undefined;
  /** What ends a tag: with a sign that takes white space away, or without. */
  readonly closings: { readonly output: readonly string[]; readonly statement: readonly string[] };
  readonly #opening: RegExp;
  /** What each group of the pattern opens. */
  readonly #kinds: readonly OpeningKind[];

  constructor({ delimiters, lineStatement, lineComment }: DialectOptions) {
    this.output = delimitersIn(delimiters?.slot, ['{{', '}}']);
    this.statement = delimitersIn(delimiters?.statement, ['{%', '%}']);
    this.comment = delimitersIn(delimiters?.comment, ['{#', '#}']);
    this.line = lineStatement;
    this.lineComment = lineComment;
    const [output, statement] = [this.output[1], this.statement[1]];
    this.closings = { output: [`-${output}`, output], statement: [`+${statement}`, `-${statement}`, statement] };
    const kinds = this.#inOrder();
    this.#kinds = kinds;
    this.#opening = new RegExp(kinds.map((kind) => `(${this.#pattern(kind)})`).join('|'), 'g');
  }

  /** The first opening at or behind an offset. */
  next(text: string, from: number): Opening | undefined {
    this.#opening.lastIndex = from;
    const match = this.#opening.exec(text);
    if (!match) return undefined;
    const kind = this.#kinds[match.findIndex((group, i) => i > 0 && group !== undefined) - 1] ?? 'output';
    const end = match.index + match[0].length;
    return { kind, from: match.index, start: end - this.#mark(kind).length, end };
  }

  /** Whether an output, a statement or a comment opens here. */
  opensAt(text: string, at: number): boolean {
    return (
      text.startsWith(this.output[0], at) ||
      text.startsWith(this.statement[0], at) ||
      text.startsWith(this.comment[0], at)
    );
  }

  /** A statement as it is written. */
  tag(words: string): string {
    return `${this.statement[0]} ${words} ${this.statement[1]}`;
  }

  /** Any text, as an output that prints it. */
  quote(text: string): string {
    const [open, close] = this.output;
    const written = text.replace(/[\\']/g, '\\$&').replace(/\r/g, '\\r').replace(/\n/g, '\\n');
    return `${open} '${written}' ${close}`;
  }

  /**
   * What Jinja would not print as it is: what opens a tag, carriage returns, and the last line break of a text, which is
   * dropped or kept as the program sets it. With the characters before it that the opening mark of an output could begin
   * with, as `[` before `[% if %]`.
   */
  special(): RegExp {
    const first = literally(this.output[0].slice(0, 1));
    return new RegExp(`(?<!${first})${first}*(?:${this.#opening.source}|\\r|\\n(?![\\s\\S]))`, 'g');
  }

  #mark(kind: OpeningKind): string {
    if (kind === 'line') return this.line ?? '';
    return kind === 'line-comment' ? (this.lineComment ?? '') : this[kind][0];
  }

  /** As Jinja tries them: the longest mark first; of marks that are as long as each other, as their names there say. */
  #inOrder(): readonly OpeningKind[] {
    const kinds: readonly OpeningKind[] = ['output', 'line', 'line-comment', 'comment', 'statement'];
    const there = kinds.filter((kind) => this.#mark(kind) !== '');
    // The sort is stable, so that those of one length stay in the order above.
    return there.sort((a, b) => this.#mark(b).length - this.#mark(a).length);
  }

  #pattern(kind: OpeningKind): string {
    const mark = literally(this.#mark(kind));
    if (kind === 'line') return `${LINE_START}[ \\t\\v]*${mark}`;
    return kind === 'line-comment' ? `(?:${LINE_START}|(?<=[^${spaces}]))[${BLANKS}]*${mark}` : mark;
  }
}

/** The beginning of a line for Python: not behind the other separators that JavaScript counts. */
const LINE_START = '(?<![^\\n\\r])';

/** White space that ends no line. */
const BLANKS = spaces.replace('\\t-\\r', '\\t\\v\\f');

export const OWN_MARKS = new Marks({});
