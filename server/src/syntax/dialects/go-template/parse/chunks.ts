import type { Delimiters } from '../../dialect';
import { Finder } from '../../javascript/finder';
import { isSpace } from '../characters';
import { lexAction, rightDelim } from './lexer';
import type { Token } from './tokens';

/** What a text consists of, in its order and without a gap. */
export type Chunk =
  | { readonly kind: 'text'; readonly start: number; readonly end: number; readonly from: number; readonly to: number }
  | { readonly kind: 'comment'; readonly start: number; readonly end: number; readonly fault?: CommentFault }
  | ActionChunk;

export interface ActionChunk {
  readonly kind: 'action';
  readonly start: number;
  readonly end: number;
  /** Never empty. */
  readonly tokens: readonly Token[];
  /** Its closing braces are there. */
  readonly closed: boolean;
}

export type CommentFault = 'unclosed comment' | 'comment ends before closing delimiter';

/** Behind the first error of a text nothing has to be as Go reads it, and an action may not run on and on. */
const LONGEST_BROKEN = 2000;

/** How far behind an error the closing braces of its action are looked for. */
const LONGEST_REST = 300;

/** Cuts a text into its chunks, one after the other. */
export class ChunkReader {
  readonly #text: string;
  readonly #open: string;
  readonly #close: string;
  readonly #finder: Finder;
  #at = 0;
  /** White space behind the last tag that it took away. */
  #trimmed = 0;

  constructor(text: string, [open, close]: Delimiters) {
    this.#text = text;
    this.#open = open;
    this.#close = close;
    this.#finder = new Finder(text);
  }

  /** The next chunk; `lenient` once Go has given up. */
  next(lenient: boolean): Chunk | undefined {
    const text = this.#text;
    if (this.#at >= text.length) return undefined;
    const start = this.#at;
    const open = this.#finder.find(this.#open, start);
    if (open !== start) return this.#textChunk(start, open < 0 ? text.length : open);
    const behind = start + this.#open.length;
    const inner = behind + (this.#trimsAt(behind) ? 2 : 0);
    this.#trimmed = 0;
    const chunk = text.startsWith('/*', inner) ? this.#comment(start, inner) : this.#action(start, inner, lenient);
    this.#at = chunk.end;
    return chunk;
  }

  /** All that is left, as text. */
  rest(): Chunk | undefined {
    return this.#at < this.#text.length ? this.#textChunk(this.#at, this.#text.length) : undefined;
  }

  #textChunk(start: number, end: number): Chunk {
    const text = this.#text;
    const from = Math.min(start + this.#trimmed, end);
    let to = end;
    if (text.startsWith(this.#open, end) && this.#trimsAt(end + this.#open.length)) {
      while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
    }
    this.#at = end;
    this.#trimmed = 0;
    return { kind: 'text', start, end, from, to };
  }

  /** Whether a minus behind an opening mark takes the white space before it. */
  #trimsAt(at: number): boolean {
    return this.#text[at] === '-' && isSpace(this.#text.charCodeAt(at + 1));
  }

  #comment(start: number, inner: number): Chunk {
    const close = this.#finder.find('*/', inner + 2);
    if (close < 0) return { kind: 'comment', start, end: this.#lineEnd(inner), fault: 'unclosed comment' };
    const length = rightDelim(this.#text, close + 2, this.#close);
    if (length === 0) {
      return { kind: 'comment', start, end: close + 2, fault: 'comment ends before closing delimiter' };
    }
    const end = close + 2 + length;
    this.#trim(end, length > this.#close.length);
    return { kind: 'comment', start, end };
  }

  #action(start: number, inner: number, lenient: boolean): ActionChunk {
    const limit = lenient ? start + LONGEST_BROKEN : this.#text.length;
    const { tokens, end, trims } = lexAction(this.#text, { start: inner, end: limit }, this.#close, this.#finder);
    if (end !== undefined) {
      this.#trim(end, trims);
      return { kind: 'action', start, end, tokens, closed: true };
    }
    const last = tokens.at(-1);
    const eof: Token = { kind: 'error', text: 'unclosed action', start: inner, end: inner };
    const rest = this.#rest(start, last?.start ?? inner);
    return { kind: 'action', start, ...rest, tokens: last ? tokens : [eof] };
  }

  /** Where an action ends that cannot be read to its end: behind its closing braces when they are near. */
  #rest(start: number, error: number): { readonly end: number; readonly closed: boolean } {
    const inner = start + this.#open.length;
    const from = Math.max(inner, error);
    const next = this.#finder.find(this.#open, inner);
    const line = this.#lineEnd(from);
    const close = this.#finder.find(this.#close, from);
    const isNear = close >= 0 && close <= line && (next < 0 || close < next) && close - from < LONGEST_REST;
    if (isNear) return { end: close + this.#close.length, closed: true };
    const ends = [this.#lineEnd(inner), start + LONGEST_REST, this.#text.length];
    if (next >= 0) ends.push(next);
    return { end: Math.max(inner, Math.min(...ends)), closed: false };
  }

  #trim(end: number, trims: boolean): void {
    let at = end;
    if (trims) while (isSpace(this.#text.charCodeAt(at))) at++;
    this.#trimmed = at - end;
  }

  #lineEnd(from: number): number {
    const end = this.#finder.find('\n', from);
    return end < 0 ? this.#text.length : end;
  }
}
