import type { Completions } from '../dialect';
import { placeIn } from '../words';
import type { KernelTree } from './scan';

/** Tags longer than this are not looked into. */
const LONGEST_TAG = 2000;

/** Functions that the text calls elsewhere, at the first word of a tag: which others there are, only the program knows. */
export function complete({ text, tags }: KernelTree, offset: number): Completions | undefined {
  const from = Math.max(0, offset - LONGEST_TAG);
  const before = text.slice(from, offset);
  const at = before.lastIndexOf('{{');
  if (at < 0 || before.indexOf('}}', at) >= 0) return undefined;
  const { span, lead, isQuoted } = placeIn(text, from + at + 2, offset);
  if (isQuoted) return { span, slots: false, words: [] };
  if (lead.trim() !== '' || text[span.start] === '$') return { span, slots: true, words: [] };
  const names = new Set<string>();
  for (const tag of tags) if (tag.kind === 'call' && (tag.end < offset || tag.start > offset)) names.add(tag.name);
  const end = endOfName(text, span.end);
  const insert = (name: string): string => (isClosed(text, end) ? name : `${name}${lead}}}`);
  const words = [...names].map((label) => ({
    kind: 'name' as const,
    label,
    insert: insert(label),
    detail: 'called elsewhere',
  }));
  return { span: { start: span.start, end }, slots: true, words };
}

/** A name of a function may have points in it. */
function endOfName(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\w.]/.test(text[at] as string)) at++;
  return at;
}

/** Whether the tag goes on or ends on this line. */
function isClosed(text: string, from: number): boolean {
  const feed = text.indexOf('\n', from);
  return text.slice(from, feed < 0 ? from + LONGEST_TAG : feed).includes('}}');
}
