import { lineBeginsWith } from '../model/regions';
import { holds } from '../model/selection';
import type { OpenMessage } from './assemble';
import { type Draft, isSent, sentText, splitDrafts } from './draft';
import type { RenderState } from './state';

/** Takes out of the first message what the program strips before sending; it stays as removed text. */
export function stripLines(state: RenderState, messages: readonly OpenMessage[]): void {
  const { strip } = state.system.entry;
  const first = messages[0];
  if (!strip || !first || first.conversation || !holds(strip.when, state.selection.axes)) return;
  const drafts = first.blocks[0] ?? [];
  const range = strippedRange(sentText(drafts), strip.from, strip.until);
  if (!range) return;
  const [before, rest] = splitDrafts(drafts, range.start);
  const [inside, after] = splitDrafts(rest, range.end - range.start);
  const removed = inside.map(
    (draft): Draft => (isSent(draft) && draft.text !== '' ? { ...draft, removed: 'strip' } : draft),
  );
  first.blocks[0] = [...before, ...removed, ...after];
}

/** From the first line that begins with `from` up to the next line that begins with `until`, which stays; else to the end. */
function strippedRange(
  text: string,
  from: string,
  until: string | undefined,
): { start: number; end: number } | undefined {
  let start = -1;
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const next = newline < 0 ? text.length : newline + 1;
    const line = text.slice(at, next);
    if (start < 0) {
      if (lineBeginsWith(line, from)) start = at;
    } else if (until !== undefined && lineBeginsWith(line, until)) return { start, end: at };
    at = next;
  }
  return start < 0 ? undefined : { start, end: text.length };
}
