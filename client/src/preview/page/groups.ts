// The items of a long run in groups of whole lines, so that the browser lays out only those that are scrolled to.
import { CHUNK_LINES, countLines } from './chunks';
import { type Item, isBlock } from './items';

export interface Group {
  readonly items: readonly Item[];
  readonly lines: number;
}

/** One group when the run is short; joined they hold the text of the run. */
export function groupsOf(items: readonly Item[]): readonly Group[] {
  const groups: Group[] = [];
  let own: Item[] = [];
  let lines = 0;
  const close = (): void => {
    if (own.length > 0) groups.push({ items: own, lines: Math.max(1, lines) });
    own = [];
    lines = 0;
  };
  for (const item of items) {
    const [before, after] = lines >= CHUNK_LINES ? dividedAtLine(item) : [item, undefined];
    if (before) own.push(before);
    if (after !== undefined || (before && lines >= CHUNK_LINES && isBlock(before))) close();
    if (after) own.push(after);
    lines += linesOf(after ?? item);
  }
  close();
  const all = groups.reduce((sum, group) => sum + group.lines, 0);
  return all <= CHUNK_LINES * 2 && items.length <= CHUNK_LINES * 4 ? [{ items, lines: Math.max(1, all) }] : groups;
}

/** Text behind whose last line break a group may end, and what follows it; `undefined` where there is no such place. */
function dividedAtLine(item: Item): readonly [Item | undefined, Item | undefined] {
  if (item.kind !== 'text') return [item, undefined];
  const { text, at } = item.placed;
  const end = text.lastIndexOf('\n') + 1;
  if (end === 0) return [item, undefined];
  const part = (from: number, to: number): Item => ({
    ...item,
    placed: { ...item.placed, text: text.slice(from, to), at: at + from },
  });
  return [part(0, end), end < text.length ? part(end, text.length) : EMPTY];
}

/** Takes no room; it says that the group before it ends here. */
const EMPTY: Item = { kind: 'breaks', text: '' };

function linesOf(item: Item): number {
  if (item.kind === 'nest') return item.parts.reduce((sum, part) => sum + countLines(part.text) - 1, 1);
  if (item.kind === 'breaks') return 0;
  return countLines(item.placed.text) - (isBlock(item) ? 0 : 1);
}
