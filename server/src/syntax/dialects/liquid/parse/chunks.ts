// A text cut into runs of text and tags, as the engine does it before it reads any tag.
import type { Span } from '../../../../text/span';
import type { Delimiters } from '../../dialect';
import { isQuote, skipBlank, skipBlankBack } from './characters';
import { Cursor, endOfString, shown } from './cursor';
import { findEndRaw } from './end-raw';
import type { Marks } from './marks';
import { lineEnd, metAt, nearEnd } from './near';
import { Failure, MOST_PROBLEMS, type Problem } from './problem';
import { readString } from './strings';

export interface TextChunk extends Span {
  readonly kind: 'text';
  /** What is printed of it, after the tags round it took white space away. */
  from: number;
  to: number;
}

export interface OutputChunk extends Span {
  readonly kind: 'output';
  /** What stands between the delimiters, without blanks and hyphens. */
  readonly inner: Span;
  readonly trimsLeft: boolean;
  readonly trimsRight: boolean;
}

export interface TagChunk extends Span {
  readonly kind: 'tag';
  readonly inner: Span;
  /** `if`, `endif`, `#`. */
  readonly name: string;
  readonly nameSpan: Span;
  /** Where the arguments begin. */
  readonly argsAt: number;
  readonly trimsLeft: boolean;
  readonly trimsRight: boolean;
}

/** A tag that is never closed, or has no name. `problem` is why. */
export interface OpenChunk extends Span {
  readonly kind: 'open';
  readonly inner: Span;
  readonly isOutput: boolean;
}

export type Chunk = TextChunk | OutputChunk | TagChunk | OpenChunk;

/**
 * Cuts a text. Up to the first problem it does as the engine, which then gives up; behind it, a tag ends where the next
 * one opens, so that what is broken costs no more than itself.
 */
export class Chunker {
  readonly chunks: Chunk[] = [];
  readonly problems: Problem[] = [];
  readonly #text: string;
  readonly #marks: Marks;
  readonly #limit: number;
  #at: number;
  #isTolerant: boolean;
  #raw: TagChunk | undefined;
  #hasEndRaw = true;

  constructor(text: string, marks: Marks, part?: Span) {
    this.#text = text;
    this.#marks = marks;
    this.#at = part?.start ?? 0;
    this.#limit = part?.end ?? text.length;
    this.#isTolerant = part !== undefined;
  }

