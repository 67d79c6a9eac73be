import { isBlank } from '../text/blank';
import type { Span } from '../text/span';
import type { Layer } from './system';

/** A stretch of a source text that belongs to one layer. Stretches cover the text without gaps. */
export interface Region {
  readonly layer: string;
  readonly start: number;
  readonly end: number;
  /** The line that begins the region this stretch is part of; absent for base text. */
  readonly opener?: Span;
}

type Kind =
  | { readonly kind: 'heading'; readonly level: number }
  | { readonly kind: 'banner'; readonly char: string }
  | { readonly kind: 'tag'; readonly name: string }
  | { readonly kind: 'words' };

interface Start {
  readonly layer: string;
  readonly text: string;
  readonly kind: Kind;
}

interface Open {
  readonly layer: string;
  readonly kind: Kind;
  readonly opener: Span;
}

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** What the beginning of a line says about how far its region goes. */
export function kindOfStart(start: string): Kind {
  const heading = /^(#{1,6})(\s|$)/.exec(start);
  if (heading) return { kind: 'heading', level: (heading[1] as string).length };
  const tag = /^<([A-Za-z][\w:.-]*)/.exec(start);
  if (tag) return { kind: 'tag', name: tag[1] as string };
  const banner = /^([=*~_-])\1{2,}/.exec(start);
  if (banner) return { kind: 'banner', char: banner[1] as string };
  return { kind: 'words' };
}

/**
 * Whether a line, without leading white space, begins with `start`, and `start` is not continued by a letter or digit
 * there (`## Memory` begins `## Memory [3%]` but not `## Memories`).
 */
export function lineBeginsWith(line: string, start: string): boolean {
  const text = line.trimStart();
  if (!text.startsWith(start)) return false;
  if (!WORD_CHARACTER.test(start.slice(-1))) return true;
  const next = text.codePointAt(start.length);
  return next === undefined || !WORD_CHARACTER.test(String.fromCodePoint(next));
}

/**
 * The regions of a text between `from` and its end, read from the source and never from values. Linear in the text, and
 * run with every key: a line that cannot begin or end a region by its first character is not taken out of the text.
 */
export function regionsOf(text: string, from: number, layers: readonly Layer[], base: string): readonly Region[] {
  const starts = startsByFirstCharacter(layers);
  if (starts.size === 0) return [{ layer: base, start: from, end: text.length }];
  const walk = new RegionWalk(base, from);
  let fence: string | undefined;
  let closing = tagEndFrom(text, from);
  for (let at = from; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const next = newline < 0 ? text.length : newline + 1;
    const first = firstVisible(text, at, next);
    const mark = first < next ? fenceAt(text, first, next) : undefined;
    if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark[0] === fence[0] && mark.length >= fence.length) fence = undefined;
    } else if (
      fence === undefined &&
      first < next &&
      (closing < next || mayTurn(text.charCodeAt(first)) || starts.has(text.charCodeAt(first)))
    ) {
      const line = text.slice(first, lineEnd(text, next));
      const hit = longestStart(starts.get(text.charCodeAt(first)), line);
      if (hit) walk.open(hit, { start: at, end: lineEnd(text, next) });
      else walk.closeFlat(line, at);
      walk.closeTags(line, at, next);
    }
    if (closing < next) closing = tagEndFrom(text, next);
    at = next;
  }
  return walk.finish(text.length);
}

