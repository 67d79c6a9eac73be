// From a place in the drawn text to a place in a file, and back.
import type { RenderResult, WirePosition, WireRange, WireSegment, WireSource } from '../../../../server/src/protocol';

/** A piece of a segment, in its text with every line break as LF. */
export interface Marked {
  /** `message.block.segment`. */
  readonly path: string;
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

/** The piece that a cursor stands in: a value, hole or tag as a whole, of literal text the one line. The smallest one wins. */
export function markedAt(result: RenderResult, file: string, position: WirePosition): Marked | undefined {
  let found: { path: string; segment: WireSegment } | undefined;
  result.messages.forEach((message, m) => {
    message.blocks.forEach((block, b) => {
      block.segments.forEach((segment, s) => {
        if (segment.source.file !== file || !holds(segment.source.range, position)) return;
        if (!found || isSmaller(segment.source.range, found.segment.source.range)) {
          found = { path: `${m}.${b}.${s}`, segment };
        }
      });
    });
  });
  return found && lineIn(found.path, found.segment, position);
}

function lineIn(path: string, segment: WireSegment, position: WirePosition): Marked {
  const text = segment.text.replace(/\r\n?/g, '\n');
  if (segment.kind !== 'literal') return { path, from: 0, to: text.length };
  let from = 0;
  for (let line = segment.source.range.start.line; line < position.line; line++) {
    const next = text.indexOf('\n', from);
    if (next < 0) break;
    from = next + 1;
  }
  const end = text.indexOf('\n', from);
  return { path, from, to: end < 0 ? text.length : end };
}

const isBefore = (a: WirePosition, b: WirePosition): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);

const holds = ({ start, end }: WireRange, position: WirePosition): boolean =>
  !isBefore(position, start) && !isBefore(end, position);

/** Whether `a` is a narrower answer than `b`; of two that meet at the cursor, the one that begins there. */
function isSmaller(a: WireRange, b: WireRange): boolean {
  const lines = a.end.line - a.start.line - (b.end.line - b.start.line);
  if (lines !== 0) return lines < 0;
  if (a.start.line === a.end.line && b.start.line === b.end.line) {
    return a.end.character - a.start.character < b.end.character - b.start.character;
  }
  return isBefore(b.start, a.start);
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
