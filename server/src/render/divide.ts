import type { Division } from '../model/division';
import type { OpenMessage } from './assemble';
import { append, type Draft, isSent, sentText, splitDrafts } from './draft';

/** Stands for a character of a value, in which no mark is looked for. */
const BLANK = '\0';

/** Divides the messages of parts at the marks in their text; the turns of the conversation stand where a mark says so. */
export function divideMessages(messages: readonly OpenMessage[], division: Division | undefined): OpenMessage[] {
  if (!division) return [...messages];
  const turns = messages.filter((message) => message.conversation);
  const divided = messages.filter((message) => !message.conversation).flatMap((one) => divide(one, division, turns));
  const placed = divided.some((message) => message.conversation);
  return placed ? divided : [...divided, ...turns];
}

function divide(message: OpenMessage, division: Division, turns: readonly OpenMessage[]): OpenMessage[] {
  const drafts = message.blocks.flat();
  const marks = division.marks(skeletonOf(drafts), sentText(drafts));
  const out: OpenMessage[] = [];
  let role = marks.some((mark) => mark.role !== undefined) ? division.first : division.whole;
  let text: Draft[] = [];
  const close = (): void => {
    const kept = role === null ? [] : trimmed(text, division.trim);
    if (role !== null && !isBlank(kept)) out.push({ role, conversation: false, blocks: [kept] });
    text = [];
  };
  let rest = drafts;
  let at = 0;
  for (const mark of marks) {
    const [before, from] = splitDrafts(rest, mark.start - at);
    append(text, before);
    [, rest] = splitDrafts(from, mark.end - mark.start);
    at = mark.end;
    if (mark.role === undefined) continue;
    close();
    if (mark.conversation) append(out, turns);
    role = mark.role;
  }
  append(text, rest);
  close();
  return out;
}

/** Whether a message holds nothing but white space; one whose slots are empty is kept, as its slots have a place in it. */
function isBlank(drafts: readonly Draft[]): boolean {
  const text = sentText(drafts);
  return drafts.length === 0 || (text !== '' && text.trim() === '');
}

/** The text as it is sent, with everything blanked that came from a value. */
function skeletonOf(drafts: readonly Draft[]): string {
  let text = '';
  for (const draft of drafts) {
    if (!isSent(draft)) continue;
    text += draft.kind === 'literal' || draft.kind === 'tag' ? draft.text : BLANK.repeat(draft.text.length);
  }
  return text;
}

function trimmed(drafts: Draft[], trim: Division['trim']): Draft[] {
  if (trim === 'nothing') return drafts;
  const text = sentText(drafts);
  const isEdge = (c: string): boolean => (trim === 'line breaks' ? c === '\n' || c === '\r' : c.trim() === '');
  let start = 0;
  let end = text.length;
  while (start < end && isEdge(text[start] as string)) start++;
  while (end > start && isEdge(text[end - 1] as string)) end--;
  const [, from] = start === 0 ? [[], drafts] : splitDrafts(drafts, start);
  return splitDrafts(from, end - start)[0];
}
