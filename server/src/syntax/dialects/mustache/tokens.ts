import type { Span } from '../../../text/span';
import { Finder } from '../javascript/finder';
import { type Indent, Line } from './line';
import { type Delimiters, readTag, type Tag } from './tag';

/** A run of template text, or a tag. */
export type Token =
  | { readonly kind: 'text'; readonly span: Span }
  | {
      readonly kind: 'tag';
      readonly tag: Tag;
      readonly open: string;
      readonly close: string;
      readonly indent?: Indent;
    };

export interface Tokens {
  readonly tokens: readonly Token[];
  /** White space of standalone lines, which is not printed; ascending. */
  readonly dropped: readonly Span[];
  /** Tags that change the delimiters and do not name two. */
  readonly wrongDelimiters: readonly Tag[];
}

/**
 * Cuts a text into tags and the text between them, with the delimiters that hold at each place, `first` those of the program. Where mustache.js would
 * refuse the text, reading goes on behind the opening that has no end.
 */
export function readTokens(text: string, first: Delimiters, from = 0): Tokens {
  const tokens: Token[] = [];
  const wrongDelimiters: Tag[] = [];
  const finder = new Finder(text);
  const line = new Line(text, finder, from);
  let delimiters = first;
  let at = 0;
  while (at < text.length) {
    const opening = finder.find(delimiters.open, at);
    const end = opening < 0 ? text.length : opening;
    if (end > at) {
      tokens.push({ kind: 'text', span: { start: at, end } });
      line.read(at, end);
    }
    if (opening < 0) break;
    const tag = readTag(text, opening, delimiters, finder);
    const indent = line.tag(tag);
    tokens.push({ kind: 'tag', tag, ...delimiters, ...(indent ? { indent } : {}) });
    if (tag.kind === 'delimiters' && !tag.unclosed) {
      // Of more than two, mustache.js takes the first two.
      const [open, close] = tag.name.split(/\s+/, 2);
      if (open && close) delimiters = { open, close };
      else wrongDelimiters.push(tag);
    }
    at = tag.span.end;
  }
  line.end();
  return { tokens, dropped: line.dropped, wrongDelimiters };
}
