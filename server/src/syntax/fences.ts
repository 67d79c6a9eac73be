import type { Span } from '../text/span';
import { linesFrom, type TextLine } from './lines';

/** A Markdown code fence. */
export interface CodeFence {
  /** From the start of its opening line to behind the closing line, its line break not included. */
  readonly span: Span;
  /** The lines between. */
  readonly content: Span;
  /** The first word behind the opening mark: `json`. */
  readonly language: string;
  /** False: it runs on to the end of the text, as Markdown has it. */
  readonly closed: boolean;
}

interface Mark {
  readonly character: string;
  readonly length: number;
  /** What stands behind the mark on its line. */
  readonly rest: string;
}

/**
 * The code fences of a text, in order. A fence begins with three or more back-quotes or tildes and ends with a line of
 * at least as many of the same and nothing else; behind back-quotes on an opening line no back-quote may follow (that is
 * code in a sentence). Unlike CommonMark any indentation counts, since prompts indent fences in lists and tags.
 */
export function fencesOf(text: string): readonly CodeFence[] {
  const fences: CodeFence[] = [];
  let open: { readonly line: TextLine; readonly mark: Mark } | undefined;
  for (const line of linesFrom(text, 0)) {
    const mark = markOf(text, line);
    if (!mark) continue;
    if (open === undefined) {
      if (mark.character !== '`' || !mark.rest.includes('`')) open = { line, mark };
    } else if (closes(mark, open.mark)) {
      fences.push(fence(open.line, open.mark, line.start, line.end, true));
      open = undefined;
    }
  }
  if (open) fences.push(fence(open.line, open.mark, text.length, text.length, false));
  return fences;
}

/** Index of the fence that holds an offset, by bisection; -1 when none does. */
export function fenceAt(fences: readonly CodeFence[], offset: number): number {
  let low = 0;
  let high = fences.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = fences[middle]?.span;
    if (!span) return -1;
    if (offset < span.start) high = middle - 1;
    else if (offset >= span.end) low = middle + 1;
    else return middle;
  }
  return -1;
}

function fence(line: TextLine, mark: Mark, contentEnd: number, end: number, closed: boolean): CodeFence {
  const language = /^[^\s`{]+/.exec(mark.rest.trimStart())?.[0] ?? '';
  return {
    span: { start: line.start, end },
    content: { start: Math.min(line.next, contentEnd), end: contentEnd },
    language,
    closed,
  };
}

const closes = (mark: Mark, open: Mark): boolean =>
  mark.character === open.character && mark.length >= open.length && mark.rest.trim() === '';

function markOf(text: string, { start, end }: TextLine): Mark | undefined {
  let from = start;
  while (from < end && (text[from] === ' ' || text[from] === '\t')) from++;
  const character = text[from];
  if (character !== '`' && character !== '~') return undefined;
  let to = from;
  while (to < end && text[to] === character) to++;
  return to - from < 3 ? undefined : { character, length: to - from, rest: text.slice(to, end) };
}
