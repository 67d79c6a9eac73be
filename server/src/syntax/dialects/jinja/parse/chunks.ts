import type { Span } from '../../../../text/span';
import { Finder } from '../../javascript/finder';
import { skipWhite, whiteBefore } from '../white';
import type { Problem } from './problem';
import { isOpening, type LexicalProblem, readTag, type Token } from './tokens';

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
}

export interface TagChunk extends Span {
  readonly kind: 'output' | 'statement';
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
  readonly #finder: Finder;
  readonly #chunks: Chunk[] = [];
  #at = 0;
  /** Whether what stands at `#at` follows a tag whose line break `trimBlocks` takes away. */
  #afterTag = false;
  /** Whether a tag without an end was met. */
  #bounded = false;

  constructor(text: string) {
    this.#text = text;
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
    const open = nextOpening(text, this.#at);
    if (open < 0) {
      this.#data(text.length, '', false);
      return;
    }
    const kind = text[open + 1];
    const mark = text[open + 2] ?? '';
    const sign = mark === '-' || mark === '+' ? mark : '';
    if (kind === '%' && this.#raw(open, sign)) return;
    this.#data(open, sign, kind !== '{');
    const from = open + 2 + sign.length;
    if (kind === '#') this.#comment(open, from);
    else this.#tag(open, from, kind === '{' ? 'output' : 'statement');
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

  #tag(open: number, from: number, kind: 'output' | 'statement'): void {
    const tag = readTag(this.#text, { from, kind, bounded: this.#bounded }, this.#finder);
    const { tokens, problem } = tag;
    const { end, hasEnd } = tag.closed ? { end: tag.end, hasEnd: true } : this.#endOfUnread(from, kind);
    this.#chunks.push({ kind, start: open, end, tokens, hasEnd, ...(problem ? { problem } : {}) });
    if (!tag.closed) this.#bounded = true;
    this.#go(end, tag.sign, tag.closed && kind === 'statement');
  }

  /** Where to read on behind a tag that cannot be read: at its closing mark or at the next opening, whichever is nearer. */
  #endOfUnread(from: number, kind: 'output' | 'statement'): { readonly end: number; readonly hasEnd: boolean } {
    const closing = this.#finder.find(kind === 'output' ? '}}' : '%}', from);
    const opening = nextOpening(this.#text, from);
    if (closing >= 0 && (opening < 0 || closing < opening)) return { end: closing + 2, hasEnd: true };
    return { end: opening < 0 ? this.#text.length : opening, hasEnd: false };
  }

  #comment(open: number, from: number): void {
    const mark = this.#finder.find('#}', from);
    if (mark >= 0) {
      const last = mark > from ? (this.#text[mark - 1] ?? '') : '';
      const sign = last === '-' || last === '+' ? last : '';
      this.#chunks.push({ kind: 'comment', start: open, end: mark + 2 });
      this.#go(mark + 2, sign, true);
    } else if (from < this.#text.length) {
      const span = { start: open, end: open + 2 };
      const problem: Problem = { kind: 'unclosed-comment', message: 'Missing end of comment tag', span, tag: span };
      this.#bad(problem, { start: open, end: this.#endOfLine(open), from });
    } else this.#at = this.#text.length; // Jinja accepts a comment that opens with the last characters of the text.
  }

  /** `{% raw %} … {% endraw %}`: one literal. False when no raw block begins here. */
  #raw(open: number, sign: string): boolean {
    const text = this.#text;
    const head = RAW.exec(text, open);
    if (!head) return false;
    this.#data(open, sign, true);
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
    for (let at = this.#finder.find('{%', from); at >= 0; at = this.#finder.find('{%', at + 2)) {
      const tag = ENDRAW.exec(this.#text, at);
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

function nextOpening(text: string, from: number): number {
  for (let at = text.indexOf('{', from); at >= 0; at = text.indexOf('{', at + 1)) if (isOpening(text, at)) return at;
  return -1;
}

interface RawTag extends Span {
  /** The sign behind the opening mark and in front of the closing one. */
  readonly opening: string;
  readonly sign: string;
}

/** `{% word %}` and nothing else: the lexer finds these two tags before it reads any token. */
class RawWord {
  readonly #word: string;
  readonly #closing: readonly string[];

  constructor(word: string, closing: readonly string[]) {
    this.#word = word;
    this.#closing = closing;
  }

  exec(text: string, open: number): RawTag | undefined {
    const mark = text[open + 2] ?? '';
    const opening = mark === '-' || mark === '+' ? mark : '';
    let at = skipWhite(text, open + 2 + opening.length);
    if (!text.startsWith(this.#word, at)) return undefined;
    at = skipWhite(text, at + this.#word.length);
    const closing = this.#closing.find((one) => text.startsWith(one, at));
    if (closing === undefined) return undefined;
    const sign = closing.length === 3 ? (closing[0] ?? '') : '';
    return { start: open, end: at + closing.length, opening, sign };
  }
}

/** A plus sign is not taken at the end of the opening tag: `{% raw +%}` is an unknown statement. */
const RAW = new RawWord('raw', ['-%}', '%}']);
const ENDRAW = new RawWord('endraw', ['+%}', '-%}', '%}']);
