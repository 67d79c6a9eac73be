import { raise } from '../values/show';
import { characters, lengthInCharacters } from '../values/text';

export interface Wrapping {
  readonly width: number;
  readonly breakLongWords: boolean;
  readonly breakOnHyphens: boolean;
}

/** The lines that Python's `textwrap.wrap` makes of one line, which keeps its tabs and drops blanks at the ends of lines. */
export function wrapLine(line: string, wrapping: Wrapping): string[] {
  if (wrapping.width <= 0) raise('ValueError', `invalid width ${wrapping.width} (must be > 0)`);
  const chunks = line.split(wrapping.breakOnHyphens ? PIECES : BLANKS).filter((chunk) => chunk !== '');
  chunks.reverse();
  const lines: string[] = [];
  while (chunks.length > 0) {
    if (isBlank(chunks.at(-1)) && lines.length > 0) chunks.pop();
    const current = takeLine(chunks, wrapping);
    if (isBlank(current.at(-1))) current.pop();
    if (current.length > 0) lines.push(current.join(''));
  }
  return lines;
}

/** Whether there is a chunk and nothing is in it but white space. */
const isBlank = (chunk: string | undefined): boolean => chunk !== undefined && chunk.trim() === '';

/** Takes as many chunks from the end of the list as fit into a line; at least a part of one. */
function takeLine(chunks: string[], wrapping: Wrapping): string[] {
  const current: string[] = [];
  let length = 0;
  for (let next = chunks.at(-1); next !== undefined; next = chunks.at(-1)) {
    const more = lengthInCharacters(next);
    if (length + more > wrapping.width) break;
    current.push(next);
    chunks.pop();
    length += more;
  }
  const long = chunks.at(-1);
  if (long !== undefined && lengthInCharacters(long) > wrapping.width) {
    takeFromLong(long, chunks, current, { ...wrapping, width: wrapping.width - length });
  }
  return current;
}

/** A word that is longer than a line; `width` is what is left of the current one. */
function takeFromLong(long: string, chunks: string[], current: string[], wrapping: Wrapping): void {
  if (!wrapping.breakLongWords) {
    if (current.length === 0) {
      current.push(long);
      chunks.pop();
    }
    return;
  }
  const all = characters(long);
  let end = wrapping.width;
  if (wrapping.breakOnHyphens) {
    // Behind the last hyphen that still fits, when something else stands before it.
    const hyphen = all.slice(0, end).lastIndexOf('-');
    if (hyphen > 0 && all.slice(0, hyphen).some((character) => character !== '-')) end = hyphen + 1;
  }
  current.push(all.slice(0, end).join(''));
  chunks[chunks.length - 1] = all.slice(end).join('');
}

const WHITE = '[\\t\\n\\v\\f\\r ]';
const OTHER = '[^\\t\\n\\v\\f\\r ]';
const WORD = '[\\p{L}\\p{N}_]';
const LETTER = '[\\p{L}\\p{Nl}\\p{No}_]';
const PUNCTUATED = '[\\p{L}\\p{N}_!"\'&.,?]';

const BLANKS = new RegExp(`(${WHITE}+)`, 'u');

/** Where `textwrap` may break: at blanks, round dashes, behind the hyphen of a compound. */
const PIECES = new RegExp(
  `(${WHITE}+` +
    `|(?<=${PUNCTUATED})-{2,}(?=${WORD})` +
    `|${OTHER}+?(?:` +
    `-(?:(?<=${LETTER}{2}-)|(?<=${LETTER}-${PUNCTUATED}-))(?=${LETTER}-?${LETTER})` +
    `|(?=${WHITE}|$)` +
    `|(?<=${PUNCTUATED})(?=-{2,}${WORD})))`,
  'u',
);
