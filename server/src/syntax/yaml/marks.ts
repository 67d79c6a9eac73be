// Marks of YAML within a line that a slip of the hand left out, or wrote as another language does.
import { type Span, span as spanOf } from '../../text/span';
import { plain, type YamlFault } from './faults';

/** Places in one line that are tried. */
const MOST = 8;

/** A colon, or a blank behind one, and commas that are missing within a line; `=` in the place of a colon. */
export function* marksWithin(text: string, { start, end }: Span): Generator<YamlFault> {
  const line = text.slice(start, end);
  const assigned = /^((?:- +)*[\w.$-]+) *= *(?=[^\s=])/.exec(line);
  if (assigned) {
    const message = 'Between a key and its value stands a colon, not `=`.';
    const span = spanOf(start + (assigned[1]?.length ?? 0), start + assigned[0].length);
    yield mark(spanOf(start, end), message, 'Write a colon', span, ': ');
  }
  yield* colonsWithin(line, start);
  let tried = 0;
  for (const between of betweenWords(line)) {
    if (++tried > MOST) return;
    const at = start + between.index + 1;
    const next = spanOf(at + between[0].length - 1, start + wordEnd(line, between.index + between[0].length));
    yield mark(next, 'A comma is missing before this.', 'Put a comma before it', spanOf(at, at), ',');
  }
}

/** Keys at the beginning of a line, behind a brace and behind a comma that run into their value: `file:a.md`, `file a.md`. */
function* colonsWithin(line: string, start: number): Generator<YamlFault> {
  let tried = 0;
  for (const match of line.matchAll(/(?:^(?:- +)*|[{,] *)([\w.$-]+)(?::(?=[^\s:/])| +(?=[\w"'{[]))/g)) {
    const [whole, key = ''] = match;
    const isTight = whole.endsWith(':');
    // Without a colon the first words of a line may be anything.
    if (!isTight && !/^[{,]/.test(whole)) continue;
    if (++tried > MOST) return;
    const from = start + match.index + whole.indexOf(key);
    const behind = from + key.length + (isTight ? 1 : 0);
    const span = spanOf(from, start + wordEnd(line, match.index + whole.length));
    yield isTight
      ? mark(
          span,
          `A space is missing behind the colon of \`${key}\`.`,
          'Put a space there',
          spanOf(behind, behind),
          ' ',
        )
      : mark(span, `A colon is missing behind \`${key}\`.`, 'Put a colon there', spanOf(behind, behind), ':');
  }
}

const mark = (span: Span, message: string, title: string, where: Span, text: string): YamlFault => ({
  ...plain(span, message),
  fix: { title, edits: [{ span: where, text }] },
  mends: 'alone',
});

/** The blanks before a key in braces, and those between two words in square brackets. */
function* betweenWords(line: string): Generator<RegExpExecArray> {
  if (line.includes('{')) yield* line.matchAll(/[^\s,{[:] +(?=[\w.$-]+: )/g);
  if (line.includes('[')) yield* line.matchAll(/[\w"'] +(?=[\w"'])/g);
}

const wordEnd = (line: string, from: number): number => {
  let end = from;
  while (end < line.length && /[\w.$/-]/.test(line.charAt(end))) end++;
  return end;
};

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/** A bracket that is missing on a line: the one that opens or the one that closes, where another stands in its way. */
export function* bracketsWithin(text: string, line: Span): Generator<YamlFault> {
  const open: { readonly at: number; readonly close: string }[] = [];
  for (let at = line.start; at < line.end; at++) {
    const char = text.charAt(at);
    const close = CLOSING[char];
    if (close) open.push({ at, close });
    if (char !== '}' && char !== ']') continue;
    const last = open.at(-1);
    if (last?.close === char) {
      open.pop();
      continue;
    }
    const here = spanOf(at, at + 1);
    const missing = char === '}' ? '{' : '[';
    for (const before of openingsFor(text, line, at, last?.at)) {
      const message = `This \`${char}\` closes nothing: the \`${missing}\` before it is missing.`;
      yield mark(here, message, `Put a ${missing} before it`, spanOf(before, before), missing);
    }
    if (last) {
      const message = `This \`${text.charAt(last.at)}\` is not closed.`;
      yield mark(spanOf(last.at, last.at + 1), message, 'Close it', spanOf(at, at), last.close);
    }
    return;
  }
}

/** Where the bracket may be missing that one at `at` closes: behind a colon, a dash, or the bracket that is open. */
function openingsFor(text: string, { start }: Span, at: number, open: number | undefined): ReadonlySet<number> {
  const last = text.lastIndexOf(': ', at);
  const first = text.indexOf(': ', start);
  const found = [
    ...(last > start ? [last + 2] : []),
    ...(open === undefined ? [] : [open + 1]),
    ...(first >= start && first < at ? [first + 2] : []),
    ...(text.startsWith('- ', start) ? [start + 2] : []),
  ];
  return new Set(found);
}
