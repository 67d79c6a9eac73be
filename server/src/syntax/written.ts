// How a string is written in YAML or JSON, character by character: the reading that a library makes of it, with the places.
import type { Span } from '../text/span';

export type Style = 'double' | 'single' | 'literal' | 'folded' | 'plain';

/** The text of a string as it is written. Character `i` of the text is written from `starts[i]` to `ends[i]`. */
export interface Written {
  readonly text: string;
  /** One more than there are characters: where what is put behind the last one belongs. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Of a block: how many blanks before each line are no part of the text. */
  readonly indent: number;
}

export function styleOf(first: string | undefined): Style {
  if (first === '"') return 'double';
  if (first === "'") return 'single';
  if (first === '|') return 'literal';
  return first === '>' ? 'folded' : 'plain';
}

export const isBlock = (style: Style): boolean => style === 'literal' || style === 'folded';

/** A text as it is written inside of a string that is no block. */
export function inLine(style: Style, text: string): string {
  if (style === 'double') return JSON.stringify(text).slice(1, -1);
  return style === 'single' ? text.replaceAll("'", "''") : text;
}

/**
 * Reads the string in a stretch of its file. `indent` is that of a block whose header gives a number: nobody can tell it
 * from the block alone.
 */
export function readWritten(host: string, { start, end }: Span, style: Style, indent?: number): Written {
  if (isBlock(style)) return readBlock(host, start, end, style === 'folded', indent);
  const out = new Places(end - start);
  const quotes = style === 'plain' ? 0 : 1;
  const last = Math.max(start + quotes, end - quotes);
  let at = start + quotes;
  // White space before a line break is not read, so it is known only behind it whether it is.
  let blank = at;
  while (at < last) {
    const c = host[at] as string;
    if (isBreak(host, at)) at = fold(out, host, blank, at, last);
    else if (style === 'double' && c === '\\') at = escaped(out, host, blank, at, last);
    else if (c === ' ' || c === '\t') {
      at++;
      continue;
    } else {
      out.copy(host, blank, at);
      const length = style === 'single' && host.startsWith("''", at) ? 2 : 1;
      out.put(c, at, at + length);
      at += length;
    }
    blank = at;
  }
  if (style !== 'plain') out.copy(host, blank, last);
  return out.finish(style === 'plain' ? blank : last);
}

/** An escape of a double-quoted string. An escaped line break writes nothing, but the blanks before it count. */
function escaped(out: Places, host: string, blank: number, at: number, last: number): number {
  out.copy(host, blank, at);
  if (isBreak(host, at + 1)) {
    let next = behindBreak(host, at + 1);
    while (next < last && (host[next] === ' ' || host[next] === '\t')) next++;
    return next;
  }
  const { text, length } = escapeAt(host, at);
  for (let i = 0; i < text.length; i++) out.put(text[i] as string, at, at + length);
  return at + length;
}

/** Line breaks with the blanks round them: one is a blank, and of more each but the first is itself. */
function fold(out: Places, host: string, blank: number, at: number, last: number): number {
  const breaks: number[] = [];
  let next = at;
  while (next < last && isWhite(host[next] as string)) {
    if (isBreak(host, next)) {
      breaks.push(breaks.length === 0 ? blank : next);
      next = behindBreak(host, next);
    } else next++;
  }
  next = Math.min(next, last);
  if (breaks.length === 1) out.put(' ', blank, behindBreak(host, at));
  for (const place of breaks.slice(1)) out.put('\n', place, behindBreak(host, place));
  return next;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  e: '\x1b',
  '0': '\0',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};

function escapeAt(host: string, at: number): { readonly text: string; readonly length: number } {
  const c = host[at + 1] ?? '';
  const digits = c === 'x' ? 2 : c === 'u' ? 4 : c === 'U' ? 8 : 0;
  if (digits === 0) return { text: ESCAPES[c] ?? c, length: 2 };
  const code = Number.parseInt(host.slice(at + 2, at + 2 + digits), 16);
  const known = !Number.isNaN(code) && code <= 0x10ffff;
  return { text: known ? String.fromCodePoint(code) : '\uFFFD', length: 2 + digits };
}

// --- Blocks ------------------------------------------------------------------------------------------------------

interface Line {
  readonly start: number;
  /** Where its line break begins, and where the next line does. */
  readonly end: number;
  readonly next: number;
  /** Blanks at its start. */
  readonly blanks: number;
}

