import type { Span } from '../../../../text/span';
import { skipBlank } from './characters';
import { lineOf, type TagChunk } from './chunks';
import { Cursor } from './cursor';
import type { Problem } from './problem';

/** The lines of a `liquid` tag, each a tag of its own; blank ones are none. */
export function linesOf(text: string, start: number, limit: number, problems: Problem[]): readonly TagChunk[] {
  const lines: TagChunk[] = [];
  for (let at = skipBlank(text, start, limit); at < limit; at = skipBlank(text, at, limit)) {
    const feed = text.indexOf('\n', at);
    const end = feed < 0 || feed >= limit ? limit : feed + 1;
    const line = lineOf(text, at, end);
    if (line.name !== '') lines.push(line);
    else {
      const span = { start: at, end: Math.max(at + 1, line.inner.end) };
      const message = 'illegal liquid tag syntax';
      const error = 'TokenizationError';
      problems.push({ kind: 'nameless', stage: 'parsing', error, message, offset: line.argsAt, span, tag: span });
    }
    at = end;
  }
  return lines;
}

/** The lines of a `liquid` tag that is never closed, whose inside is given; undefined for every other tag. */
export function openLines(text: string, { start, end }: Span): readonly TagChunk[] | undefined {
  const cursor = new Cursor(text, text[start] === '-' ? start + 1 : start, end);
  return cursor.name().name === 'liquid' ? linesOf(text, cursor.at, end, []) : undefined;
}
