import type { Layout, Line, MessageLayout } from '../../render/layout';
import type { SlotAppearance } from '../../render/segment';
import { isBlank } from '../../text/blank';
import { Kept } from '../../text/kept';
import { bannerAt } from './fences/fence';
import { MASK, skeletonOf } from './messageText';

/** Lines of a rendered message between blank lines. */
export interface Paragraph {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly Line[];
}

const known = new Kept<MessageLayout, readonly Paragraph[]>();

/** The paragraphs of a message, in order; read once for all the rules that ask. */
export function paragraphsOf(message: MessageLayout): readonly Paragraph[] {
  let paragraphs = known.get(message);
  if (!paragraphs) {
    paragraphs = readParagraphs(message);
    known.set(message, paragraphs);
  }
  return paragraphs;
}

function readParagraphs({ text, lines }: MessageLayout): Paragraph[] {
  const out: Paragraph[] = [];
  let first = -1;
  for (let at = 0; at <= lines.length; at++) {
    const line = lines[at];
    if (line && !isBlankLine(text, line)) {
      if (first < 0) first = at;
    } else if (first >= 0) {
      out.push({
        start: (lines[first] as Line).start,
        end: (lines[at - 1] as Line).end,
        lines: lines.slice(first, at),
      });
      first = -1;
    }
  }
  return out;
}

function isBlankLine(text: string, line: Line): boolean {
  for (let at = line.start; at < line.end; at++) if (!isBlank(text.charCodeAt(at))) return false;
  return true;
}

/** A heading, a banner, a rule, a code fence or a tag that fills its line: it names or encloses text and says nothing itself. */
export function isStructure(line: string): boolean {
  const text = line.trim();
  if (/^#{1,6}(?:\s|$)/.test(text)) return true;
  if (/^([=*~_\-`"'])\1{2,}/.test(text)) return true;
  if (/^(?:<\/?[A-Za-z][^<>]*>\s*)+$/.test(text)) return true;
  return bannerAt(text, 0, text.length) !== undefined;
}

/** A line that only announces what follows. */
export const isAnnouncement = (line: string): boolean => /[:\uff1a]\s*(?:\*\*|__)?$/.test(line.trimEnd().slice(-20));

/**
 * Where the block of a slot begins: the start of its line, or of the headings, banners, opening tags and label paragraphs
 * directly before it, which belong to it. `stop`: an offset that the block does not reach back over.
 */
export function blockStart(layout: Layout, message: MessageLayout, appearance: SlotAppearance, stop: number): number {
  const skeleton = skeletonOf(layout, message);
  let at = message.lineAt(appearance.start);
  let start = message.lines[at]?.start ?? appearance.start;
  let blanks = 0;
  for (at--; at >= 0; at--) {
    const line = message.lines[at] as Line;
    if (line.start < stop) break;
    const text = skeleton.slice(line.start, line.end);
    if (text.trim() === '') {
      blanks++;
      if (blanks > 1) break;
      continue;
    }
    if (text.includes(MASK) || !(isStructure(text) || isAnnouncement(text)) || /^\s*<\//.test(text)) break;
    start = line.start;
    blanks = 0;
  }
  return start;
}
