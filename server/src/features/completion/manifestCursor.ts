// Where in a half-written manifest the cursor stands. Read line by line from indentation and brackets, since what is
// being typed is, at that moment, no valid YAML.
import type { Path } from '../../model/manifest/manifest';
import { type Span, span } from '../../text/span';

export interface ManifestCursor {
  /** Of the map or list that holds the cursor, or, for a value, of the key whose value it is. */
  readonly path: Path;
  /** `key`: a key may be typed here, or an item of a list. `value`: what belongs to the key at the end of `path`. */
  readonly where: 'key' | 'value';
  /** What is written so far, from its start to the cursor, and on to the end of the word. */
  readonly replaced: Span;
  /** Inside `{ … }` or `[ … ]`. */
  readonly inFlow: boolean;
}

/** One level of block structure: a key, or an item of a list. */
interface Level {
  readonly indent: number;
  readonly step: string | number;
}

/** One open bracket: a map with the key whose value is being read, or a list with the number of its item. */
interface Bracket {
  readonly kind: '{' | '[';
  step: string | number | undefined;
}

/** Brackets within brackets; a manifest has five at most. */
const DEEPEST = 100;

/** A key with its colon. A bare one may hold blanks and hyphens, but begins with neither a blank nor an indicator. */
const KEY = /^(?:("(?:[^"\\]|\\.)*"|'[^']*')[ \t]*|((?:[^\s#:,[\]{}"'-]|-[^\s:#,[\]{}])[^:#,[\]{}]*)):(?=\s|$)/;

/** The place of `offset` in the YAML text between `from` and `to`; undefined in a comment or a block of text. */
export function cursorIn(text: string, from: number, to: number, offset: number): ManifestCursor | undefined {
  const reader = new Reader();
  for (let start = from; start <= offset; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 || newline > to ? to : newline;
    if (offset <= end) return reader.cursor(text, start, end, offset);
    reader.line(text.slice(start, end));
    start = end + 1;
  }
  return undefined;
}

/** The keys of the map at a path, wherever in the text between `from` and `to` they stand. */
export function keysAt(text: string, from: number, to: number, path: Path): ReadonlySet<string> {
  const reader = new Reader();
  for (let start = from; start < to; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 || newline > to ? to : newline;
    reader.line(text.slice(start, end));
    start = end + 1;
  }
  return reader.keys.get(JSON.stringify(path)) ?? new Set();
}

class Reader {
  /** Keys by the path of their map. */
  readonly keys = new Map<string, Set<string>>();
  readonly #levels: Level[] = [];
  #brackets: Bracket[] = [];
  #quote: string | undefined;
  /** Indentation of the key whose value is a block of text; its lines are skipped. */
  #textBelow: number | undefined;
  /** Indentation of the line that opened the outermost bracket. */
  #openIndent = 0;

