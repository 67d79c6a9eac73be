// A template that is a string inside a YAML or JSON file. It is treated as a file of its own, whose address is that of
// the file with `#` and the key; its places are turned into places of the file round it where they leave Strata.

import type { TextEdit } from '../text/edit';
import { Kept } from '../text/kept';
import type { SourceFile } from '../text/source';
import { type Span, span } from '../text/span';
import type { Value } from './piece';
import { rewritten } from './rewritten';
import { inLine, isBlock, readWritten, type Style, styleOf, type Written } from './written';
import { parseData } from './yaml';

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
  /** Edits of the text, written as the string's own style needs it: it reads as the text with the edits. */
  editsInHost(edits: readonly TextEdit[]): readonly TextEdit[];
  /** What an author types or picks at a place of the text, as it is written there. */
  typed(text: string): string;
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
  const bySlashes = key.replace(/^\//, '').split('/');
  for (const path of [[key], key.split('.'), bySlashes, bySlashes.map(unescapedStep)]) {
    const steps = stepsOf(data.value, path);
    if (!steps) continue;
    const { value, target } = data.place(steps.path) ?? {};
    // The text of an alias is written where its anchor is.
    const place = target ?? value;
    if (!place) continue;
    const file: SourceFile = { uri: `${host.uri}#${key}`, text: steps.text };
    const embedded = new EmbeddedString(file, host, place);
    embeddedOf.set(file, embedded);
    return embedded;
  }
  return undefined;
}

/** Steps as a JSON pointer writes them: `~1` for a slash in a key, `~0` for a tilde. */
const unescapedStep = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');
const escapedStep = (step: string | number): string => String(step).replaceAll('~', '~0').replaceAll('/', '~1');

/** The key that leads to a path of a file, as it stands behind `#`. */
export const keyOfPath = (path: readonly (string | number)[]): string =>
  path.length === 1 ? String(path[0]) : `/${path.map(escapedStep).join('/')}`;

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
  /** Where its writing ends in the host: a block may end in blank lines that are no part of `hostSpan`. */
  readonly #end: number;
  #written: Written | undefined;

  constructor(file: SourceFile, host: SourceFile, hostSpan: Span) {
    this.file = file;
    this.host = host;
    this.hostSpan = hostSpan;
    this.#style = styleOf(host.text[hostSpan.start]);
    this.#end = isBlock(this.#style) ? behindBlankLines(host.text, hostSpan.end) : hostSpan.end;
  }

  toHost(inner: Span): Span {
    const { starts, ends } = this.#read();
    const last = starts.length - 1;
    const start = starts[Math.max(0, Math.min(inner.start, last))] ?? this.hostSpan.start;
    if (inner.end <= inner.start) return span(start, start);
    // Behind the last character, not before the one that follows: between them indentation may stand.
    const end = ends[Math.max(0, Math.min(inner.end, last) - 1)] ?? start;
    return span(start, Math.max(start, end));
  }

  toInner(host: number): number | undefined {
    if (host < this.hostSpan.start || host > this.#end) return undefined;
    const { starts } = this.#read();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) < host) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  editsInHost(edits: readonly TextEdit[]): readonly TextEdit[] {
    const whole = span(this.hostSpan.start, this.#end);
    return rewritten(this.host.text, whole, this.#style, this.#read(), this.file.text, edits);
  }

  typed(text: string): string {
    if (!isBlock(this.#style)) return inLine(this.#style, text);
    return text.replaceAll('\n', `\n${' '.repeat(this.#read().indent)}`);
  }

  #read(): Written {
    this.#written ??= this.#readAgain();
    return this.#written;
  }

  #readAgain(): Written {
    const { text } = this.host;
    const whole = span(this.hostSpan.start, this.#end);
    const written = readWritten(text, whole, this.#style, this.#givenIndent());
    if (written.text === this.file.text) return written;
    // A string that is read as if it were mended: all of it stands where the whole does.
    return {
      text: this.file.text,
      starts: new Uint32Array(this.file.text.length + 1).fill(whole.start).fill(whole.end, this.file.text.length),
      ends: new Uint32Array(this.file.text.length).fill(whole.end),
      indent: written.indent,
    };
  }

  /** Of a block whose header says how far it is indented from what is round it: how far that is, by its first line. */
  #givenIndent(): number | undefined {
    const { text } = this.host;
    if (!isBlock(this.#style) || !/^.[+-]?\d/.test(text.slice(this.hostSpan.start, this.hostSpan.start + 3)))
      return undefined;
    const body = text.slice(this.hostSpan.start, this.#end);
    const written = /\n( *)[^ \r\n]/.exec(body)?.[1]?.length ?? 0;
    const read = /^(?:[ \r]*\n)*( *)/.exec(this.file.text)?.[1]?.length ?? 0;
    return Math.max(0, written - read);
  }
}

/** Behind the last of the lines without text that follow. */
function behindBlankLines(text: string, from: number): number {
  let end = from;
  for (let at = from; at < text.length && /[ \t\r\n]/.test(text[at] as string); at++)
    if (text[at] === '\n') end = at + 1;
    else if (at === text.length - 1) end = text.length;
  return end;
}
