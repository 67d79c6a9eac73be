import { regionsIn } from '../../model/fileRegions';
import type { PromptSystem } from '../../model/system';
import type { Rendered } from '../../render/segment';
import type { SourceFile } from '../../text/source';
import type { Span } from '../../text/span';
import { bannerAt, TAG } from './fences/fence';
import { isAnnouncement } from './paragraph';
import { lineEndOf, lineStartOf, nextLineOf } from './sourceLines';

/** Labels, headings and fences round one slot; nobody nests more of them. */
const MOST = 8;

/**
 * The lines of a slot that stands alone on its line, with what belongs to nothing but it: the label or heading above, the
 * fence around. Undefined when there is no such block, because a label, a heading or a fence is for more than the slot.
 */
export function slotBlock(
  { system, rendered }: { readonly system: PromptSystem; readonly rendered: Rendered },
  file: SourceFile,
  tag: Span,
): Span | undefined {
  const { text } = file;
  let block: Span = { start: lineStartOf(text, tag.start), end: nextLineOf(text, tag.end) };
  if (text.slice(block.start, tag.start).trim() !== '' || text.slice(tag.end, lineEndOf(text, tag.end)).trim() !== '')
    return undefined;
  const openers = new Set(regionsIn(system, file).flatMap(({ opener }) => opener?.start ?? []));
  for (let i = 0; i < MOST; i++) {
    const wider = around(text, block, openers);
    if (wider === 'torn') return undefined;
    if (!wider) break;
    block = wider;
  }
  const { start, end } = block;
  const holdsOthers = rendered.appearances.some(
    ({ place }) =>
      place.uri === file.uri && place.span.start !== tag.start && place.span.start >= start && place.span.start < end,
  );
  return holdsOthers ? undefined : withGap(text, block);
}

/** A paragraph of its own has the blank lines behind it as a part, so that it takes its distance along. */
function withGap(text: string, { start, end }: Span): Span {
  const stands = start === 0 || text.slice(lineStartOf(text, start - 1), start).trim() === '';
  const next = lineBelow(text, end);
  return { start, end: stands && next ? next.start : end };
}

/** The block with the line above that belongs to it, and with its counterpart below; `torn` when that is for more than it. */
function around(text: string, { start, end }: Span, openers: ReadonlySet<number>): Span | 'torn' | undefined {
  const above = lineAbove(text, start);
  if (!above || openers.has(above.start)) return undefined;
  const label = text.slice(above.start, above.end);
  const below = lineBelow(text, end);
  const next = below ? text.slice(below.start, below.end) : '';
  // It is the last of several things in a fence.
  if (isClosing(next) && !(isOpening(label) && closes(label, next)) && below?.start === end) return 'torn';
  if (isOpening(label)) {
    if (!below || !closes(label, next)) return 'torn';
    return { start: above.start, end: nextLineOf(text, below.end) };
  }
  if (isHeading(label)) {
    const endsHere = !below || openers.has(below.start) || isHeading(next) || /^\s*<\//.test(next);
    return endsHere ? { start: above.start, end } : 'torn';
  }
  if (!isAnnouncement(label)) return undefined;
  // What goes on in the same paragraph is announced as well.
  return below && below.start === end ? 'torn' : { start: above.start, end };
}

const isHeading = (line: string): boolean => /^\s{0,3}#{1,6}\s/.test(line) || /^\s*([=*~_-])\1{2,}\s?\S/.test(line);

/** A line that begins a fence. */
function isOpening(line: string): boolean {
  const text = line.trim();
  if (/^(?:`{3,}|~{3,}|"{3,}|'{3,})/.test(text)) return true;
  if (bannerAt(text, 0, text.length)?.side === 'begin') return true;
  const [tag, ...others] = text.matchAll(TAG);
  return tag !== undefined && others.length === 0 && tag[0] === text && tag[1] === '' && !text.endsWith('/>');
}

/** A line that ends a fence and begins none. */
function isClosing(line: string): boolean {
  const text = line.trim();
  return /^<\/[A-Za-z][\w:.-]*\s*>$/.test(text) || bannerAt(text, 0, text.length)?.side === 'end';
}

function closes(opening: string, line: string): boolean {
  const [open, close] = [opening.trim(), line.trim()];
  const mark = /^(?:`{3,}|~{3,}|"{3,}|'{3,})/.exec(open)?.[0];
  if (mark !== undefined) return close === mark;
  const banner = bannerAt(open, 0, open.length);
  if (banner) return bannerAt(close, 0, close.length)?.name === banner.name;
  const name = /^<([\w:.-]+)/.exec(open)?.[1] ?? '';
  return close.toLowerCase() === `</${name.toLowerCase()}>`;
}

/** The line above, over at most one that is blank. */
function lineAbove(text: string, start: number): Span | undefined {
  for (let at = start, i = 0; at > 0 && i < 2; i++) {
    const line = { start: lineStartOf(text, at - 1), end: at - 1 };
    if (text.slice(line.start, line.end).trim() !== '') return line;
    at = line.start;
  }
  return undefined;
}

/** The next line that is not blank. */
function lineBelow(text: string, end: number): Span | undefined {
  for (let at = end; at < text.length; at = nextLineOf(text, at)) {
    const line = { start: at, end: lineEndOf(text, at) };
    if (text.slice(line.start, line.end).trim() !== '') return line;
  }
  return undefined;
}
