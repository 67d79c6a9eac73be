import { Finder } from '../javascript/finder';
import { skipWhite } from '../javascript/white';
import { readOpening } from './opening';
import { endOfName, readInTag } from './tag-lexer';
import type { Token, TokenType } from './token';

/** How far a string may run on behind the first error, where nothing has to equal the engine any more. */
const LONGEST_QUOTED = 300;

/**
 * - `text`: between tags; `escaped`: from `\{{` to the next opening, which is text
 * - `tag`: from `{{` on; `comment`: at `{{!--`; `raw`: in `{{{{x}}}} … {{{{/x}}}}`
 */
type Mode = 'text' | 'tag' | 'escaped' | 'comment' | 'raw';

/** Cuts a text into the tokens of Handlebars' own lexer, one after the other. */
export class Lexer {
  readonly text: string;
  readonly finder: Finder;
  #at = 0;
  #modes: Mode[] = ['text'];
  #isBounded = false;
  /** A comment with dashes did not end: none behind it does. */
  #hasOpenComment = false;

  constructor(text: string) {
    this.text = text;
    this.finder = new Finder(text);
  }

  next(): Token {
    for (;;) {
      const token = this.#read();
      if (token) return token;
    }
  }

  /** Goes on at an offset as if it stood between tags. Done after an error: from there on, strings stay short. */
  resume(at: number): void {
    this.#at = Math.min(at, this.text.length);
    this.#modes = ['text'];
    this.#isBounded = true;
  }

  /** Reads the inside of a tag, from an offset on: to see what is in a tag that is broken. */
  resumeInTag(at: number): void {
    this.resume(at);
    this.#modes.push('tag');
  }

  #read(): Token | undefined {
    switch (this.#modes.at(-1)) {
      case 'tag':
        return this.#tag();
      case 'escaped':
        return this.#escaped();
      case 'comment':
        return this.#comment();
      case 'raw':
        return this.#raw();
      default:
        return this.#between();
    }
  }

  #token(type: TokenType, end: number): Token {
    return this.#take({ type, start: this.#at, end, text: this.text.slice(this.#at, end) });
  }

  #take(token: Token): Token {
    this.#at = token.end;
    return token;
  }

  /** Text up to the next `{{`. One backslash before it makes it text, two make one backslash and a tag. */
  #between(): Token | undefined {
    const { text, finder } = this;
    const start = this.#at;
    if (start >= text.length) return this.#token('EOF', start);
    const nul = finder.find('\0', start);
    const opening = finder.find('{{', start);
    if (nul === start) return this.#token('LEXICAL_ERROR', start + 1);
    if (opening < 0 || (nul >= 0 && nul < opening)) return this.#token('CONTENT', nul < 0 ? text.length : nul);
    const isEscaped = opening > start && text[opening - 1] === '\\';
    const isTwice = isEscaped && opening - 1 > start && text[opening - 2] === '\\';
    this.#modes.push(isEscaped && !isTwice ? 'escaped' : 'tag');
    const end = isEscaped ? opening - 1 : opening;
    this.#at = opening;
    return end > start ? { type: 'CONTENT', start, end, text: text.slice(start, end) } : undefined;
  }

  /** From an escaped `{{` up to the next one, with the backslashes before that. */
  #escaped(): Token {
    this.#modes.pop();
    const { text, finder } = this;
    const next = finder.find('{{', this.#at + 2);
    let end = next < 0 ? text.length : next;
    for (let count = 0; count < 2 && next >= 0 && end > this.#at + 2 && text[end - 1] === '\\'; count++) end--;
    const nul = finder.find('\0', this.#at);
    if (nul >= 0 && nul < end) return this.#token('LEXICAL_ERROR', nul + 1);
    return this.#token('CONTENT', end);
  }

  #comment(): Token {
    this.#modes.pop();
    const { text, finder } = this;
    const start = this.#at;
    const ends = this.#hasOpenComment ? [] : [finder.find('--}}', start), finder.find('--~}}', start)];
    const found = ends.filter((at) => at >= 0);
    if (found.length === 0) {
      this.#hasOpenComment = true;
      return this.#token('LEXICAL_ERROR', text.length);
    }
    const dashes = Math.min(...found);
    const end = text.indexOf('}}', dashes) + 2;
    const strip = {
      ...(text[start + 2] === '~' ? { stripLeft: true } : {}),
      ...(text[end - 3] === '~' ? { stripRight: true } : {}),
    };
    return this.#take({ type: 'COMMENT', start, end, text: text.slice(start, end), ...strip });
  }

  /** Inside a raw block everything is text; blocks of the same kind in it are counted. */
  #raw(): Token {
    const { text, finder } = this;
    const start = this.#at;
    if (start >= text.length) return this.#token('EOF', start);
    if (text.startsWith('{{{{', start) && start + 4 < text.length && text[start + 4] !== '/') {
      this.#modes.push('raw');
      return this.#token('CONTENT', start + 4);
    }
    const end = endOfRawClose(text, start);
    if (end !== undefined) {
      this.#modes.pop();
      if (this.#modes.at(-1) === 'raw') return this.#token('CONTENT', end);
      return this.#take({ type: 'END_RAW_BLOCK', start, end, text: text.slice(start + 5, end - 4) });
    }
    const next = finder.find('{{{{', start + 1);
    const nul = finder.find('\0', start);
    if (next < 0 || (nul >= 0 && nul < next)) return this.#token('LEXICAL_ERROR', text.length);
    return this.#token('CONTENT', next);
  }

  #tag(): Token | undefined {
    const { text, finder } = this;
    this.#at = skipWhite(text, this.#at);
    if (this.#at >= text.length) return this.#token('EOF', this.#at);
    if (text.startsWith('{{', this.#at)) return this.#opening();
    const limit = this.#isBounded ? Math.min(text.length, this.#at + LONGEST_QUOTED) : text.length;
    const token = readInTag({ text, finder, limit }, this.#at);
    if (token.type === 'CLOSE_RAW_BLOCK') this.#modes.splice(-1, 1, 'raw');
    else if (token.type === 'CLOSE' || token.type === 'CLOSE_UNESCAPED') this.#modes.pop();
    return this.#take(token);
  }

  #opening(): Token | undefined {
    const token = readOpening(this.text, this.#at, this.finder);
    if (!token) {
      this.#modes.splice(-1, 1, 'comment');
      return undefined;
    }
    if (token.type === 'INVERSE' || token.type === 'COMMENT') this.#modes.pop();
    return this.#take(token);
  }
}

/** `{{{{/name}}}}` at `at`. */
function endOfRawClose(text: string, at: number): number | undefined {
  if (!text.startsWith('{{{{/', at)) return undefined;
  const nameEnd = endOfName(text, at + 5);
  return nameEnd > at + 5 && text.startsWith('}}}}', nameEnd) ? nameEnd + 4 : undefined;
}
