import type { Span } from '../../../text/span';
import type { SyntaxFault } from '../../tree';
import type { Marks } from './parse/marks';

interface Hint {
  /** The end of a sentence. */
  readonly advice: string;
  readonly fix?: NonNullable<SyntaxFault['fix']>;
}

/** Operators of other languages, and how Jinja writes them. */
const OPERATORS: readonly (readonly [string, string])[] = [
  ['&&', 'and'],
  ['||', 'or'],
  ['===', '=='],
  ['!==', '!='],
];

/** What was probably meant by a tag that Jinja cannot read. `span` is where it gave up. */
export function hintFor(text: string, tag: Span, span: Span, marks: Marks): Hint | undefined {
  for (const [foreign, own] of OPERATORS) {
    const at = [span.start, span.start - 1, span.start - 2].find((start) => text.startsWith(foreign, start));
    if (at === undefined || at < tag.start) continue;
    const place = { start: at, end: at + foreign.length };
    return {
      advice: `it writes \`${own}\` for \`${foreign}\``,
      fix: { title: `Write ${own}`, span: place, text: own },
    };
  }
  const pair = [marks.output, marks.statement].find(([open]) => text.startsWith(open, tag.start));
  const inner = pair ? text.slice(tag.start + pair[0].length, tag.end - pair[1].length).trim() : undefined;
  if (inner === '') return { advice: `write \`${marks.quote(pair?.[0] ?? '')}\` when the braces are meant as text` };
  if (text[span.start] === '!') return { advice: 'it writes `not` for `!`' };
  if (text[span.start] === '?') return { advice: 'it writes `a if condition else b` for `condition ? a : b`' };
  return undefined;
}
