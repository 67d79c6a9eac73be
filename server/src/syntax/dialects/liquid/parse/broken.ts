import type { Span } from '../../../../text/span';
import { isWord } from './characters';
import type { Path } from './expressions';

/** Characters of a broken tag that names are looked for in. */
const LONGEST = 400;

const PART = /"[^"\n]*"|'[^'\n]*'|[\p{L}_][\p{L}\p{N}_-]*|\S/gu;

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'if unless elsif else case when for in tablerow assign capture cycle echo include render layout block with as or ' +
    'and not contains true false nil null empty blank limit offset reversed cols liquid set elif end of'
  ).split(' '),
);

/** The names that certainly stand in a tag that cannot be read. One at its very end is still being typed. */
export function namesIn(text: string, { start, end }: Span): readonly Path[] {
  const names: Path[] = [];
  const part = text.slice(start, Math.min(end, start + LONGEST));
  let before = '';
  for (const { 0: word, index } of part.matchAll(PART)) {
    const from = start + index;
    const to = from + word.length;
    const isName = isWord(word.charCodeAt(0)) && !KEYWORDS.has(word) && !word.startsWith('end');
    const isField = before === '.' || before === '|' || before === '$';
    if (isName && !isField && to < end && text[to] !== ':' && text[to] !== '=') {
      names.push({ kind: 'path', steps: [{ kind: 'name', name: word, start: from, end: to }], start: from, end: to });
    }
    before = word;
  }
  return names;
}
