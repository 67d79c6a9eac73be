import type { Span } from '../../../text/span';
import type { DialectOptions } from '../dialect';
import { Marks } from './parse/marks';
import { parseText } from './parse/parser';

/** A line that is a statement or a comment. */
export interface LineTag {
  readonly kind: 'statement' | 'comment';
  readonly span: Span;
  /** All that Jinja takes out of the text for it. */
  readonly line: Span;
  /** What stands behind its mark, without the colon that may end a statement. */
  readonly words: string;
  /** `-` behind the mark takes the white space before the line. */
  readonly takesBefore: boolean;
}

/** The lines of a text that are statements or comments, by where they begin, for a program that has a mark for these. */
export function lineTags(text: string, options: DialectOptions): ReadonlyMap<number, LineTag> {
  const tags = new Map<number, LineTag>();
  if (options.lineStatement === undefined && options.lineComment === undefined) return tags;
  const marks = new Marks(options);
  for (const chunk of parseText(text, marks).chunks) {
    if ((chunk.kind !== 'statement' && chunk.kind !== 'comment') || !chunk.line) continue;
    const { kind, start, end, line } = chunk;
    const mark = (kind === 'comment' ? marks.lineComment : marks.line) ?? '';
    const inner = text.slice(start + mark.length, end);
    const sign = /^[-+]/.exec(inner)?.[0] ?? '';
    const words = inner.slice(sign.length).trim();
    tags.set(line.start, {
      kind,
      span: { start, end },
      line,
      words: kind === 'statement' ? words.replace(/:$/, '').trimEnd() : words,
      takesBefore: sign === '-',
    });
  }
  return tags;
}
