// What a run shows, in order: text, values in a line, values as blocks, holes, what was cut, and line breaks that take no room.
import { isBlank, type Placed, type Run } from './rows';

export type Item =
  | { readonly kind: 'text'; readonly placed: Placed; readonly guest: boolean }
  | { readonly kind: 'value'; readonly placed: Placed; readonly block: boolean }
  /** A value with other slots in it: one frame, the inner ones marked inside. */
  | { readonly kind: 'nest'; readonly slot: string; readonly parts: readonly Placed[]; readonly block: boolean }
  | { readonly kind: 'hole'; readonly placed: Placed }
  | { readonly kind: 'cut'; readonly placed: Placed }
  /** The end of a hostile value that breaks out. */
  | { readonly kind: 'escape'; readonly placed: Placed }
  | { readonly kind: 'stripped'; readonly placed: Placed }
  /** Line breaks at the ends of a run and beside blocks: the layout makes them already. */
  | { readonly kind: 'breaks'; readonly text: string };

/** A piece of the run with where it stands in its lines. */
interface Piece {
  readonly placed: Placed;
  readonly startsLine: boolean;
  readonly endsLine: boolean;
}

export function itemsOf(run: Run): readonly Item[] {
  if (run.stripped) return run.placed.map((placed) => ({ kind: 'stripped', placed }));
  const { head, tail, pieces } = trimmed(run);
  const items = nested(pieces, run.layer).flatMap((item, i, all) => withoutSeams(item, all[i - 1], all[i + 1]));
  return [...breaks(head), ...items, ...breaks(tail)];
}

export const isBlock = (item: Item | undefined): boolean =>
  item?.kind === 'cut' || item?.kind === 'escape' || ((item?.kind === 'value' || item?.kind === 'nest') && item.block);

const breaks = (text: string): Item[] => (text ? [{ kind: 'breaks', text }] : []);

/** The run without the line breaks at its two ends, and for each piece whether it begins and ends on a line of its own. */
function trimmed(run: Run): { head: string; tail: string; pieces: Piece[] } {
  const sent = (p: Placed): string => (p.segment.removed ? '' : p.text);
  const all = run.placed.map(sent).join('');
  let from = 0;
  while (all[from] === '\n') from++;
  let to = all.length;
  while (to > from && all[to - 1] === '\n') to--;
  let end = 0;
  const pieces: Piece[] = [];
  for (const placed of run.placed) {
    const start = end;
    end += sent(placed).length;
    const a = Math.max(start, Math.min(from, end));
    const z = Math.min(end, Math.max(to, start));
    const text = placed.segment.removed ? placed.text : all.slice(a, z);
    if (text === '' && placed.segment.kind !== 'hole') continue;
    pieces.push({
      placed: { ...placed, text, at: placed.at + (a - start) },
      startsLine: a <= from || all[a - 1] === '\n' || text.startsWith('\n'),
      endsLine: z >= to || all[z] === '\n' || text.endsWith('\n'),
    });
  }
  return { head: all.slice(0, from), tail: all.slice(to), pieces };
}

/** Pieces as items; neighbours that make up one value are one item. */
function nested(pieces: readonly Piece[], layer: string | null): Item[] {
  const items: Item[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const first = pieces[i] as Piece;
    const slot = outerSlot(first.placed);
    let end = i + 1;
    while (slot !== undefined && end < pieces.length && outerSlot((pieces[end] as Piece).placed) === slot) end++;
    const group = pieces.slice(i, end);
    const last = group.at(-1) ?? first;
    if (slot !== undefined && isNest(group, slot)) {
      const block = first.startsLine && last.endsLine;
      items.push({ kind: 'nest', slot, parts: group.map((p) => p.placed), block });
      i = end - 1;
    } else items.push(single(first, layer));
  }
  return items;
}

/** The slot whose assembled value the piece is part of; `undefined` for text round values. */
function outerSlot({ segment }: Placed): string | undefined {
  const inValue = segment.kind === 'value' || segment.kind === 'join' || segment.kind === 'hole';
  return inValue && !segment.removed && !segment.escapes ? (segment.within ?? segment.slot) : undefined;
}

/** A value is drawn as a nest when it has words of its own and something else between them. */
function isNest(group: readonly Piece[], slot: string): boolean {
  const own = group.filter(({ placed: { segment, text } }) => segment.slot === slot && !isBlank(text));
  return group.length > 1 && own.some(({ placed }) => placed.segment.kind === 'value');
}

function single({ placed, startsLine, endsLine }: Piece, layer: string | null): Item {
  const { kind, removed } = placed.segment;
  if (removed === 'cut') return { kind: 'cut', placed };
  if (placed.segment.escapes) return { kind: 'escape', placed };
  if (removed === 'strip') return { kind: 'stripped', placed };
  if (kind === 'hole') return { kind: 'hole', placed };
  if (kind === 'value' || kind === 'redacted') return { kind: 'value', placed, block: startsLine && endsLine };
  return { kind: 'text', placed, guest: placed.segment.layer !== layer };
}

/** A block begins and ends its lines itself, so the line break of the text beside it is not drawn a second time. */
function withoutSeams(item: Item, before: Item | undefined, after: Item | undefined): Item[] {
  if (item.kind !== 'text') return [item];
  let { text, at } = item.placed;
  const out: Item[] = [];
  if (isBlock(before) && text.startsWith('\n')) {
    out.push({ kind: 'breaks', text: '\n' });
    text = text.slice(1);
    at++;
  }
  const seam = isBlock(after) && text.endsWith('\n');
  if (seam) text = text.slice(0, -1);
  if (text) out.push({ ...item, placed: { ...item.placed, text, at } });
  if (seam) out.push({ kind: 'breaks', text: '\n' });
  return out;
}
