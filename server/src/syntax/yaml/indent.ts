// Lines that are indented unlike the lines they belong to, and where they were meant to stand.
import type { TextEdit } from '../../text/edit';
import { type Span, span as spanOf } from '../../text/span';
import { plain, type YamlFault } from './faults';
import { type EntryLine, entryLines, type Level } from './lines';
import { lineEnd, lineStart, trimmedEnd } from './text';

/** The first line of a text that is indented unlike its neighbours; undefined when none is, or nobody can say how it was meant. */
export function misplacedLine(text: string): YamlFault | undefined {
  const lines = [...entryLines(text)];
  let open: readonly Open[] = [];
  let closed: readonly Level[] = [];
  for (const [i, line] of lines.entries()) {
    const [first] = line.levels;
    const left = open.filter((level) => level.column <= first.column);
    const parent = fits(left, first);
    if (!parent) return faultOf(text, lines, wayOut(open, closed, lines, i));
    if (parent.opens && parent.column <= first.column) parent.filled = true;
    closed = open.filter((level) => level.column > first.column);
    const around = left.filter(
      (level) => level.column < first.column || (level.kind === 'key' && first.kind === 'item'),
    );
    const own = line.levels.map((level, k) => ({ ...level, opens: line.opens || k < line.levels.length - 1 }));
    open = [...around, ...own.map((level, k) => ({ ...level, filled: k < own.length - 1 }))];
  }
  return undefined;
}

/** One fault for all lines that begin with tabs: whoever has typed one has typed many. */
export function tabsInstead(text: string): YamlFault | undefined {
  const lines: Span[] = [];
  for (let at = 0; at < text.length; at = lineEnd(text, at) + 1) {
    const end = lineEnd(text, at);
    const blanks = at + (/^[ \t]*/.exec(text.slice(at, end))?.[0].length ?? 0);
    if (blanks < end && text.slice(at, blanks).includes('\t')) lines.push({ start: at, end: blanks });
  }
  const first = lines[0];
  if (!first) return undefined;
  const best = widthsFor(text, first)
    .map((width) => lines.map((span) => ({ span, text: spaces(text, span, width) })))
    .map((edits) => ({ edits, misfits: misplacedIn(text, edits) ? Number.POSITIVE_INFINITY : outOfLine(text, edits) }))
    .reduce((a, b) => {
      // Where lines end what stands before them, they more likely end little of it.
      const isTie = b.misfits === a.misfits && a.misfits > 0 && Number.isFinite(a.misfits);
      return isTie || b.misfits < a.misfits ? b : a;
    });
  const others = lines.length === 1 ? '.' : `; ${lines.length} lines here begin with one.`;
  return {
    ...plain(first, `YAML is indented with spaces, not with tabs${others}`),
    fix: { title: 'Use spaces', edits: best.edits },
    mends: 'alone',
  };
}

/** How wide a tab may have been meant to be. */
const WIDTHS = [2, 4, 8];

/** Widths that a tab may have, the smallest first: the usual ones, and those that bring the first line below one before it. */
function widthsFor(text: string, first: Span): readonly number[] {
  const tabs = text.slice(first.start, first.end).split('\t').length - 1;
  const blanks = first.end - first.start - tabs;
  const widths = new Set(WIDTHS);
  let at = first.start;
  for (let i = 0; i < MOST_BEFORE && at > 0; i++) {
    const before = lineBefore(text, at) as string;
    at -= before.length + 1;
    for (const column of [indentOf(before), ...(i === 0 ? [indentOf(before) + 2] : [])]) {
      const width = (column - blanks) / tabs;
      if (Number.isInteger(width) && width > 0 && widths.size < MOST_WIDTHS) widths.add(width);
    }
  }
  return [...widths].sort((a, b) => a - b);
}

/** Lines before a line that are looked at for columns, and widths that are tried: each is a look at the whole text. */
const MOST_BEFORE = 40;
const MOST_WIDTHS = 10;

/** How unlikely it is that the lines were meant to stand there: further left than the line before, or with nothing below. */
function outOfLine(text: string, edits: readonly TextEdit[]): number {
  const columns = new Map(edits.map(({ span, text: blanks }) => [span.start, blanks.length]));
  let sum = 0;
  for (const { span, text: blanks } of edits) {
    const column = blanks.length;
    const end = lineEnd(text, span.end);
    const after = text.slice(end + 1, lineEnd(text, end + 1));
    const isEmpty = OPENS.test(text.slice(span.end, end)) && after.trim() !== '';
    if (isEmpty && (columns.get(end + 1) ?? indentOf(after)) <= column && !/^\s*-/.test(after)) sum += 2;
    const before = lineBefore(text, span.start);
    if (before === undefined) continue;
    const above = columns.get(span.start - 1 - before.length) ?? indentOf(before);
    const inItem = above + (/^\s*((?:- +)+)/.exec(before)?.[1]?.length ?? 0);
    const isItem = text[span.end] === '-';
    if (OPENS.test(before) ? column < inItem + (isItem ? 0 : 1) : column !== above && column !== inItem) sum++;
  }
  return sum;
}

