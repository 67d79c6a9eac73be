import { Kept } from '../../text/kept';
import type { SourceFile } from '../../text/source';
import { linesOf } from '../../text/source';
import { type Span, span } from '../../text/span';

/** A heading of a text with the section below it. */
export interface Heading {
  readonly level: number;
  readonly title: string;
  /** Its line. */
  readonly line: Span;
  /** From its line to the next heading of the same or a higher level. */
  readonly section: Span;
}

const cache = new Kept<SourceFile, Map<number, readonly Heading[]>>();

/** The Markdown headings of a text from an offset on, in order. Lines inside code fences are none. */
export function headingsOf(file: SourceFile, from: number): readonly Heading[] {
  let known = cache.get(file);
  if (!known) {
    known = new Map();
    cache.set(file, known);
  }
  let headings = known.get(from);
  if (!headings) {
    headings = findHeadings(file, from);
    known.set(from, headings);
  }
  return headings;
}

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;

function findHeadings(file: SourceFile, from: number): readonly Heading[] {
  const lines = linesOf(file);
  const open: { level: number; title: string; line: Span; end?: number }[] = [];
  const found: { level: number; title: string; line: Span; end?: number }[] = [];
  let fence: string | undefined;
  for (let i = lines.lineAt(from); i < lines.count; i++) {
    const line = span(Math.max(from, lines.start(i)), lines.end(i));
    if (!mayMatter(file.text, line)) continue;
    const text = file.text.slice(line.start, Math.min(line.end, line.start + 400));
    const mark = FENCE.exec(text)?.[1];
    if (mark !== undefined && (fence === undefined || (mark[0] === fence[0] && mark.length >= fence.length))) {
      fence = fence === undefined ? mark : undefined;
      continue;
    }
    const match = fence === undefined ? HEADING.exec(text) : null;
    if (!match) continue;
    const level = (match[1] as string).length;
    for (let top = open.at(-1); top && top.level >= level; top = open.at(-1)) {
      top.end = line.start;
      open.pop();
    }
    const heading = { level, title: (match[2] ?? '').trim() || '(no title)', line };
    open.push(heading);
    found.push(heading);
  }
  return found.map(({ level, title, line, end }) => ({
    level,
    title,
    line,
    section: span(line.start, end ?? file.text.length),
  }));
}

/** Whether the first visible character of a line can begin a heading or a code fence: nearly no line's can. */
function mayMatter(text: string, line: Span): boolean {
  let at = line.start;
  while (at < line.end && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
  const c = text[at];
  return at < line.end && (c === '#' || c === '`' || c === '~');
}
