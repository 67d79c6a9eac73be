// Plain YAML straight to our tree: what nearly every manifest is written in. It is here for speed (a tenth of the time of
// the library and of its garbage) and knows no faults: at the first thing that is not plain it gives up, and the library
// reads the text. What it gives is what the library gives, to the last span.
import { span as spanOf } from '../../text/span';
import type { Read } from './mend';
import { blockScalar, isPlainStart, plainEnd, plainValue, quotedScalar } from './plainScalar';
import type { YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar } from './tree';

/**
 * Reads a text of block maps and lists, flow maps and lists, block scalars without indicators and scalars in one
 * line; undefined for any other text, and for one with a fault.
 */
export function readPlain(text: string): Read | undefined {
  const root = STRANGE.test(text) ? undefined : new PlainReader(text).document();
  return root && { root, errors: [] };
}

/** Tabs, carriage returns and other control characters have rules of their own; marks begin and end documents. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const STRANGE = /[\0-\x09\x0b-\x1f\x7f\ufeff]|^(?:---|\.\.\.)/m;

/** What is nested deeper is left to the library, which says where that is too deep. */
const DEEPEST = 50;
/** YAML allows no longer keys. */
const LONGEST_KEY = 1000;

const FEED = 10;
const BLANK = 32;
const HASH = 35;
const COMMA = 44;
const DASH = 45;
const COLON = 58;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_MAP = 123;
const CLOSE_MAP = 125;
const BAR = 124;
const GREATER = 62;

