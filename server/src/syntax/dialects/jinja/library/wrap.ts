import { raise } from '../values/show';
import { lengthInCharacters } from '../values/text';
import { spend, spendOnText } from '../values/work';
import { whiteBefore } from '../white';

export interface Wrapping {
  readonly width: number;
  readonly breakLongWords: boolean;
  readonly breakOnHyphens: boolean;
}

/** A part of a line that is not broken when it can be helped. A long one is cut often, so nothing is measured again. */
interface Chunk {
  readonly text: string;
  /** In characters. */
  readonly length: number;
  /** Where the last character ends that is no white space. */
  readonly ink: number;
}

const chunkOf = (text: string): Chunk => ({
  text,
  length: lengthInCharacters(text),
  ink: whiteBefore(text, text.length, 0),
});

/** The lines that Python's `textwrap.wrap` makes of one line, which keeps its tabs and drops blanks at the ends of lines. */
export function wrapLine(line: string, wrapping: Wrapping): string[] {
  if (wrapping.width <= 0) raise('ValueError', `invalid width ${wrapping.width} (must be > 0)`);
  spend(4);
  spendOnText(line, 4);
  const parts = line.split(wrapping.breakOnHyphens ? PIECES : BLANKS).filter((part) => part !== '');
  const chunks = parts.map(chunkOf).reverse();
  const lines: string[] = [];
  while (chunks.length > 0) {
    spend(1);
    if (isBlank(chunks.at(-1)) && lines.length > 0) chunks.pop();
    const current = takeLine(chunks, wrapping);
    if (isBlank(current.at(-1))) current.pop();
    if (current.length > 0) lines.push(current.map(({ text }) => text).join(''));
  }
  return lines;
}

/** Whether there is a chunk and nothing is in it but white space. */
const isBlank = (chunk: Chunk | undefined): boolean => chunk?.ink === 0;

/** Takes as many chunks from the end of the list as fit into a line; at least a part of one. */
function takeLine(chunks: Chunk[], wrapping: Wrapping): Chunk[] {
  const current: Chunk[] = [];
  let left = wrapping.width;
  for (let next = chunks.at(-1); next && next.length <= left; next = chunks.at(-1)) {
    current.push(next);
    chunks.pop();
    left -= next.length;
  }
  const long = chunks.at(-1);
  if (long && long.length > wrapping.width) takeFromLong(long, chunks, current, { ...wrapping, width: left });
  return current;
}

/** A word that is longer than a line; `width` is what is left of the current one. */
function takeFromLong(long: Chunk, chunks: Chunk[], current: Chunk[], wrapping: Wrapping): void {
  if (!wrapping.breakLongWords) {
    if (current.length === 0) {
      current.push(long);
      chunks.pop();
    }
    return;
  }
  const { text } = long;
  let end = offsetOf(text, wrapping.width);
  if (wrapping.breakOnHyphens) {
    // Behind the last hyphen that still fits, when something else stands before it.
    const hyphen = text.slice(0, end).lastIndexOf('-');
    if (hyphen > 0 && /[^-]/.test(text.slice(0, hyphen))) end = hyphen + 1;
  }
  const taken = chunkOf(text.slice(0, end));
  current.push(taken);
  chunks[chunks.length - 1] = {
    text: text.slice(end),
    length: long.length - taken.length,
    ink: Math.max(0, long.ink - end),
  };
}

/** Where a number of characters end; only they are looked at. */
function offsetOf(text: string, count: number): number {
  let at = 0;
  for (let left = count; left > 0; left--) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
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
