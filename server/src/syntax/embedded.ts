// A template that is a string inside a YAML or JSON file. It is treated as a file of its own, whose address is that of
// the file with `#` and the key; its places are turned into places of the file round it where they leave Strata.

import type { TextEdit } from '../text/edit';
import { Kept } from '../text/kept';
import type { SourceFile } from '../text/source';
import { type Span, span } from '../text/span';
import type { Value } from './piece';
import { parseData } from './yaml';

type Style = 'double' | 'single' | 'block' | 'plain';

/** A string of a host file as a text, with the way back. */
export interface Embedded {
  readonly file: SourceFile;
  readonly host: SourceFile;
  /** The string with its quotes or its block header, in the host. */
  readonly hostSpan: Span;
  /** Where the text between two inner offsets is written in the host. */
  toHost(inner: Span): Span;
  /** The inner offset of a host offset; undefined outside of the string. */
  toInner(host: number): number | undefined;
  /** An edit of the text, written as the string's own style needs it. */
  editInHost(edit: TextEdit): TextEdit;
}

const known = new Kept<SourceFile, Map<string, Embedded | null>>();
const embeddedOf = new Kept<SourceFile, Embedded>();

/** Whether a path names a string in a YAML or JSON file: `prompts.json#system`. */
export function splitKey(path: string): { readonly path: string; readonly key: string } | undefined {
  const match = /^(.+\.(?:ya?ml|json))#(.+)$/i.exec(path);
  return match ? { path: match[1] as string, key: match[2] as string } : undefined;
}

/** The string under a key: a key of the outermost map, else steps joined by dots or slashes. Undefined when there is none. */
export function embeddedText(host: SourceFile, key: string): Embedded | undefined {
  let ofHost = known.get(host);
  if (!ofHost) {
    ofHost = new Map();
    known.set(host, ofHost);
  }
  let embedded = ofHost.get(key);
  if (embedded === undefined) {
    embedded = embed(host, key) ?? null;
    ofHost.set(key, embedded);
  }
  return embedded ?? undefined;
}

/** What an embedded file is embedded in; undefined for a file that stands on its own. */
export function hostOf(file: SourceFile): Embedded | undefined {
  return embeddedOf.get(file);
}

