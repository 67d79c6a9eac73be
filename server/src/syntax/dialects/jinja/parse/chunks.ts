import type { Span } from '../../../../text/span';
import { Finder } from '../../javascript/finder';
import { skipWhite, whiteBefore } from '../white';
import type { Marks, Opening } from './marks';
import type { Problem } from './problem';
import { type LexicalProblem, readTag, signOf, type Token } from './tokens';

export type Chunk = DataChunk | CommentChunk | TagChunk | BadChunk;

/** Text of the template, without the white space that a `-` of a neighbouring tag takes. */
export interface DataChunk extends Span {
  readonly kind: 'data';
  readonly afterTag: boolean;
  readonly beforeTag: boolean;
  /** Inside of `{% raw %}`: the whole block. */
  readonly raw?: Span;
}

export interface CommentChunk extends Span {
  readonly kind: 'comment';
  /** It ends with its line: all that is taken out for it, with the blanks before it. */
  readonly line?: Span;
}

export interface TagChunk extends Span {
  readonly kind: 'output' | 'statement';
  /** The opening mark. */
  readonly mark: Span;
  /** Its end is that of its line: all that is taken out for it, with the blanks before it and the line break behind it. */
  readonly line?: Span;
  readonly tokens: readonly Token[];
  /** A closing mark stands at its end; the tokens need not reach it. */
  readonly hasEnd: boolean;
  readonly problem?: LexicalProblem;
}

/** A comment or raw block that never ends. */
export interface BadChunk extends Span {
  readonly kind: 'bad';
  readonly problem: Problem;
  /** Nothing but the last line break follows, so that it is one only for a program that keeps that. */
  readonly atEnd: boolean;
}

/** Length of the text without the one line break at its end that Jinja drops before it reads. */
export function lengthRead(text: string): number {
  if (text.endsWith('\r\n')) return text.length - 2;
  return text.endsWith('\n') || text.endsWith('\r') ? text.length - 1 : text.length;
}

/** Cuts a text into what Jinja prints and what it reads, as far as somebody asks. */
export class Cutter {
  /** What was cut so far. */
  readonly chunks: readonly Chunk[];
  readonly #text: string;
  readonly #marks: Marks;
  readonly #finder: Finder;
  readonly #chunks: Chunk[] = [];
  #at = 0;
  /** Whether what stands at `#at` follows a tag whose line break `trimBlocks` takes away. */
  #afterTag = false;
  /** Whether a tag without an end was met. */
  #bounded = false;

  constructor(text: string, marks: Marks) {
    this.#text = text;
    this.#marks = marks;
    this.#finder = new Finder(text);
    this.chunks = this.#chunks;
  }

