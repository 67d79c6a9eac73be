import { closest } from '../../../text/similar';
import type { Span } from '../../../text/span';
import type { SyntaxFault } from '../../tree';
import type { Marks } from './parse/marks';
import { TAGS } from './parse/tags';

interface Hint {
  /** The end of a sentence. */
  readonly advice: string;
  readonly fix?: NonNullable<SyntaxFault['fix']>;
}

/** Operators of other languages, and how Liquid writes them. */
const OPERATORS: readonly (readonly [string, string])[] = [
  ['&&', 'and'],
  ['||', 'or'],
  ['===', '=='],
  ['!==', '!='],
];

/** What other engines call a tag of Liquid. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['elif', 'elsif'],
  ['elseif', 'elsif'],
  ['elsif', 'elsif'],
  ['set', 'assign'],
  ['verbatim', 'raw'],
  ['endverbatim', 'endraw'],
  ['foreach', 'for'],
  ['endforeach', 'endfor'],
  ['extends', 'layout'],
]);

export const statementMeant = (word: string): string | undefined => ELSEWHERE.get(word) ?? closest(word, TAGS);

/** What was probably meant by a tag that Liquid cannot read. */
export function hintFor(text: string, { start, end }: Span, marks: Marks): Hint | undefined {
  const written = text.slice(start, Math.min(end, start + LONGEST));
  for (const [foreign, own] of OPERATORS) {
    const at = written.indexOf(foreign);
    if (at < 0) continue;
    const span = { start: start + at, end: start + at + foreign.length };
    return {
      advice: `it writes \`${own}\` for \`${foreign}\``,
      fix: { title: `Write ${own}`, span, text: own },
    };
  }
  const pair = marks.at(text, start);
  const inner = pair ? written.slice(pair[0].length, -pair[1].length).trim() : undefined;
  if (inner === '' || inner === '-')
    return { advice: `write \`${marks.quote(pair?.[0] ?? '')}\` when the braces are meant as text` };
  if (pair === marks.tag && /^-?\s{0,9}(?:if|elsif|unless)\s{0,9}\(/.test(inner ?? ''))
    return { advice: 'its conditions have no parentheses' };
  if (/\s!\w/.test(written)) return { advice: 'it writes `not` for `!`' };
  return undefined;
}

/** Characters of a tag that are looked at. */
const LONGEST = 300;