  read(): this {
    while (this.#at < this.#limit) {
      if (this.problems.length >= MOST_PROBLEMS) this.#pushText(this.#limit);
      else if (this.#raw) this.#readRaw(this.#raw);
      else if (this.#text.startsWith(this.#marks.tag[0], this.#at)) this.#readTag();
      else if (this.#text.startsWith(this.#marks.output[0], this.#at)) this.#readOutput();
      else this.#readText();
    }
    // A raw block at the very end has nothing in it to be read.
    if (this.#raw) this.#unclosedRaw(this.#raw);
    return this;
  }

  #readText(): void {
    const start = this.#at;
    const end = this.#marks.next(this.#text, start);
    this.#pushText(end < 0 ? this.#limit : Math.min(end, this.#limit));
  }

  #pushText(end: number): void {
    const start = this.#at;
    if (end > start) this.#push({ kind: 'text', start, end, from: start, to: end });
  }

  #push(chunk: Chunk): void {
    this.chunks.push(chunk);
    this.#at = chunk.end;
  }

  #readOutput(): void {
    const start = this.#at;
    const text = this.#text;
    const { output } = this.#marks;
    const read = this.#isTolerant ? undefined : endOfOutput(text, start, output[1]);
    const near = typeof read === 'number' ? read : this.#nearEnd(start, true);
    const isClosed = typeof near === 'number';
    if (isClosed && (typeof read === 'number' || this.#isTolerant)) {
      this.#push({ kind: 'output', start, end: near, ...insideOf(text, { start, end: near }, output) });
      return;
    }
    // A quotation mark without a second one hides the end of the tag from the engine.
    const kind = isClosed ? 'unclosed-string' : 'unclosed-output';
    const problem = failureIn(text, typeof read === 'object' ? read.string : undefined) ?? {
      message: `output ${shown(text, start, text.length)} not closed`,
    };
    this.#open(start, isClosed ? near : near.open, kind, problem);
  }

  #readTag(): void {
    const start = this.#at;
    const { tag: marks } = this.#marks;
    const [, close] = marks;
    // The engine looks back from one character behind the beginning of the tag.
    const closing = this.#isTolerant ? -1 : this.#text.indexOf(close, Math.max(0, start + 1 - close.length));
    const near = closing >= 0 ? closing + close.length : this.#nearEnd(start, false);
    if (typeof near !== 'number') {
      const message = `tag ${shown(this.#text, start, this.#text.length)} not closed`;
      this.#open(start, near.open, 'unclosed-tag', { message });
      return;
    }
    const tag = tagOf(this.#text, { start, end: near }, marks);
    if (tag.name !== '') {
      this.#push(tag);
      if (tag.name === 'raw') this.#raw = tag;
      return;
    }
    const { inner, argsAt: offset } = tag;
    this.#note('nameless', { message: 'illegal tag syntax, tag name expected' }, offset, { start, end: near });
    this.#push({ kind: 'open', start, end: near, inner, isOutput: false });
  }

  #open(start: number, end: number, kind: Problem['kind'], problem: Pick<Problem, 'message'> & Partial<Problem>): void {
    const isOutput = kind !== 'unclosed-tag';
    const behind = start + this.#marks[isOutput ? 'output' : 'tag'][0].length;
    const stop = lineEnd(this.#text, behind, end);
    const isMet = end < this.#limit && this.#marks.at(this.#text, end) !== undefined;
    const met = isMet ? { met: metAt(this.#text, end, this.#marks) } : {};
    this.#note(kind, { ...problem, ...met }, start, { start, end: stop });
    this.#push({ kind: 'open', start, end, inner: { start: behind, end: stop }, isOutput });
  }

  #note(kind: Problem['kind'], problem: Pick<Problem, 'message'> & Partial<Problem>, offset: number, tag: Span): void {
    this.problems.push({ kind, stage: 'tokens', error: 'TokenizationError', offset, span: tag, tag, ...problem });
    this.#isTolerant = true;
  }

  /** What is raw, up to the tag that ends it. The engine does not know `{%- endraw`. */
  #readRaw(raw: TagChunk): void {
    const start = this.#at;
    const end = this.#hasEndRaw ? findEndRaw(this.#text, start, this.#marks.tag) : undefined;
    if (!end || end.end > this.#limit) {
      this.#unclosedRaw(raw);
      return;
    }
    this.#pushText(end.start);
    this.#push(tagOf(this.#text, end, this.#marks.tag));
    this.#raw = undefined;
  }

  #nearEnd(start: number, isOutput: boolean): ReturnType<typeof nearEnd> {
    return nearEnd(this.#text, start, isOutput, { marks: this.#marks, limit: this.#limit });
  }

  #unclosedRaw(raw: TagChunk): void {
    const message = `raw ${shown(this.#text, raw.start, this.#text.length)} not closed`;
    if (this.#at < this.#text.length) this.#note('unclosed-raw', { message }, this.#at, raw);
    this.#hasEndRaw = false;
    this.#raw = undefined;
  }
}

/** Where an output ends for the engine; when it does not, where the string begins that does not end either. */
function endOfOutput(text: string, start: number, close: string): number | { readonly string?: number } {
  let string: number | undefined;
  for (let at = start; at < text.length; ) {
    if (isQuote(text[at])) {
      string = at;
      at = endOfString(text, at, text.length);
      continue;
    }
    string = undefined;
    at++;
    if (text.startsWith(close, at - close.length)) return at;
  }
  return string === undefined ? {} : { string };
}

/** Over a string that ends with the text in the middle of an escape, the engine fails in a way of its own. */
function failureIn(text: string, string: number | undefined): Pick<Problem, 'message' | 'error'> | undefined {
  try {
    if (string !== undefined) readString(text.slice(string), text);
    return undefined;
  } catch (error) {
    return error instanceof Failure ? { message: error.message, error: 'TypeError' } : undefined;
  }
}

function insideOf(
  text: string,
  { start, end }: Span,
  [open, close]: Delimiters,
): Pick<OutputChunk, 'inner' | 'trimsLeft' | 'trimsRight'> {
  const first = start + open.length;
  return trimmed(text, first, Math.max(first, end - close.length));
}

function trimmed(text: string, start: number, end: number): Pick<OutputChunk, 'inner' | 'trimsLeft' | 'trimsRight'> {
  const trimsLeft = text[start] === '-';
  const trimsRight = text[end - 1] === '-';
  const last = trimsRight ? end - 1 : end;
  const from = skipBlank(text, trimsLeft ? start + 1 : start, last);
  return { inner: { start: from, end: from < last ? skipBlankBack(text, last, from) : last }, trimsLeft, trimsRight };
}

function tagOf(text: string, { start, end }: Span, marks: Delimiters): TagChunk {
  return { start, end, ...named(text, insideOf(text, { start, end }, marks)) };
}

/** A line of a `liquid` tag. */
export function lineOf(text: string, start: number, end: number): TagChunk {
  const { inner } = trimmed(text, start, end);
  return { start, end, ...named(text, { inner, trimsLeft: false, trimsRight: false }) };
}

function named(
  text: string,
  inside: Pick<OutputChunk, 'inner' | 'trimsLeft' | 'trimsRight'>,
): Omit<TagChunk, 'start' | 'end'> {
  const cursor = new Cursor(text, inside.inner.start, inside.inner.end);
  cursor.skipBlank();
  const { at } = cursor;
  const isComment = text[at] === '#';
  const name = isComment ? '#' : cursor.name().name;
  if (isComment) cursor.at++;
  const nameSpan = { start: at, end: cursor.at };
  if (name !== '') cursor.skipBlank();
  return { kind: 'tag', name, nameSpan, argsAt: cursor.at, ...inside };
}