  line(line: string): void {
    const content = line.trimStart();
    const indent = line.length - content.length;
    this.#leaveBrackets(content, indent);
    if (this.#brackets.length > 0) {
      this.#flow(line);
      return;
    }
    if (content.trim() === '' || content.startsWith('#')) return;
    if (this.#textBelow !== undefined) {
      if (indent > this.#textBelow) return;
      this.#textBelow = undefined;
    }
    const rest = this.#enter(content, indent);
    if (/^[|>][+-]?\d*\s*(?:#.*)?$/.test(rest.text)) this.#textBelow = this.#levels.at(-1)?.indent ?? indent;
    else this.#flow(rest.text);
    this.#openIndent = indent;
  }

  /**
   * What stands in brackets is deeper than the line that opens them. A line that is not, and begins with a dash or a key,
   * shows that they were never closed.
   */
  #leaveBrackets(content: string, indent: number): void {
    if (this.#brackets.length === 0 || indent > this.#openIndent) return;
    if (!/^-(?:\s|$)/.test(content) && !KEY.test(content)) return;
    this.#brackets = [];
    this.#quote = undefined;
  }

  cursor(text: string, start: number, end: number, offset: number): ManifestCursor | undefined {
    const before = text.slice(start, offset);
    const wordEnd = offset + (/^[\p{L}\p{N}_.$-]*/u.exec(text.slice(offset, end))?.[0].length ?? 0);
    const line = text.slice(start, end);
    this.#leaveBrackets(line.trimStart(), line.length - line.trimStart().length);
    if (this.#brackets.length > 0) {
      this.#flow(before);
      return this.#cursorInFlow(offset, wordEnd, before);
    }
    const content = before.trimStart();
    const indent = before.length - content.length;
    if (content.startsWith('#') || (this.#textBelow !== undefined && (indent > this.#textBelow || content === '')))
      return undefined;
    const { text: rest, isValue } = this.#enter(content, indent);
    this.#flow(rest);
    if (this.#brackets.length > 0) return this.#cursorInFlow(offset, wordEnd, before);
    if (/\s#/.test(rest)) return undefined;
    const partial = rest.trimStart();
    return {
      path: this.#levels.map((l) => l.step),
      where: isValue ? 'value' : 'key',
      replaced: span(offset - partial.length, wordEnd),
      inFlow: false,
    };
  }

  /** Takes in dashes and a key at the beginning of a line; what is left of it is a value, or a word that may become a key. */
  #enter(content: string, indent: number): { text: string; isValue: boolean } {
    let text = content;
    let column = indent;
    for (let dash = /^-(?:\s+|$)/.exec(text); dash; dash = /^-(?:\s+|$)/.exec(text)) {
      while (this.#levels.length > 0 && (this.#levels.at(-1) as Level).indent > column) this.#levels.pop();
      const last = this.#levels.at(-1);
      if (last && last.indent === column && typeof last.step === 'number')
        this.#levels[this.#levels.length - 1] = { indent: column, step: last.step + 1 };
      else this.#levels.push({ indent: column, step: 0 });
      text = text.slice(dash[0].length);
      column += Math.max(2, dash[0].length);
    }
    const isItem = column > indent;
    while (this.#levels.length > 0 && this.#endsAt(this.#levels.at(-1) as Level, column, isItem)) this.#levels.pop();
    const key = KEY.exec(text);
    if (!key) return { text, isValue: false };
    const name = unquoted(key[1] ?? key[2] ?? '');
    this.#saw(
      this.#levels.map((l) => l.step),
      name,
    );
    this.#levels.push({ indent: column, step: name });
    return { text: text.slice(key[0].length).trimStart(), isValue: true };
  }

  /** Whether a level is left by a line whose text begins at `column`. */
  #endsAt(level: Level, column: number, isItem: boolean): boolean {
    if (typeof level.step === 'number') return level.indent > column || (level.indent === column && !isItem);
    return level.indent >= column;
  }

  /** Follows brackets and quotes through a piece of text. */
  #flow(piece: string): void {
    let word = '';
    for (let i = 0; i < piece.length; i++) {
      const c = piece[i] as string;
      if (this.#quote !== undefined) {
        if (c === '\\' && this.#quote === '"') word += piece[++i] ?? '';
        else if (c === this.#quote) this.#quote = undefined;
        else word += c;
        continue;
      }
      const top = this.#brackets.at(-1);
      if ((c === '"' || c === "'") && word.trim() === '') this.#quote = c;
      else if (c === '#' && (i === 0 || /\s/.test(piece[i - 1] as string))) return;
      else if ((c === '{' || c === '[') && word.trim() === '') {
        this.#brackets.push({ kind: c, step: c === '[' ? 0 : undefined });
        word = '';
      } else if (!top) {
        // Outside of brackets only a quote or a bracket at the beginning of the value means anything.
        word += c;
      } else if (c === '}' || c === ']') {
        this.#brackets.pop();
        word = '';
      } else if (c === ',') {
        top.step = typeof top.step === 'number' ? top.step + 1 : undefined;
        word = '';
      } else if (c === ':' && top.kind === '{' && top.step === undefined && /^(?:\s|$)/.test(piece.slice(i + 1))) {
        // Nothing is declared so deep, and a path as long as the text for each of its keys would be far too much.
        if (this.#brackets.length <= DEEPEST) this.#saw(this.#pathOf(this.#brackets.slice(0, -1)), word.trim());
        top.step = word.trim();
        word = '';
      } else word += c;
    }
  }

  #saw(path: Path, key: string): void {
    const at = JSON.stringify(path);
    const known = this.keys.get(at);
    if (known) known.add(key);
    else this.keys.set(at, new Set([key]));
  }

  /** The path of what stands inside the innermost of some brackets. */
  #pathOf(brackets: readonly Bracket[]): Path {
    return [...this.#levels.map((l) => l.step), ...brackets.flatMap((b) => (b.step === undefined ? [] : [b.step]))];
  }

  #cursorInFlow(offset: number, wordEnd: number, before: string): ManifestCursor | undefined {
    if (/(?:^|\s)#[^{}[\]]*$/.test(before.slice(-200))) return undefined;
    const partial = /[^\s{}[\],:"']*$/.exec(before.slice(-200))?.[0] ?? '';
    const top = this.#brackets.at(-1);
    // Behind the bracket that closed a value of several lines nothing can be typed.
    if (!top || this.#brackets.length > DEEPEST) return undefined;
    const path = this.#pathOf(this.#brackets.slice(0, -1));
    const replaced = span(offset - partial.length, wordEnd);
    if (top.kind === '[') return { path, where: 'key', replaced, inFlow: true };
    return top.step === undefined
      ? { path, where: 'key', replaced, inFlow: true }
      : { path: [...path, top.step], where: 'value', replaced, inFlow: true };
  }
}

const unquoted = (key: string): string => (/^(["']).*\1$/.test(key) ? key.slice(1, -1) : key.trimEnd());
