// Ways in which one slip of the hand near a line may have made a text say something else, each with how to take it back.
// Which of them it was is for somebody to judge who knows what the text should say.
import type { TextEdit } from '../../text/edit';
import { type Span, span as spanOf } from '../../text/span';
import { plain, short, type YamlFault } from './faults';
import { tabsInstead } from './indent';
import { withoutColon } from './keys';
import { bracketsWithin, marksWithin } from './marks';
import { lineEnd, lineStart, trimmedEnd } from './text';

/** A line with something on it. */
interface Line {
  /** Offsets of the line, of what is written on it, and of the end of that. */
  readonly from: number;
  readonly start: number;
  readonly end: number;
  /** Blanks before what is written. */
  readonly column: number;
}

/** Lines before the one in question that are looked at for columns in which it may have been meant to stand. */
const MOST_ABOVE = 4;
const MOST_COLUMNS = 10;
/** Columns tried before anything is taken away. */
const NEAREST = 4;
/** Lines below one of which the first may be that does not belong to it. */
const MOST_NEIGHBOURS = 16;
/** Lines that may have to move together. */
const MOST_MOVED = 500;

/**
 * The slips that may be the cause of faults at some offsets, the likely ones first: in their lines, in those directly
 * before and behind, and in those that they stand below. Those that take away what is written come last.
 */
export function* slipsNear(text: string, offsets: readonly number[]): Generator<YamlFault> {
  const lines = linesOf(text);
  const at = offsets.map((offset) =>
    Math.max(
      0,
      lines.findLastIndex(({ from }) => from <= offset),
    ),
  );
  const near = [...new Set(at.flatMap((i, k) => [i, i - 1, ...(k === 0 ? [i + 1, ...above(lines, i)] : [])]))];
  const own = near.filter((i) => i >= 0 && i < lines.length);
  if (lines.some(({ start }) => text[start] === '\t')) {
    const tabs = tabsInstead(text);
    if (tabs) yield tabs;
  }
  // Whoever indents by two and has slipped by one stands in an odd column.
  const isOdd = (i: number): number => (lines[i]?.column ?? 0) % 2;
  const [first, ...others] = own.sort((a, b) => isOdd(b) - isOdd(a));
  for (const i of new Set(at)) yield* outOfText(text, lines, i);
  if (first !== undefined) {
    yield* slipsIn(text, lines, first);
    // What is missing within a line is soon tried.
    for (const i of others) {
      if (!at.includes(i)) continue;
      if (lines[i]) yield* marksWithin(text, lines[i]);
      yield* marksOf(text, lines, i);
    }
    yield* partsOf(text, lines, first);
  }
  for (const i of others) yield* slipsIn(text, lines, i);
  for (const i of own) yield* columnsOf(text, lines, i, NEAREST);
  for (const i of others) yield* partsOf(text, lines, i);
  for (const i of own) yield* namesOf(text, lines, i);
}

/** The usual slips of one line. */
function* slipsIn(text: string, lines: readonly Line[], i: number): Generator<YamlFault> {
  yield* twice(text, lines, i);
  if (lines[i]) yield* marksWithin(text, lines[i]);
  yield* marksOf(text, lines, i);
  if (lines[i]) yield* bracketsWithin(text, lines[i]);
  yield* columnsOf(text, lines, i, 0, NEAREST);
  yield* removalsOf(text, lines, i);
}

/** The lines further left and further left above a line, its neighbours' first. */
function above(lines: readonly Line[], i: number): readonly number[] {
  const found: number[] = [];
  let around = Number.POSITIVE_INFINITY;
  for (let k = i - 1; k >= 0 && around > 0; k--) {
    const column = lines[k]?.column ?? around;
    if (column >= around) continue;
    around = column;
    found.push(k);
  }
  return found;
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < text.length; ) {
    const to = lineEnd(text, from);
    let start = from;
    while (text[start] === ' ') start++;
    const end = trimmedEnd(text, start, to);
    if (end > start && text[start] !== '#') lines.push({ from, start, end, column: start - from });
    from = text.startsWith('\r\n', to) ? to + 2 : to + 1;
  }
  return lines;
}

const slip = (span: Span, message: string, title: string, edits: readonly TextEdit[]): YamlFault => ({
  ...plain(span, message),
  fix: { title, edits },
  mends: 'alone',
});

