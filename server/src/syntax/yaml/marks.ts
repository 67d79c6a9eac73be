// Marks of YAML within a line that a slip of the hand left out, or wrote as another language does.
import { type Span, span as spanOf } from '../../text/span';
import { plain, type YamlFault } from './faults';

/** Places in one line that are tried. */
const MOST = 8;

/** `=` in the place of a colon, and commas that are missing between what stands in brackets. */
export function* marksWithin(text: string, { start, end }: Span): Generator<YamlFault> {
  const line = text.slice(start, end);
  const assigned = /^((?:- +)*[\w.$-]+) *= *(?=[^\s=])/.exec(line);
  if (assigned) {
    const edit = { span: spanOf(start + (assigned[1]?.length ?? 0), start + assigned[0].length), text: ': ' };
    const message = 'Between a key and its value stands a colon, not `=`.';
    yield { ...plain(spanOf(start, end), message), fix: { title: 'Write a colon', edits: [edit] }, mends: 'alone' };
  }
  let tried = 0;
  for (const between of betweenWords(line)) {
    if (++tried > MOST) return;
    const at = start + between.index + 1;
    const next = spanOf(at + between[0].length - 1, start + wordEnd(line, between.index + between[0].length));
    const fix = { title: 'Put a comma before it', edits: [{ span: spanOf(at, at), text: ',' }] };
    yield { ...plain(next, 'A comma is missing before this.'), fix, mends: 'alone' };
  }
}

/** The blanks before a key in braces, and those between two words in square brackets. */
function* betweenWords(line: string): Generator<RegExpExecArray> {
  if (line.includes('{')) yield* line.matchAll(/[^\s,{[:] +(?=[\w.$-]+: )/g);
  if (line.includes('[')) yield* line.matchAll(/[\w"'] +(?=[\w"'])/g);
}

const wordEnd = (line: string, from: number): number => {
  let end = from;
  while (end < line.length && /[\w.$-]/.test(line.charAt(end))) end++;
  return end;
};