function embed(host: SourceFile, key: string): Embedded | undefined {
  const data = parseData(host);
  for (const path of [[key], key.split('.'), key.replace(/^\//, '').split('/')]) {
    const steps = stepsOf(data.value, path);
    if (!steps) continue;
    const place = data.place(steps.path)?.value;
    if (!place) continue;
    const file: SourceFile = { uri: `${host.uri}#${key}`, text: steps.text };
    const embedded = new EmbeddedString(file, host, place);
    embeddedOf.set(file, embedded);
    return embedded;
  }
  return undefined;
}

/** The string at a path, whose numbers may be written as text. */
function stepsOf(
  value: Value,
  path: readonly string[],
): { readonly text: string; readonly path: (string | number)[] } | undefined {
  let at: Value = value;
  const steps: (string | number)[] = [];
  for (const step of path) {
    if (Array.isArray(at) && /^\d+$/.test(step)) {
      steps.push(Number(step));
      at = (at[Number(step)] ?? null) as Value;
    } else if (at !== null && typeof at === 'object' && !Array.isArray(at) && Object.hasOwn(at, step)) {
      steps.push(step);
      at = (at as { readonly [key: string]: Value })[step] as Value;
    } else return undefined;
  }
  return typeof at === 'string' ? { text: at, path: steps } : undefined;
}

class EmbeddedString implements Embedded {
  readonly file: SourceFile;
  readonly host: SourceFile;
  readonly hostSpan: Span;
  readonly #style: Style;
  /** Where its text ends in the host: a block may end in white space that is no part of `hostSpan`. */
  readonly #end: number;
  /** By inner offset, one more than there are characters: where the character is written in the host. */
  #places: Uint32Array | undefined;

  constructor(file: SourceFile, host: SourceFile, hostSpan: Span) {
    this.file = file;
    this.host = host;
    this.hostSpan = hostSpan;
    this.#style = styleOf(host.text[hostSpan.start]);
    let end = hostSpan.end;
    if (this.#style === 'block') while (isWhite(host.text[end] ?? '')) end++;
    this.#end = end;
  }

  toHost(inner: Span): Span {
    const places = this.#placesNow();
    const last = places.length - 1;
    const start = places[Math.max(0, Math.min(inner.start, last))] ?? this.hostSpan.start;
    if (inner.end <= inner.start) return span(start, start);
    // Behind the last character, not before the one that follows: between them indentation may stand.
    const final = Math.min(inner.end, last) - 1;
    const end = (places[Math.max(0, final)] ?? start) + this.#writtenLength(Math.max(0, final));
    return span(start, Math.max(start, end));
  }

  toInner(host: number): number | undefined {
    if (host < this.hostSpan.start || host > this.#end) return undefined;
    const places = this.#placesNow();
    let low = 0;
    let high = places.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] as number) < host) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  editInHost(edit: TextEdit): TextEdit {
    return { span: this.toHost(edit.span), text: this.#written(edit.text) };
  }

  #placesNow(): Uint32Array {
    this.#places ??= align(this.file.text, this.host.text, span(this.hostSpan.start, this.#end), this.#style);
    return this.#places;
  }

  /** How many characters of the host write the inner character at an offset. */
  #writtenLength(inner: number): number {
    const at = this.#placesNow()[inner] ?? this.hostSpan.start;
    if (this.#style === 'double' && this.host.text[at] === '\\') return escapeAt(this.host.text, at).length;
    return this.#style === 'single' && this.host.text.startsWith("''", at) ? 2 : 1;
  }

  #written(text: string): string {
    if (this.#style === 'double') return JSON.stringify(text).slice(1, -1);
    if (this.#style === 'single') return text.replaceAll("'", "''");
    if (this.#style === 'plain') return text;
    const indent = /\n([ \t]*)\S/.exec(this.host.text.slice(this.hostSpan.start, this.hostSpan.end))?.[1] ?? '  ';
    return text.replaceAll('\n', `\n${indent}`);
  }
}

function styleOf(first: string | undefined): Style {
  if (first === '"') return 'double';
  if (first === "'") return 'single';
  return first === '|' || first === '>' ? 'block' : 'plain';
}

/**
 * Where each character of a string is written. The writing holds the characters in their order, with white space between
 * them that the string does not have (indentation, folded line breaks), so both are walked side by side: what is white
 * in one alone is passed over.
 */
function align(text: string, host: string, { start, end }: Span, style: Style): Uint32Array {
  const places = new Uint32Array(text.length + 1);
  let at = start + (style === 'plain' ? 0 : 1);
  if (style === 'block') {
    const newline = host.indexOf('\n', start);
    at = newline < 0 ? end : newline + 1;
  }
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string;
    const next = nextWritten(host, at, end, c, style);
    places[i] = Math.min(next.at, end);
    at = next.behind;
    // An escape may write two units of a pair at once.
    for (let k = 1; k < next.units && i + 1 < text.length; k++) places[++i] = Math.min(next.at, end);
  }
  places[text.length] = Math.min(at, end);
  return places;
}

function nextWritten(
  host: string,
  from: number,
  end: number,
  c: string,
  style: Style,
): { at: number; behind: number; units: number } {
  let at = from;
  while (at < end) {
    const written = host[at] as string;
    if (style === 'double' && written === '\\') {
      const escaped = escapeAt(host, at);
      if (escaped.text !== '') return { at, behind: at + escaped.length, units: escaped.text.length };
      at += escaped.length;
      continue;
    }
    if (written === c) return { at, behind: at + (style === 'single' && c === "'" ? 2 : 1), units: 1 };
    if (!isWhite(written)) break;
    // A folded line break stands for the blank: it is written where the line ends.
    if (c === ' ' && (written === '\n' || written === '\r')) return { at, behind: at + 1, units: 1 };
    at++;
  }
  return { at, behind: at, units: 1 };
}

const isWhite = (c: string): boolean => c === ' ' || c === '\t' || c === '\n' || c === '\r';

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

/** An escape of a double-quoted string; an escaped line break writes nothing. */
function escapeAt(host: string, at: number): { readonly text: string; readonly length: number } {
  const c = host[at + 1] ?? '';
  const digits = c === 'x' ? 2 : c === 'u' ? 4 : c === 'U' ? 8 : 0;
  if (digits > 0) {
    const code = Number.parseInt(host.slice(at + 2, at + 2 + digits), 16);
    return { text: Number.isNaN(code) || code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code), length: 2 + digits };
  }
  if (c === '\n' || c === '\r') return { text: '', length: host.startsWith('\r\n', at + 1) ? 3 : 2 };
  return { text: ESCAPES[c] ?? c, length: 2 };
}
