// The lines of a YAML text as they are indented, judged without reading it: for texts that cannot be read because of that.
import { isBlank, lineEnd } from './text';

/** A key or a dash of a list, and the column it stands in. */
export interface Level {
  readonly column: number;
  readonly kind: 'key' | 'item';
}

/** A line that begins an entry. Comments, blank lines and lines that go on with a value are none. */
export interface EntryLine {
  /** Offset of its first character that is no blank, and of its end. */
  readonly start: number;
  readonly end: number;
  /** From the left to the right: `- id: a` has a dash and a key. Never empty. */
  readonly levels: readonly [Level, ...Level[]];
  /** Whether its value stands on the lines below. */
  readonly opens: boolean;
}

/** The lines of a text that begin an entry. A quote or a bracket that is never closed ends them. */
export function* entryLines(text: string): Generator<EntryLine> {
  let block: number | undefined;
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at);
    const start = skipBlanks(text, at);
    const column = start - at;
    at = nextLine(text, end);
    if (start >= end || (block !== undefined && column > block)) continue;
    block = undefined;
    if (text[start] === '#') continue;
    const line = readLine(text, start, end, column);
    if (!line) continue;
    yield line.entry;
    const last = line.entry.levels.at(-1) ?? line.entry.levels[0];
    if (line.value === 'block') block = last.column;
    else if (line.value !== 'plain') at = nextLine(text, lineEnd(text, endOfFlow(text, line.value)));
  }
}

/** Where a line begins its value, when that may go on below in quotes or brackets; `block`: a text below `|` or `>`. */
type Value = 'plain' | 'block' | number;

function readLine(
  text: string,
  start: number,
  end: number,
  column: number,
): { entry: EntryLine; value: Value } | undefined {
  const levels: Level[] = [];
  let at = start;
  while (text[at] === '-' && (at + 1 === end || isBlank(text[at + 1]))) {
    levels.push({ column: column + at - start, kind: 'item' });
    at = skipBlanks(text, at + 1);
  }
  const colon = keyEnd(text, at, end);
  let value = at;
  if (colon !== undefined) {
    levels.push({ column: column + at - start, kind: 'key' });
    value = skipBlanks(text, colon + 1);
  }
  const [first, ...rest] = levels;
  if (!first) return undefined;
  const written = text.slice(value, end);
  const opens = written === '' || written.startsWith('#') || /^[&!]\S*\s*$/.test(written);
  const entry: EntryLine = { start, end, levels: [first, ...rest], opens };
  if (/^[|>]/.test(written)) return { entry, value: 'block' };
  return { entry, value: /^["'[{]/.test(written) ? value : 'plain' };
}

/** The colon behind a key that begins at an offset; undefined when what stands there is no key. */
function keyEnd(text: string, start: number, end: number): number | undefined {
  const mark = text[start];
  if (mark === '{' || mark === '[' || mark === '#') return undefined;
  let at = start;
  if (mark === '"' || mark === "'") {
    at = text.indexOf(mark, start + 1) + 1;
    return at > 0 && text[at] === ':' && at < end ? at : undefined;
  }
  for (; at < end; at++) {
    if (text[at] === ':' && (at + 1 === end || isBlank(text[at + 1]))) return at;
    if (text[at] === '#' && isBlank(text[at - 1])) return undefined;
  }
  return undefined;
}

/** Where a value in quotes or brackets ends. */
function endOfFlow(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at] as string;
    if ((char === '"' || char === "'") && /[\s[{,:]/.test(text[at - 1] ?? ' ')) {
      at = endOfQuote(text, at, char);
      if (depth === 0) return at;
    } else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth <= 0) return at;
    else if (char === '#' && isBlank(text[at - 1])) at = lineEnd(text, at);
  }
  return text.length;
}

function endOfQuote(text: string, start: number, mark: string): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\' && mark === '"') at++;
    else if (text[at] === mark && text[at + 1] === "'" && mark === "'") at++;
    else if (text[at] === mark) return at;
  }
  return text.length;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}

function nextLine(text: string, end: number): number {
  return text.startsWith('\r\n', end) ? end + 2 : end + 1;
}