/** A line whose value begins on the next one. */
const OPENS = /:[ \t\r]{0,9}$/;

/** The line directly before the one at an offset. */
function lineBefore(text: string, start: number): string | undefined {
  return start === 0 ? undefined : text.slice(lineStart(text, start - 1), start - 1);
}

const indentOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].length ?? 0;

const spaces = (text: string, { start, end }: Span, width: number): string =>
  text.slice(start, end).replaceAll('\t', ' '.repeat(width));

function misplacedIn(text: string, edits: readonly TextEdit[]): boolean {
  let at = 0;
  const pieces: string[] = [];
  for (const edit of edits) {
    pieces.push(text.slice(at, edit.span.start), edit.text);
    at = edit.span.end;
  }
  return misplacedLine(pieces.join('') + text.slice(at)) !== undefined;
}

interface Open extends Level {
  readonly opens: boolean;
  /** Whether something stands in it already. */
  filled: boolean;
}

/** The level that a line goes on with, or whose value it begins. */
function fits(left: readonly Open[], first: Level): Open | undefined {
  const same = left.find((level) => level.column === first.column && level.kind === first.kind);
  if (same) return same;
  const inner = left.at(-1);
  if (!inner) return { ...first, opens: true, filled: true };
  const isFree = inner.opens && !inner.filled;
  return isFree && (inner.column < first.column || first.kind === 'item') ? inner : undefined;
}

interface WayOut {
  readonly line: number;
  readonly column: number;
  /** The line stands deeper than the one before, which has its value already. */
  readonly tooDeep: boolean;
}

function wayOut(
  open: readonly Open[],
  closed: readonly Level[],
  lines: readonly EntryLine[],
  i: number,
): WayOut | undefined {
  const first = lines[i]?.levels[0];
  const before = lines[i - 1]?.levels[0];
  const inner = open.at(-1);
  if (!first || !before || !inner) return undefined;
  if (!inner.opens && first.column > inner.column) {
    // The line before has closed the levels that this one goes on with: it is the one that stands wrong.
    const isGoneOn = closed.some((level) => level.column === first.column && level.kind === first.kind);
    if (!isGoneOn) return { line: i, column: nearest(open, first, inner.column), tooDeep: true };
    const columns = closed.filter((level) => level.kind === before.kind && level.column >= first.column);
    const column = Math.min(...columns.map((level) => level.column));
    return columns.length === 0 ? undefined : { line: i - 1, column, tooDeep: false };
  }
  const next = lines[i + 1]?.levels[0];
  const same = open.filter((level) => level.kind === first.kind).map((level) => level.column);
  const candidates = [
    ...same.filter((column) => column > first.column).sort((a, b) => a - b),
    ...(inner.opens && !inner.filled ? [inner.column + 2] : []),
    ...same.filter((column) => column < first.column).reverse(),
  ];
  const column =
    candidates.find((c) => c > first.column && c === next?.column && next.kind === first.kind) ?? candidates[0];
  return column === undefined ? undefined : { line: i, column, tooDeep: false };
}

const nearest = (open: readonly Open[], { kind }: Level, column: number): number =>
  open.filter((level) => level.kind === kind).at(-1)?.column ?? column;

function faultOf(text: string, lines: readonly EntryLine[], way: WayOut | undefined): YamlFault | undefined {
  const line = way && lines[way.line];
  if (!line) return undefined;
  const column = line.levels[0].column;
  const by = way.column - column;
  const moved = [line, ...linesBelow(lines, way.line, by)];
  const message = way.tooDeep
    ? 'This line is indented further than the line before, which has its value already.'
    : `This line is indented by ${column}, but the lines that it belongs to by ${way.column}.`;
  return {
    ...plain(spanOf(line.start, trimmedEnd(text, line.start, line.end)), message),
    fix: {
      title: way.tooDeep ? 'Indent it like the line before' : `Indent it by ${way.column}`,
      edits: moved.map(({ start }) => {
        const from = lineStart(text, start);
        return { span: spanOf(from, start), text: ' '.repeat(Math.max(0, start - from + by)) };
      }),
    },
    mends: 'alone',
  };
}

/** The lines that have to move with a line, because they would not stand below it any more. */
function linesBelow(lines: readonly EntryLine[], i: number, by: number): readonly EntryLine[] {
  const line = lines[i];
  const child = lines[i + 1]?.levels[0];
  if (!line || !child) return [];
  const last = line.levels.at(-1) ?? line.levels[0];
  const { column } = line.levels[0];
  const goesWith = line.levels.length > 1 ? child.column === last.column : line.opens && child.column <= column + by;
  if (!goesWith || child.column <= column) return [];
  const end = lines.findIndex((other, k) => k > i && other.levels[0].column < child.column);
  return lines.slice(i + 1, end < 0 ? undefined : end);
}