/** Where the next closing tag begins; behind the text when there is none. */
function tagEndFrom(text: string, from: number): number {
  const at = text.indexOf('</', from);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

/** Whether a line with this first character may be a heading or a banner. */
function mayTurn(first: number): boolean {
  // # * - = _ ~
  return first === 35 || first === 42 || first === 45 || first === 61 || first === 95 || first === 126;
}

/** Keeps the stack of open regions: a tag nests, headings nest by level, a banner or words end every flat region. */
class RegionWalk {
  readonly #base: string;
  readonly #stack: Open[] = [];
  readonly #out: { layer: string; start: number; opener?: Span }[];

  constructor(base: string, from: number) {
    this.#base = base;
    this.#out = [{ layer: base, start: from }];
  }

  open(start: Start, line: Span): void {
    if (start.kind.kind !== 'tag') {
      for (let top = this.#stack.at(-1); top && top.kind.kind !== 'tag'; top = this.#stack.at(-1)) {
        const deeper =
          start.kind.kind === 'heading' && top.kind.kind === 'heading' && top.kind.level < start.kind.level;
        if (deeper) break;
        this.#stack.pop();
      }
    }
    this.#stack.push({ layer: start.layer, kind: start.kind, opener: line });
    this.#turn(line.start);
  }

  /** A line that opens nothing may end headings and a banner. */
  closeFlat(line: string, at: number): void {
    const top = this.#stack.at(-1);
    if (!top) return;
    const heading = top.kind.kind === 'heading' ? /^(#{1,6})\s/.exec(line) : null;
    if (heading) {
      const level = (heading[1] as string).length;
      let closed = false;
      for (
        let t = this.#stack.at(-1);
        t && t.kind.kind === 'heading' && t.kind.level >= level;
        t = this.#stack.at(-1)
      ) {
        this.#stack.pop();
        closed = true;
      }
      if (closed) this.#turn(at);
    } else if (top.kind.kind === 'banner' && isBanner(line, top.kind.char)) {
      this.#stack.pop();
      this.#turn(at);
    }
  }

  /** A closing tag ends what stands inside of it before its line, and its own region behind the line. */
  closeTags(line: string, at: number, next: number): void {
    if (!line.includes('</')) return;
    for (let i = this.#stack.length - 1; i >= 0; i--) {
      const kind = (this.#stack[i] as Open).kind;
      if (kind.kind !== 'tag' || !closesTag(line, kind.name)) continue;
      if (this.#stack.length > i + 1) {
        this.#stack.length = i + 1;
        this.#turn(at);
      }
      this.#stack.length = i;
      this.#turn(next);
      return;
    }
  }

  finish(end: number): Region[] {
    return this.#out
      .map((piece, i): Region => ({ end: this.#out[i + 1]?.start ?? end, ...piece }))
      .filter((region) => region.end > region.start);
  }

  #turn(at: number): void {
    const top = this.#stack.at(-1);
    const piece = top ? { layer: top.layer, start: at, opener: top.opener } : { layer: this.#base, start: at };
    const last = this.#out.at(-1);
    if (last && last.start === at) this.#out[this.#out.length - 1] = piece;
    else if (!last || last.layer !== piece.layer || last.opener !== piece.opener) this.#out.push(piece);
  }
}

function startsByFirstCharacter(layers: readonly Layer[]): Map<number, Start[]> {
  const starts = new Map<number, Start[]>();
  for (const layer of layers) {
    for (const written of layer.starts) {
      const text = written.trimStart();
      if (text === '') continue;
      const first = text.charCodeAt(0);
      const list = starts.get(first) ?? [];
      list.push({ layer: layer.id, text, kind: kindOfStart(text) });
      starts.set(first, list);
    }
  }
  // The longest text wins; of equal ones the layer that is declared first.
  for (const list of starts.values()) list.sort((a, b) => b.text.length - a.text.length);
  return starts;
}

function longestStart(candidates: readonly Start[] | undefined, line: string): Start | undefined {
  return candidates?.find((c) => (c.kind.kind === 'tag' ? opensTag(line, c) : lineBeginsWith(line, c.text)));
}

/** `<ctx` or `<ctx>` also begins at `<ctx source="a">`; a start that names attributes must match as it is written. */
function opensTag(line: string, start: Start): boolean {
  if (start.kind.kind !== 'tag') return false;
  if (/\s/.test(start.text)) return lineBeginsWith(line, start.text);
  const name = `<${start.kind.name}`;
  if (!line.startsWith(name)) return false;
  const next = line[name.length];
  return next === '>' || next === undefined || next === '/' || /\s/.test(next);
}

function closesTag(line: string, name: string): boolean {
  for (let at = line.indexOf(`</${name}`); at >= 0; at = line.indexOf(`</${name}`, at + 1)) {
    let end = at + name.length + 2;
    while (end < line.length && /\s/.test(line[end] as string)) end++;
    if (line[end] === '>') return true;
  }
  return false;
}

function isBanner(line: string, char: string): boolean {
  let count = 0;
  while (line[count] === char) count++;
  return count >= 3 && line.slice(count).trim() !== '';
}

function firstVisible(text: string, from: number, to: number): number {
  let i = from;
  while (i < to && isBlank(text.charCodeAt(i))) i++;
  return i;
}

function lineEnd(text: string, next: number): number {
  let end = next;
  if (end > 0 && text.charCodeAt(end - 1) === 10) end--;
  if (end > 0 && text.charCodeAt(end - 1) === 13) end--;
  return end;
}

/** The run of back-quotes or tildes that a line begins with, when it is long enough to be a code fence. */
function fenceAt(text: string, first: number, next: number): string | undefined {
  const c = text.charCodeAt(first);
  if (c !== 96 && c !== 126) return undefined;
  let end = first;
  while (end < next && text.charCodeAt(end) === c) end++;
  return end - first >= 3 ? text.slice(first, end) : undefined;
}
