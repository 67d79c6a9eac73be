import type { Span } from '../../../text/span';
import type { Finder } from '../javascript/finder';
import { isWhite } from '../javascript/white';
import type { Tag } from './tag';

/** What a partial knows of the line that it stands on. */
export interface Indent {
  /** Put before the lines of the partial's text. */
  readonly text: string;
  /** Other text stands before the tag, so that the first line of the partial gets none. */
  readonly behindText: boolean;
}

/**
 * The line that mustache.js is on, and the white space that it takes out: of a line that holds nothing but white space
 * and tags that print nothing ("standalone"), all of it goes, the line feed too. Only a line feed in text ends a line;
 * one inside a tag does not.
 */
export class Line {
  /** White space that is not printed, in the order of the text. */
  readonly dropped: Span[] = [];
  readonly #text: string;
  readonly #finder: Finder;
  #white: Span[] = [];
  #start: number;
  #tags = 0;
  #tagged = false;
  /** Something is printed on this line: text, or a value. */
  #printing = false;

  constructor(text: string, finder: Finder, start: number) {
    this.#text = text;
    this.#finder = finder;
    this.#start = start;
  }

  /** Text between two tags. */
  read(start: number, end: number): void {
    for (let at = start; at < end; ) {
      const feed = this.#finder.find('\n', at);
      const isLast = feed < 0 || feed >= end;
      const lineEnd = isLast ? end : feed + 1;
      this.#part(at, lineEnd);
      at = lineEnd;
      if (!isLast) this.#next(at);
    }
  }

  /** A tag of a known kind; returns the indentation when it is a partial that has one. */
  tag(tag: Tag): Indent | undefined {
    const isFirst = this.#tags === 0;
    const behindText = this.#printing;
    this.#tags++;
    this.#tagged = true;
    if (tag.kind === 'name' || tag.kind === 'raw' || tag.unclosed) this.#printing = true;
    if (tag.kind !== 'partial' || !isFirst) return undefined;
    const text = indentation(this.#text.slice(this.#start, tag.span.start));
    return text === '' ? undefined : { text, behindText };
  }

  /** The line ends, with a line feed or with the text. */
  end(): void {
    if (this.#tagged && !this.#printing) for (const white of this.#white) this.dropped.push(white);
    this.#white = [];
    this.#tagged = false;
    this.#printing = false;
  }

  #next(start: number): void {
    this.end();
    this.#start = start;
    this.#tags = 0;
  }

  /** Text within one line: its white space is kept in mind as long as the line may turn out to be standalone. */
  #part(start: number, end: number): void {
    for (let at = start; at < end && !this.#printing; ) {
      const from = at;
      while (at < end && isWhite(this.#text.charCodeAt(at))) at++;
      if (at > from) this.#white.push({ start: from, end: at });
      if (at < end) this.#printing = true;
    }
  }
}

/** As mustache.js has it: blanks and tabs stay, other white space goes, and every character of text counts as a blank. */
function indentation(before: string): string {
  let indent = '';
  for (let at = 0; at < before.length; at++) {
    const code = before.charCodeAt(at);
    if (!isWhite(code)) indent += ' ';
    else if (code === 32 || code === 9) indent += before[at];
  }
  return indent;
}