  /** The chunk at an index; undefined when the text has no more. */
  chunk(index: number): Chunk | undefined {
    while (this.#chunks.length <= index && this.#at < this.#text.length) this.#cut();
    return this.#chunks[index];
  }

  /** Takes all that was not cut yet as text. */
  giveUp(): void {
    this.#data(this.#text.length, '', false);
  }

  #cut(): void {
    const text = this.#text;
    const opening = this.#marks.next(text, this.#at);
    if (!opening) {
      this.#data(text.length, '', false);
      return;
    }
    const { kind, from, start, end } = opening;
    if (text.startsWith(this.#marks.statement[0], start) && this.#raw(start)) return;
    const mark = text[end] ?? '';
    const sign = mark === '-' || mark === '+' ? mark : '';
    this.#data(from, sign, kind !== 'output');
    const inner = end + sign.length;
    if (kind === 'comment') this.#comment(opening, inner);
    else if (kind === 'line-comment') this.#lineComment(opening, inner);
    else this.#tag(opening, inner);
  }

  /** Text up to `end`, where a tag with `sign` opens. */
  #data(end: number, sign: string, block: boolean, raw?: Span): void {
    const start = this.#at;
    const stop = sign === '-' ? whiteBefore(this.#text, end, start) : end;
    const afterTag = this.#afterTag;
    this.#at = end;
    this.#afterTag = false;
    if (stop === start) return;
    const data: DataChunk = { kind: 'data', start, end: stop, afterTag, beforeTag: block && sign === '' };
    this.#chunks.push(raw ? { ...data, raw } : data);
  }

  #go(end: number, sign: string, block: boolean): void {
    this.#at = sign === '-' ? skipWhite(this.#text, end) : end;
    this.#afterTag = block && sign === '';
  }

  #tag({ kind: opened, from: begin, start, end: behind }: Opening, from: number): void {
    const text = this.#text;
    const isLine = opened === 'line';
    const kind = opened === 'output' ? 'output' : 'statement';
    const range = { from, kind: isLine ? opened : kind, marks: this.#marks, bounded: this.#bounded } as const;
    const tag = readTag(text, range, this.#finder);
    const { tokens, problem } = tag;
    const { end, hasEnd } = tag.closed
      ? { end: tag.end, hasEnd: true }
      : isLine
        ? { end: this.#endOfLine(from), hasEnd: true }
        : this.#endOfUnread(from, kind);
    const chunk = { kind, start, end, mark: { start, end: behind }, tokens, hasEnd } as const;
    const line = isLine ? { line: { start: begin, end: tag.next ?? end } } : {};
    this.#chunks.push({ ...chunk, ...line, ...(problem ? { problem } : {}) });
    if (!tag.closed) this.#bounded = true;
    this.#go(tag.next ?? end, tag.sign, tag.closed && kind === 'statement' && !isLine);
  }

  /** Where to read on behind a tag that cannot be read: at its closing mark or at the next opening, whichever is nearer. */
  #endOfUnread(from: number, kind: 'output' | 'statement'): { readonly end: number; readonly hasEnd: boolean } {
    const [, close] = this.#marks[kind];
    const closing = this.#finder.find(close, from);
    const opening = this.#marks.next(this.#text, from)?.from ?? -1;
    if (closing >= 0 && (opening < 0 || closing < opening)) return { end: closing + close.length, hasEnd: true };
    return { end: opening < 0 ? this.#text.length : opening, hasEnd: false };
  }

  /** A comment that ends with its line, whose line break is text. */
  #lineComment({ from: begin, start }: Opening, from: number): void {
    const end = this.#endOfLine(from);
    this.#chunks.push({ kind: 'comment', start, end, line: { start: begin, end } });
    this.#go(end, '', false);
  }

  #comment({ start, end: behind }: Opening, from: number): void {
    const [, close] = this.#marks.comment;
    const mark = this.#finder.find(close, from);
    if (mark >= 0) {
      const last = mark > from ? (this.#text[mark - 1] ?? '') : '';
      const sign = last === '-' || last === '+' ? last : '';
      const end = mark + close.length;
      this.#chunks.push({ kind: 'comment', start, end });
      this.#go(end, sign, true);
    } else if (from < this.#text.length) {
      const span = { start, end: behind };
      const problem: Problem = { kind: 'unclosed-comment', message: 'Missing end of comment tag', span, tag: span };
      this.#bad(problem, { start, end: this.#endOfLine(start), from });
    } else this.#at = this.#text.length; // Jinja accepts a comment that opens with the last characters of the text.
  }

  /** `{% raw %} … {% endraw %}`: one literal. False when no raw block begins here. */
  #raw(open: number): boolean {
    const text = this.#text;
    const head = rawTag(text, open, { word: 'raw', marks: this.#marks });
    if (!head) return false;
    this.#data(open, head.opening, true);
    const body = head.sign === '-' ? skipWhite(text, head.end) : head.end;
    const foot = this.#endOfRaw(body);
    this.#at = body;
    if (foot) {
      this.#data(foot.start, foot.opening, true, { start: open, end: foot.end });
      this.#go(foot.end, foot.sign, true);
    } else {
      if (body < text.length) {
        const span = { start: open, end: head.end };
        const problem: Problem = { kind: 'unclosed-raw', message: 'Missing end of raw directive', span, tag: span };
        this.#bad(problem, { start: open, end: body, from: body });
      }
      // The rest is text, whatever stands in it: one fault is enough.
      this.#data(text.length, '', false);
    }
    return true;
  }

  #endOfRaw(from: number): RawTag | undefined {
    const [open] = this.#marks.statement;
    for (let at = this.#finder.find(open, from); at >= 0; at = this.#finder.find(open, at + 1)) {
      const tag = rawTag(this.#text, at, { word: 'endraw', marks: this.#marks });
      if (tag) return tag;
    }
    return undefined;
  }

  /** `from`: where what never ends begins. */
  #bad(problem: Problem, { start, end, from }: Span & { readonly from: number }): void {
    this.#chunks.push({ kind: 'bad', start, end, problem, atEnd: from >= lengthRead(this.#text) });
    this.#at = end;
    this.#afterTag = false;
  }

  #endOfLine(from: number): number {
    const breaks = [this.#finder.find('\n', from), this.#finder.find('\r', from)].filter((at) => at >= 0);
    return Math.min(this.#text.length, ...breaks);
  }
}

interface RawTag extends Span {
  /** The sign behind the opening mark and in front of the closing one. */
  readonly opening: string;
  readonly sign: string;
}

/** `{% word %}` and nothing else: the lexer finds these two tags before it reads any token. */
function rawTag(
  text: string,
  open: number,
  { word, marks }: { readonly word: 'raw' | 'endraw'; readonly marks: Marks },
): RawTag | undefined {
  const behind = open + marks.statement[0].length;
  const mark = text[behind] ?? '';
  const opening = mark === '-' || mark === '+' ? mark : '';
  let at = skipWhite(text, behind + opening.length);
  if (!text.startsWith(word, at)) return undefined;
  at = skipWhite(text, at + word.length);
  // A plus sign is not taken at the end of the opening tag: `{% raw +%}` is an unknown statement.
  const closings = word === 'raw' ? marks.closings.statement.slice(1) : marks.closings.statement;
  const closing = closings.find((one) => text.startsWith(one, at));
  if (closing === undefined) return undefined;
  const sign = signOf(closing, marks.statement[1]);
  return { start: open, end: at + closing.length, opening, sign };
}
