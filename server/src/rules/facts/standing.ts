import type { Layout, MessageLayout } from '../../render/layout';
import type { SlotAppearance } from '../../render/segment';
import { isBlank } from '../../text/blank';
import { MASK, skeletonOf } from './messageText';

/** How a slot stands on its line of the rendered text. */
export interface Standing {
  /** What stands before the slot on its line, values masked. */
  readonly before: string;
  readonly after: string;
  /** `alone`: nothing but punctuation beside it. `labelled`: behind a label. `sentence`: anything else. */
  readonly kind: 'alone' | 'labelled' | 'sentence';
}

/** White space at the ends of the value does not count, so a value on lines of its own is alone there. */
export function standingOf(layout: Layout, message: MessageLayout, appearance: SlotAppearance): Standing {
  const skeleton = skeletonOf(layout, message);
  const { text } = message;
  let start = appearance.start;
  let end = appearance.end;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  const first = message.lines[message.lineAt(start)];
  const last = message.lines[message.lineAt(Math.max(start, end - 1))];
  const before = skeleton.slice(Math.max(first?.start ?? start, start - REACH), start);
  const after = skeleton.slice(end, Math.min(Math.max(end, last?.end ?? end), end + REACH));
  return { before, after, kind: kindOf(before, after) };
}

/** Characters of a very long line that are looked at on either side. */
const REACH = 1000;

const WORDS = /[\p{L}\p{N}]/u;

/** Letters, digits, or the mask of a value. */
const hasWords = (text: string): boolean => text.includes(MASK) || WORDS.test(text);
const TAGS = /<\/?[A-Za-z][^<>]*>/g;

function kindOf(before: string, after: string): Standing['kind'] {
  const isRow = before.trimStart().startsWith('|');
  // A cell of a table is a place of its own.
  const left = isRow ? before.slice(before.lastIndexOf('|') + 1) : before;
  const right = isRow ? (after.split('|')[0] as string) : after;
  if (hasWords(right.replace(TAGS, ''))) return 'sentence';
  if (!hasWords(left.replace(NUMBERED, '').replace(TAGS, ''))) return 'alone';
  return isLabel(left) ? 'labelled' : 'sentence';
}

/** The number of a list item is no word. */
const NUMBERED = /^\s*(?:\d+|[a-zA-Z])[.)]\s/;

/** Whether what stands before a slot on its line ends as a label does: `Name:`, `**Note:**`, `key=`, `(`, `"`, `<tag>`. */
function isLabel(before: string): boolean {
  const text = before.trimEnd();
  let end = text.length;
  while (end > 0 && (text[end - 1] === '*' || text[end - 1] === '_')) end--;
  const last = text[end - 1];
  if (last === undefined) return true;
  if (last === '>') return /<[A-Za-z][^<>]*>$/.test(text.slice(Math.max(0, end - 200), end));
  return ':=("\'`\u201c\u201d\u2018\u2019\u201e\u00ab\u00bb\uff1a\uff08'.includes(last);
}
