import { type Draft, isSent } from './draft';
import { type RenderState, slotOf } from './state';

/** The text that a pass reads, and the way back from what it wrote. */
export interface PassText {
  readonly text: string;
  restore(written: string): string;
}

/** Characters that no prompt means anything by, and no dialect reads: Unicode leaves them to private use. */
const FIRST_PRIVATE = 0xe000;
const LAST_PRIVATE = 0xf8ff;

/**
 * The text of an expanded value as the first pass reads it. Only what belongs to the expanded slot is template text: the
 * values of the slots among its parts are data, and characters that mean nothing stand in for them, one for each of theirs.
 */
export function hideNested(state: RenderState, drafts: readonly Draft[]): PassText {
  const plain = drafts.map((draft) => (isSent(draft) ? draft.text : ''));
  if (!drafts.some((draft) => isNestedData(state, draft))) return { text: plain.join(''), restore: (text) => text };
  const taken = new Set(plain.join('').match(/[\ue000-\uf8ff]/g));
  const hidden = new Map<string, string>();
  let next = FIRST_PRIVATE;
  let last = '';
  const text = drafts.map((draft, i) => {
    const own = plain[i] as string;
    if (own === '' || !isNestedData(state, draft)) {
      if (own !== '') last = '';
      return own;
    }
    if (last === '') {
      while (next < LAST_PRIVATE && taken.has(String.fromCharCode(next))) next++;
      last = String.fromCharCode(next);
      if (next < LAST_PRIVATE) next++;
    }
    hidden.set(last, (hidden.get(last) ?? '') + own);
    return last.repeat(own.length);
  });
  return { text: text.join(''), restore: (written) => restored(written, hidden) };
}

/** A value that is printed twice begins anew behind its end. */
function restored(written: string, hidden: ReadonlyMap<string, string>): string {
  const shown = new Map<string, number>();
  return written.replace(/[\ue000-\uf8ff]/g, (mask) => {
    const text = hidden.get(mask);
    if (text === undefined) return mask;
    const at = shown.get(mask) ?? 0;
    shown.set(mask, at + 1);
    return text.charAt(at % text.length);
  });
}

/** Text of a slot among the parts of a value, with its wrap, that is not itself template text. */
function isNestedData(state: RenderState, { kind, slot, within }: Draft): boolean {
  if (within === undefined || slot === undefined || kind === 'hole' || kind === 'literal') return false;
  return slotOf(state, slot).entry.expand !== true;
}
