// From a place in the drawn text to a place in a file, and back.
import type { RenderResult, WirePosition, WireRange, WireSegment, WireSource } from '../../../../server/src/protocol';

/** What the cursor of an editor stands in, in texts with every line break as LF. */
export interface Marked {
  /** `message.block.segment` of each piece: one for literal text, all that one tag has made for a value. */
  readonly paths: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** Where the character at `offset` of a segment's text stands in its file: exactly in literal text, else the whole source. */
export function sourceAt(segment: WireSegment, offset: number): WireSource {
  const { source } = segment;
  if (segment.kind !== 'literal') return source;
  const before = segment.text.replace(/\r\n?/g, '\n').slice(0, offset).split('\n');
  const last = before.at(-1) ?? '';
  const { start, end } = source.range;
  const line = start.line + before.length - 1;
  const character = before.length === 1 ? start.character + last.length : last.length;
  const at = isBefore(end, { line, character }) ? end : { line, character };
  return { file: source.file, range: { start: at, end: at } };
}

/** Where an editor is. */
export interface Cursor {
  readonly file: string;
  readonly position: WirePosition;
  /** Something is selected, and begins at the position. */
  readonly selected: boolean;
}

/** The piece that a cursor stands in: all of a value, hole or tag, of literal text the one line. The smallest one wins. */
export function markedAt(result: RenderResult, { file, position, selected }: Cursor): Marked | undefined {
  const near = placedIn(result).filter(
    ({ segment: { source } }) => source.file === file && touches(source.range, position),
  );
  // Between two tags it is the second that the cursor stands in; what is selected cannot be what ends there.
  const inside = near.filter(({ segment }) => isBefore(position, segment.source.range.end));
  const candidates = inside.length > 0 || selected ? inside : near;
  let found = candidates[0];
  for (const next of candidates) if (found && isSmaller(next.segment, found.segment)) found = next;
  if (!found) return undefined;
  const { segment } = found;
  if (segment.kind === 'literal') return { paths: [found.path], ...lineIn(segment, position) };
  const paths = candidates.filter((other) => isSame(other.segment, segment)).map(({ path }) => path);
  return { paths, from: 0, to: Number.MAX_SAFE_INTEGER };
}

/** Where a line of a file begins in the text: in the segment that holds it, else in the next one of the file. */
export function lineAt(
  result: RenderResult,
  file: string,
  line: number,
): { readonly path: string; readonly offset: number } | undefined {
  const own = placedIn(result).filter(({ segment }) => segment.source.file === file && !segment.removed);
  const begins = { line, character: 0 };
  const holding = own.filter(
    ({ segment: { source } }) => source.range.start.line <= line && isBefore(begins, source.range.end),
  );
  const found =
    holding.find(({ segment }) => segment.kind === 'literal' && !isBefore(begins, segment.source.range.start)) ??
    holding[0] ??
    own.find(({ segment }) => segment.source.range.start.line > line);
  if (!found) return undefined;
  const { path, segment } = found;
  const isInside = segment.kind === 'literal' && segment.source.range.start.line <= line;
  return { path, offset: isInside ? lineIn(segment, begins).from : 0 };
}

interface PlacedSegment {
  readonly path: string;
  readonly segment: WireSegment;
}

const placedIn = ({ messages }: RenderResult): PlacedSegment[] =>
  messages.flatMap((message, m) =>
    message.blocks.flatMap((block, b) => block.segments.map((segment, s) => ({ path: `${m}.${b}.${s}`, segment }))),
  );

/** The line of the text that the position is in. */
function lineIn(segment: WireSegment, position: WirePosition): { from: number; to: number } {
  const text = segment.text.replace(/\r\n?/g, '\n');
  let from = 0;
  for (let line = segment.source.range.start.line; line < position.line; line++) {
    const next = text.indexOf('\n', from);
    if (next < 0) break;
    from = next + 1;
  }
  const end = text.indexOf('\n', from);
  return { from, to: end < 0 ? text.length : end };
}

const isBefore = (a: WirePosition, b: WirePosition): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);

const touches = ({ start, end }: WireRange, position: WirePosition): boolean =>
  !isBefore(position, start) && !isBefore(end, position);

const isSame = ({ source: a }: WireSegment, { source: b }: WireSegment): boolean =>
  !isBefore(a.range.start, b.range.start) &&
  !isBefore(b.range.start, a.range.start) &&
  !isBefore(a.range.end, b.range.end) &&
  !isBefore(b.range.end, a.range.end);

/** Whether `a` lies in fewer lines than `b`, or in one line over fewer characters. */
function isSmaller({ source: { range: a } }: WireSegment, { source: { range: b } }: WireSegment): boolean {
  const lines = (range: WireRange): number => range.end.line - range.start.line;
  const characters = (range: WireRange): number => range.end.character - range.start.character;
  return lines(a) !== lines(b) ? lines(a) < lines(b) : lines(a) === 0 && characters(a) < characters(b);
}

/** The last part of an address, as people name a file. */
export function nameOf(file: string): string {
  const path = file.replace(/[?#].*$/, '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