/** A key at the beginning of a line, and its colon. */
const KEY = /^((?:- +)*(?:[\w.$-]+|"[^"]*"|'[^']*'))(:?)/;

/** A dash, a colon or a blank behind one of them that is missing, or a dash too many. */
function* marksOf(text: string, lines: readonly Line[], i: number): Generator<YamlFault> {
  const line = lines[i];
  if (!line) return;
  const { start, end, column } = line;
  const written = text.slice(start, end);
  if (/^-[\w$"'{[]/.test(written)) {
    const edit = { span: spanOf(start + 1, start + 1), text: ' ' };
    yield slip(spanOf(start, end), 'A space is missing behind the dash.', 'Put a space behind the dash', [edit]);
  }
  const key = KEY.exec(written);
  if (key?.[2] === '' && ((lines[i + 1]?.column ?? 0) > column || /^[ ]+\S/.test(written.slice(key[0].length)))) {
    const from = start + (/^(?:- +)*/.exec(written)?.[0].length ?? 0);
    yield { ...withoutColon(text, spanOf(from, start + key[0].length)), mends: 'alone' };
  }
  yield* dashesOf(text, lines, i);
}

/** Title of the fix for a line that should not be there. */
export const REMOVE_LINE = 'Remove the line';

/** What is one too many: a value behind a colon with entries below it, or a lone word. */
function* removalsOf(text: string, lines: readonly Line[], i: number): Generator<YamlFault> {
  const line = lines[i];
  if (!line) return;
  const { from, start, end, column } = line;
  const whole = spanOf(start, end);
  const written = text.slice(start, end);
  const next = lines[i + 1];
  const key = KEY.exec(written);
  const value = key?.[2] === ':' ? written.slice(key[0].length) : '';
  if (key && (next?.column ?? 0) > column && /^\s*[^\s#|>&!]/.test(value)) {
    const name = short(key[1]?.replace(/^[- ]+/, '') ?? '');
    const message = `\`${name}\` has its entries on the lines below, so \`${short(value.trim())}\` cannot stand behind its colon.`;
    const edit = { span: spanOf(start + key[0].length, end), text: '' };
    yield slip(whole, message, `Remove ${short(value.trim())}`, [edit]);
  }
  if (/[:[\]{}]/.test(written)) return;
  const message = `\`${short(written)}\` is no entry, and belongs to none.`;
  yield slip(whole, message, REMOVE_LINE, [{ span: spanOf(from, next?.from ?? text.length), text: '' }]);
}

/** A line that stands again directly below. */
function* twice(text: string, lines: readonly Line[], i: number): Generator<YamlFault> {
  const line = lines[i];
  const next = lines[i + 1];
  if (!line || !next || text.slice(next.from, next.end) !== text.slice(line.from, line.end)) return;
  const edit = { span: spanOf(line.from, next.from), text: '' };
  yield slip(spanOf(line.start, line.end), 'This line stands twice.', REMOVE_LINE, [edit]);
}

/** Lines that describe something whose name is missing above them. */
function* namesOf(text: string, lines: readonly Line[], i: number): Generator<YamlFault> {
  const line = lines[i];
  const above = lines[i - 1];
  if (!line || !above || line.column <= above.column || text[above.end - 1] !== ':') return;
  const message = 'These lines describe something, but the line above them with its name and a colon is missing.';
  const end = behind(lines, i, ({ column }) => column >= line.column);
  if (end - i > MOST_MOVED) return;
  const isDeep = line.column - above.column > 2;
  const name = {
    span: spanOf(line.from, line.from),
    text: `${' '.repeat(isDeep ? line.column - 2 : line.column)}name:\n`,
  };
  const deeper = lines.slice(i, end).map(({ start }) => ({ span: spanOf(start, start), text: '  ' }));
  yield slip(spanOf(line.start, line.end), message, 'Put a name above them', [name, ...(isDeep ? [] : deeper)]);
}

/** A dash too many or too few before the key of a line. */
function* dashesOf(text: string, lines: readonly Line[], i: number): Generator<YamlFault> {
  const line = lines[i];
  if (!line) return;
  const { from, start, end, column } = line;
  const whole = spanOf(start, end);
  const blanks = spanOf(from, start);
  const dash = /^- +/.exec(text.slice(start, end))?.[0];
  if (dash) {
    const told = 'No item of a list is wanted here, so no dash.';
    yield slip(whole, told, 'Remove the dash', [{ span: spanOf(start, start + dash.length), text: '' }]);
    yield slip(whole, told, 'Remove the dash', [
      { span: spanOf(start, start + dash.length), text: ' '.repeat(dash.length) },
    ]);
    return;
  }
  const told = 'An item of a list begins with a dash, which is missing here.';
  yield slip(whole, told, 'Put a dash before it', [{ span: spanOf(start, start), text: '- ' }]);
  if (column >= 2)
    yield slip(whole, told, 'Put a dash before it', [{ span: blanks, text: `${' '.repeat(column - 2)}- ` }]);
}

/** A line of a text over several lines that stands further left than the others, and so ends the text. */
function* outOfText(text: string, lines: readonly Line[], i: number): Generator<YamlFault> {
  const line = lines[i];
  const before = lines[i - 1];
  if (!line || !before) return;
  const beginsText = (one: Line | undefined): boolean =>
    one !== undefined && /[:-] +[>|][-+]?$/.test(text.slice(one.start, one.end));
  let column = before.column;
  if (beginsText(before)) {
    const next = lines[i + 1]?.column ?? 0;
    column = next > before.column ? next : before.column + 2;
  } else {
    let head = i - 1;
    while (head >= 0 && i - head < MOST_MOVED && (lines[head]?.column ?? 0) >= column) head--;
    if (!beginsText(lines[head])) return;
  }
  if (column <= line.column) return;
  const isBeside = (other: Line): boolean =>
    other.column === line.column && !KEY_LINE.test(text.slice(other.start, other.end));
  for (const to of new Set([i + 1, behind(lines, i, isBeside)]))
    yield { ...movedTo(text, lines.slice(i, to), line, column), rejoins: true };
}

const KEY_LINE = /^(?:- +)*[\w.$-]+:(?: |$)/;

/** A line in other columns: with what stands below it, alone, and with all up to the next line further left. */
function* columnsOf(text: string, lines: readonly Line[], i: number, from: number, to?: number): Generator<YamlFault> {
  const line = lines[i];
  if (!line) return;
  const below = behind(lines, i, ({ column }) => column > line.column);
  const beside = behind(lines, i, ({ column }) => column >= line.column);
  const ends = [...new Set([below, i + 1, beside])].filter((end) => end - i <= MOST_MOVED);
  for (const column of columnsFor(text, lines, i).slice(from, to))
    for (const end of ends) yield movedTo(text, lines.slice(i, end), line, column);
}

/** A line further to the right with a part of what stands below it: further left than it was meant, it has its neighbours there. */
function* partsOf(text: string, lines: readonly Line[], i: number): Generator<YamlFault> {
  const line = lines[i];
  if (!line) return;
  const below = behind(lines, i, ({ column }) => column > line.column);
  for (const column of columnsFor(text, lines, i).slice(0, NEAREST)) {
    if (column < line.column) continue;
    let found = 0;
    for (let end = i + 2; end < below && end - i <= MOST_MOVED && found < MOST_NEIGHBOURS; end++) {
      if ((lines[end]?.column ?? 0) > column) continue;
      found++;
      yield movedTo(text, lines.slice(i, end), line, column);
    }
  }
}

/** The first line behind a line that does not go with it. */
function behind(lines: readonly Line[], i: number, goesWith: (line: Line) => boolean): number {
  let end = i + 1;
  for (let other = lines[end]; other && goesWith(other); other = lines[end]) end++;
  return end;
}

/** Columns in which a line may have been meant to stand, the nearest first. */
function columnsFor(text: string, lines: readonly Line[], i: number): readonly number[] {
  const line = lines[i];
  if (!line) return [];
  const columns = new Set<number>();
  const add = ({ start, end, column }: Line): void => {
    columns.add(column);
    const dashes = /^(?:- +)+/.exec(text.slice(start, end))?.[0].length ?? 0;
    if (dashes > 0) columns.add(column + dashes);
  };
  for (const other of lines.slice(Math.max(0, i - MOST_ABOVE), i + 2)) add(other);
  for (const k of above(lines, i)) {
    const other = lines[k];
    if (other) add(other);
  }
  columns.add((lines[i - 1]?.column ?? 0) + 2);
  columns.delete(line.column);
  return [...columns].sort((a, b) => Math.abs(a - line.column) - Math.abs(b - line.column)).slice(0, MOST_COLUMNS);
}

function movedTo(text: string, lines: readonly Line[], { start, end, column }: Line, to: number): YamlFault {
  const edits = lines.map((line) => ({
    span: spanOf(lineStart(text, line.start), line.start),
    text: ' '.repeat(Math.max(0, line.column + to - column)),
  }));
  const message = `This line is indented by ${column}, but the lines that it belongs to by ${to}.`;
  return slip(spanOf(start, end), message, `Indent it by ${to}`, edits);
}