class PlainReader {
  readonly #text: string;
  /** The first character that is written on the line that is read next, and its column; −1: there is no further line. */
  #start = 0;
  #column = -1;
  /** The end of what was read last. */
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): YamlNode | undefined {
    this.#toLine(0);
    if (this.#column !== 0) return undefined;
    const node = this.#isDash(this.#start) ? this.#list(0, 0) : this.#map(0, 0);
    return this.#start === this.#text.length ? node : undefined;
  }

  /** Goes to the first line at or behind an offset, which is the start of one, that holds more than blanks and a comment. */
  #toLine(from: number): void {
    const text = this.#text;
    for (let line = from; line < text.length; ) {
      let at = line;
      while (text.charCodeAt(at) === BLANK) at++;
      const char = text.charCodeAt(at);
      if (char !== FEED && char !== HASH && at < text.length) {
        this.#start = at;
        this.#column = at - line;
        return;
      }
      const feed = text.indexOf('\n', at);
      line = feed < 0 ? text.length : feed + 1;
    }
    this.#start = text.length;
    this.#column = -1;
  }

  /** Goes on to the next line when nothing but a comment is left on this one; false: there is more. */
  #endLine(from: number): boolean {
    const text = this.#text;
    const at = this.#blanks(from);
    const char = text.charCodeAt(at);
    if (at < text.length && char !== FEED && !(char === HASH && at > from)) return false;
    const feed = char === FEED ? at : text.indexOf('\n', at);
    this.#toLine(feed < 0 ? text.length : feed + 1);
    return true;
  }

  #blanks(from: number): number {
    let at = from;
    while (this.#text.charCodeAt(at) === BLANK) at++;
    return at;
  }

  /** Whether white space, or the end of the text, stands at an offset. */
  #isEmpty(at: number): boolean {
    const char = this.#text.charCodeAt(at);
    return char === BLANK || char === FEED || at >= this.#text.length;
  }

  #isDash(at: number): boolean {
    return this.#text.charCodeAt(at) === DASH && this.#isEmpty(at + 1);
  }

  /** A block map whose first key stands where we are, in this column. */
  #map(column: number, depth: number): YamlMap | undefined {
    if (depth > DEEPEST) return undefined;
    const first = this.#start;
    const entries: YamlEntry[] = [];
    const names = new Set<string>();
    let end = first;
    do {
      const key = this.#key(this.#start);
      const name = key && this.#nameOf(key, names);
      if (key === undefined || name === undefined) return undefined;
      const colon = this.#blanks(key.span.end);
      const value = this.#valueOfKey(colon, column, depth);
      if (!value || this.#column > column) return undefined;
      entries.push({ name, key, value, colon: true, duplicate: false });
      end = Math.max(key.span.end, value.span.end);
    } while (this.#column === column && !this.#isDash(this.#start));
    return { kind: 'map', span: spanOf(first, end), flow: false, entries: entries.slice() };
  }

  /** The name of a key that the map does not have yet; undefined: it has. */
  #nameOf(key: YamlScalar, names: Set<string>): string | undefined {
    const name = key.style === 'plain' ? this.#text.slice(key.span.start, key.span.end) : String(key.value);
    if (names.has(name)) return undefined;
    names.add(name);
    return name;
  }

  /** A scalar with a colon and white space behind it. */
  #key(at: number): YamlScalar | undefined {
    const key = this.#scalar(at, false);
    if (!key || key.span.end - key.span.start > LONGEST_KEY) return undefined;
    const colon = this.#blanks(key.span.end);
    return this.#text.charCodeAt(colon) === COLON && this.#isEmpty(colon + 1) ? key : undefined;
  }

  /** What stands behind the colon of a key, or on the lines below it. */
  #valueOfKey(colon: number, column: number, depth: number): YamlNode | undefined {
    const at = this.#blanks(colon + 1);
    if (!this.#endLine(colon + 1)) return this.#inline(at, column, depth);
    if (this.#column > column)
      return this.#isDash(this.#start) ? this.#list(this.#column, depth + 1) : this.#below(depth);
    if (this.#column === column && this.#isDash(this.#start)) return this.#list(column, depth + 1);
    const stands = Math.min(colon + 2, at);
    return { kind: 'scalar', span: spanOf(stands, stands), value: null, style: 'none', room: spanOf(colon + 1, at) };
  }

  /** A block map on the lines below a key. */
  #below(depth: number): YamlMap | undefined {
    return this.#map(this.#column, depth + 1);
  }

  /** A block list whose first dash stands where we are, in this column. */
  #list(column: number, depth: number): YamlList | undefined {
    if (depth > DEEPEST) return undefined;
    const first = this.#start;
    const items: YamlNode[] = [];
    let end = first;
    do {
      const item = this.#item(column, depth);
      if (!item || this.#column > column) return undefined;
      items.push(item);
      end = item.span.end;
    } while (this.#column === column && this.#isDash(this.#start));
    return { kind: 'list', span: spanOf(first, end), flow: false, items: items.slice() };
  }

  #item(column: number, depth: number): YamlNode | undefined {
    const dash = this.#start;
    const at = this.#blanks(dash + 1);
    if (this.#isDash(at)) {
      this.#start = at;
      return this.#list(column + at - dash, depth + 1);
    }
    if (this.#key(at)) {
      this.#start = at;
      return this.#map(column + at - dash, depth + 1);
    }
    return this.#inline(at, column, depth);
  }

  /** A value that begins on the line of its key or dash, up to the end of it; the next line is the one behind it. */
  #inline(at: number, column: number, depth: number): YamlNode | undefined {
    const char = this.#text.charCodeAt(at);
    if (char === BAR || char === GREATER) {
      const scalar = blockScalar(this.#text, at, column);
      if (!scalar) return undefined;
      this.#toLine(scalar.next);
      return scalar.node;
    }
    const flow = char === OPEN_LIST || char === OPEN_MAP;
    const node = flow ? this.#flow(at, column, depth + 1) : this.#scalar(at, false);
    return node && this.#endLine(node.span.end) ? node : undefined;
  }

  /** A scalar in one line. */
  #scalar(at: number, flow: boolean): YamlScalar | undefined {
    const char = this.#text[at];
    if (char === '"' || char === "'") return quotedScalar(this.#text, at);
    if (!isPlainStart(this.#text, at)) return undefined;
    const span = spanOf(at, plainEnd(this.#text, at, flow));
    const value = plainValue(this.#text.slice(span.start, span.end));
    return value === undefined ? undefined : { kind: 'scalar', span, value, style: 'plain' };
  }

  /** A map in braces or a list in brackets. Its further lines are indented deeper than the column of what it belongs to. */
  #flow(at: number, column: number, depth: number): YamlNode | undefined {
    if (depth > DEEPEST) return undefined;
    const isMap = this.#text.charCodeAt(at) === OPEN_MAP;
    const close = isMap ? CLOSE_MAP : CLOSE_LIST;
    const entries: YamlEntry[] = [];
    const items: YamlNode[] = [];
    const names = new Set<string>();
    let next = this.#inFlow(at + 1, column);
    while (this.#text.charCodeAt(next) !== close) {
      if (isMap) {
        const entry = this.#flowEntry(next, column, depth, names);
        if (!entry) return undefined;
        entries.push(entry);
      } else {
        const item = this.#flowValue(next, column, depth);
        if (!item) return undefined;
        items.push(item);
      }
      next = this.#inFlow(this.#end, column);
      if (this.#text.charCodeAt(next) === COMMA) next = this.#inFlow(next + 1, column);
      else if (this.#text.charCodeAt(next) !== close) return undefined;
    }
    this.#end = next + 1;
    const span = spanOf(at, next + 1);
    if (isMap) return { kind: 'map', span, flow: true, entries: entries.slice() };
    return { kind: 'list', span, flow: true, items: items.slice() };
  }

  #flowEntry(at: number, column: number, depth: number, names: Set<string>): YamlEntry | undefined {
    const key = this.#scalar(at, true);
    const name = key && this.#nameOf(key, names);
    if (key === undefined || name === undefined) return undefined;
    const colon = this.#blanks(key.span.end);
    if (this.#text.charCodeAt(colon) !== COLON || !this.#isEmpty(colon + 1)) return undefined;
    const value = this.#flowValue(this.#inFlow(colon + 1, column), column, depth);
    return value && { name, key, value, colon: true, duplicate: false };
  }

  #flowValue(at: number, column: number, depth: number): YamlNode | undefined {
    const char = this.#text.charCodeAt(at);
    const node = char === OPEN_LIST || char === OPEN_MAP ? this.#flow(at, column, depth + 1) : this.#scalar(at, true);
    if (node) this.#end = node.span.end;
    return node;
  }

  /** The next character in a flow collection that is no white space; the end of the text where that is not plain. */
  #inFlow(from: number, column: number): number {
    const text = this.#text;
    let at = this.#blanks(from);
    while (text.charCodeAt(at) === FEED) {
      const line = at + 1;
      at = this.#blanks(line);
      if (at - line <= column && text.charCodeAt(at) !== FEED) return text.length;
    }
    return at;
  }
}
