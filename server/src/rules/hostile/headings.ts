import type { PromptSystem } from '../../model/system';
import type { Layout, MessageLayout } from '../../render/layout';
import { MASK, skeletonOf } from '../facts/messageText';

/** A line of the author's that tells the model: here begin instructions. */
export interface Heading {
  readonly text: string;
  /** Title of the layer whose heading it is. */
  readonly title: string;
}

/** A longer line is a sentence. */
const LONGEST = 80;

/** Headings of instructions in the system and developer messages, the most telling kind first. */
export function headingsOf(system: PromptSystem, layout: Layout): readonly Heading[] {
  const found: { readonly heading: Heading; readonly rank: number }[] = [];
  for (const message of layout.messages) {
    if (layout.rendered.messages[message.message]?.conversation) continue;
    const skeleton = skeletonOf(layout, message);
    message.lines.forEach((line, i) => {
      if (line.end - line.start > LONGEST || line.end === line.start) return;
      const text = skeleton.slice(line.start, line.end).trim();
      const rank = rankOf(text, skeleton, message, i);
      const layer = rank === undefined ? undefined : instructionsAt(system, message, line.start);
      if (rank !== undefined && layer) found.push({ rank, heading: { text, title: layer } });
    });
  }
  return found.sort((a, b) => a.rank - b.rank).map(({ heading }) => heading);
}

/** A heading of Markdown, a banner, a label with a colon, a short line on its own above a list. */
function rankOf(text: string, skeleton: string, message: MessageLayout, line: number): number | undefined {
  if (text === '' || text.includes(MASK) || text.startsWith('</')) return undefined;
  if (/^#{1,6}\s\S/.test(text)) return 0;
  if (/^(?:={2,}|-{3,}|\*{3,})\s?\S/.test(text) && /[\p{L}]/u.test(text)) return 1;
  if (/^[\p{L}][^.!?]*:$/u.test(text)) return 2;
  const next = message.lines[line + 1];
  const below = next ? skeleton.slice(next.start, next.end) : '';
  return /^[\p{Lu}][^.!?,;]*$/u.test(text) && /^\s*(?:[-*+]|\d+[.)])\s/.test(below) ? 3 : undefined;
}

function instructionsAt(system: PromptSystem, message: MessageLayout, offset: number): string | undefined {
  const id = message.segmentAt(offset)?.segment.layer;
  const layer = system.layers.find((one) => one.id === id);
  return layer?.trust === 'instructions' ? layer.title : undefined;
}