function readBlock(host: string, start: number, end: number, folded: boolean, given: number | undefined): Written {
  const [header, ...lines] = linesOf(host, start, end);
  const isEmpty = ({ start: from, end: to, blanks }: Line): boolean => from + blanks === to;
  const chomp = /^[|>]\d?([+-])?/.exec(host.slice(start, header?.end ?? end))?.[1];
  const first = lines.find((line) => !isEmpty(line));
  const indent = given ?? first?.blanks ?? lines.reduce((most, { blanks }) => Math.max(most, blanks), 0);
  const out = new Places(end - start, indent);
  let count = lines.length;
  while (count > 0 && isEmpty(lines[count - 1] as Line) && (lines[count - 1] as Line).blanks <= indent) count--;
  if (first) putLines(out, host, lines.slice(0, count), indent, folded && first ? lines.indexOf(first) : undefined);
  else count = Math.min(1, lines.length);
  if (chomp === '+') for (const line of lines.slice(Math.max(0, count - 1))) out.put('\n', line.end, line.next);
  else if (chomp === undefined && first) out.put('\n', lines[count - 1]?.end ?? end, lines[count - 1]?.next ?? end);
  return out.finish(out.isOpen ? (lines[count - 1]?.end ?? end) : (lines.at(-1)?.next ?? end));
}

/** The lines of a block but for the line break behind the last; `foldedFrom`: of a folded one, the first with text in it. */
function putLines(
  out: Places,
  host: string,
  lines: readonly Line[],
  indent: number,
  foldedFrom: number | undefined,
): void {
  let breaks: Line[] = [];
  let separator = '';
  let wasMore = false;
  for (const [index, line] of lines.entries()) {
    const from = Math.min(line.start + indent, line.end);
    const isText = foldedFrom !== undefined && index >= foldedFrom;
    const more = line.blanks > indent || host[from] === '\t';
    if (!isText || more) {
      if (isText && separator === ' ') separator = '\n';
      else if (isText && !wasMore && separator === '\n') separator = '\n\n';
      out.breaks(separator, breaks);
      out.copy(host, from, line.end);
      [separator, wasMore, breaks] = ['\n', isText, [line]];
    } else if (from === line.end) {
      if (separator === '\n') out.breaks('\n', breaks.splice(0, 1));
      separator = '\n';
      breaks.push(line);
    } else {
      out.breaks(separator, breaks);
      out.copy(host, from, line.end);
      [separator, wasMore, breaks] = [' ', false, [line]];
    }
    // Blank lines before the first with text are themselves.
    if (foldedFrom !== undefined && index < foldedFrom) {
      out.breaks('\n', [line]);
      [separator, breaks] = ['', []];
    }
  }
}

function linesOf(host: string, start: number, end: number): readonly Line[] {
  const lines: Line[] = [];
  for (let at = start; at < end; ) {
    const newline = host.indexOf('\n', at);
    const next = newline < 0 || newline >= end ? end : newline + 1;
    let stop = newline < 0 || newline >= end ? end : newline;
    if (stop > at && host[stop - 1] === '\r') stop--;
    let blanks = 0;
    while (at + blanks < stop && host[at + blanks] === ' ') blanks++;
    lines.push({ start: at, end: stop, next, blanks });
    at = next;
  }
  return lines;
}

// --- Places ------------------------------------------------------------------------------------------------------

class Places {
  readonly #indent: number;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  #length = 0;
  #text = '';

  /** `room`: how many characters the writing has; a text is never longer but for a line break that a block adds to its end. */
  constructor(room: number, indent = 0) {
    this.#indent = indent;
    this.#starts = new Uint32Array(room + 2);
    this.#ends = new Uint32Array(room + 2);
  }

  /** What was put last is not a line break: what is added goes on with the same line. */
  get isOpen(): boolean {
    return !this.#text.endsWith('\n');
  }

  put(c: string, start: number, end: number): void {
    this.#text += c;
    this.#starts[this.#length] = start;
    this.#ends[this.#length++] = end;
  }

  copy(host: string, from: number, to: number): void {
    if (from >= to) return;
    this.#text += host.slice(from, to);
    for (let at = from; at < to; at++) {
      this.#starts[this.#length] = at;
      this.#ends[this.#length++] = at + 1;
    }
  }

  /** What stands between two lines, written by the breaks between them. */
  breaks(separator: string, lines: readonly Line[]): void {
    for (let i = 0; i < separator.length; i++) {
      const line = lines[Math.min(i, lines.length - 1)];
      const last = lines[i === separator.length - 1 ? lines.length - 1 : Math.min(i, lines.length - 1)];
      this.put(separator[i] as string, line?.end ?? 0, last?.next ?? 0);
    }
  }

  finish(end: number): Written {
    this.#starts[this.#length] = end;
    return {
      text: this.#text,
      starts: this.#starts.subarray(0, this.#length + 1),
      ends: this.#ends.subarray(0, this.#length),
      indent: this.#indent,
    };
  }
}

const isBreak = (host: string, at: number): boolean => host[at] === '\n' || host.startsWith('\r\n', at);
const isWhite = (c: string): boolean => c === ' ' || c === '\t' || c === '\n' || c === '\r';
const behindBreak = (host: string, at: number): number => at + (host.startsWith('\r\n', at) ? 2 : 1);
