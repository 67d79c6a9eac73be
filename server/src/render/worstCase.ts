import type { Slot as SlotEntry } from '../model/schema';
import { holds } from '../model/selection';
import { Kept } from '../text/kept';
import type { RenderedTokens, Tokens } from './cost';
import type { Rendered, SlotAppearance } from './segment';

/** What a prompt costs when every slot that has a limit holds as much as it may. */
export interface WorstCase {
  readonly total: Tokens;
  /** By layer id; layers without a slot that has a limit cost what they cost now. */
  readonly layers: ReadonlyMap<string | null, Tokens>;
  /** By slot: its values with their wraps, at the limit. */
  readonly slots: ReadonlyMap<string, Tokens>;
  /** Slots in the text that may be as long as they like: with these, the prompt may be larger still. */
  readonly unlimited: readonly string[];
}

const known = new Kept<RenderedTokens, WorstCase | null>();

/**
 * The worst case of a rendering; undefined when no slot in it has a limit. A limit in characters is worth as many tokens
 * as the value has for each of its characters now (without a value: as the whole prompt has), so that such an amount is
 * an estimate. Nothing is rendered or counted for it.
 */
export function worstCase(cost: RenderedTokens): WorstCase | undefined {
  let found = known.get(cost);
  if (found === undefined) {
    found = findWorstCase(cost) ?? null;
    known.set(cost, found);
  }
  return found ?? undefined;
}

interface Limit {
  readonly tokens: number | undefined;
  readonly chars: number | undefined;
}

/** Characters and tokens of what is sent for a slot now, without wraps. */
interface Amount {
  tokens: number;
  chars: number;
}

function findWorstCase(cost: RenderedTokens): WorstCase | undefined {
  const { rendered } = cost;
  const limits = limitsOf(rendered);
  if (limits.size === 0) return undefined;
  const places = placesOf(rendered, limits);
  const limited = [...places].filter(([slot]) => limits.has(slot));
  if (limited.length === 0) return undefined;
  const { bySlot, all } = amountsOf(cost, limits);
  const slots = new Map<string, Tokens>();
  const more = new Map<string | null, number>();
  const nothing: Tokens = { ...cost.total, tokens: 0, low: 0, high: 0 };
  let exact = true;
  for (const [slot, at] of limited) {
    const now = bySlot.get(slot) ?? { tokens: 0, chars: 0 };
    const atLimit = tokensOf(limits.get(slot), now.chars > 0 ? now : all);
    const delta = Math.max(0, atLimit.tokens * at.length - now.tokens);
    if (delta > 0 && !atLimit.exact) exact = false;
    slots.set(slot, larger(cost.slots.get(slot) ?? nothing, delta, atLimit.exact, cost.total));
    const layer = at[0]?.layer ?? null;
    more.set(layer, (more.get(layer) ?? 0) + delta);
  }
  const grown = [...more].map(([id, delta]): [string | null, Tokens] => [
    id,
    larger(cost.layers.get(id) ?? nothing, delta, exact, cost.total),
  ]);
  return {
    total: larger(
      cost.total,
      [...more.values()].reduce((sum, delta) => sum + delta, 0),
      exact,
      cost.total,
    ),
    layers: new Map([...cost.layers, ...grown]),
    slots,
    unlimited: [...places.keys()].filter((slot) => !limits.has(slot)),
  };
}

/** What holds at most as much now: the limit of each slot of this selection that has one. */
function limitsOf({ system, selection }: Rendered): ReadonlyMap<string, Limit> {
  const limits = new Map<string, Limit>();
  for (const { name, entry } of system.slots.values()) {
    const max = maxOf(entry, selection.axes);
    if (max) limits.set(name, { tokens: max.tokens, chars: max.chars });
  }
  return limits;
}

function maxOf(entry: SlotEntry, axes: Readonly<Record<string, string>>): SlotEntry['max'] {
  return entry.variants?.find((v) => v.max !== undefined && holds(v.when, axes))?.max ?? entry.max;
}

/** Types whose values are short by themselves. */
const SHORT: ReadonlySet<string | undefined> = new Set(['line', 'number', 'date', 'boolean']);

/** Where whole values of slots stand or would stand, by slot: of those with a limit, and of those that may be as long as they like. A slot inside of one with a limit is held by that. */
function placesOf(
  rendered: Rendered,
  limits: ReadonlyMap<string, Limit>,
): ReadonlyMap<string, readonly SlotAppearance[]> {
  const places = new Map<string, SlotAppearance[] | undefined>();
  for (const appearance of rendered.appearances) {
    const { slot, state, use, within } = appearance;
    if (state === 'marker' || appearance.redacted || use?.role === 'control') continue;
    if (within !== undefined && limits.has(within)) continue;
    // A field of a value (`issue.title`) is no longer than the value, and nothing says how much of it.
    if (use && use.path !== use.name && limits.has(slot)) continue;
    if (!places.has(slot)) places.set(slot, isCounted(rendered, slot, limits) ? [] : undefined);
    places.get(slot)?.push(appearance);
  }
  return new Map([...places].flatMap(([slot, at]) => (at ? [[slot, at] as const] : [])));
}

/** Whether the value of a slot is filled in this selection, and limited or as long as it likes. */
function isCounted({ system, selection }: Rendered, name: string, limits: ReadonlyMap<string, Limit>): boolean {
  const slot = system.slots.get(name);
  if (!slot || !holds(slot.entry.when, selection.axes)) return false;
  return limits.has(name) || !(SHORT.has(slot.type) || slot.entry.parts);
}

/** What the slots with a limit send now, and what the whole prompt has for each character. */
function amountsOf(
  { rendered, segments }: RenderedTokens,
  limits: ReadonlyMap<string, Limit>,
): { readonly bySlot: ReadonlyMap<string, Amount>; readonly all: Amount } {
  const all: Amount = { tokens: 0, chars: 0 };
  const bySlot = new Map([...limits.keys()].map((slot): [string, Amount] => [slot, { tokens: 0, chars: 0 }]));
  for (const [m, message] of rendered.messages.entries()) {
    for (const [b, block] of message.blocks.entries()) {
      const counts = segments[m]?.[b];
      for (const [s, { kind, text, slot, within, removed }] of block.segments.entries()) {
        if (removed !== undefined || kind === 'hole') continue;
        const tokens = counts?.[s] ?? 0;
        add(all, tokens, text.length);
        if (slot === undefined || kind === 'wrap' || kind === 'redacted') continue;
        add(bySlot.get(slot), tokens, text.length);
        if (within !== undefined && within !== slot) add(bySlot.get(within), tokens, text.length);
      }
    }
  }
  return { bySlot, all };
}

function add(amount: Amount | undefined, tokens: number, chars: number): void {
  if (!amount) return;
  amount.tokens += tokens;
  amount.chars += chars;
}

function tokensOf(
  limit: Limit | undefined,
  { tokens, chars }: Amount,
): { readonly tokens: number; readonly exact: boolean } {
  const ofChars = limit?.chars === undefined || chars === 0 ? undefined : Math.ceil((limit.chars * tokens) / chars);
  if (limit?.tokens !== undefined && (ofChars === undefined || limit.tokens <= ofChars))
    return { tokens: limit.tokens, exact: true };
  return { tokens: ofChars ?? 0, exact: false };
}

/** An amount with so many tokens more, with a band that is as wide in proportion. */
function larger(amount: Tokens, delta: number, exact: boolean, whole: Tokens): Tokens {
  const share = (end: number): number => (whole.tokens === 0 ? 1 : end / whole.tokens);
  return {
    tokens: amount.tokens + delta,
    low: amount.low + Math.floor(delta * share(whole.low)),
    high: amount.high + Math.ceil(delta * share(whole.high)),
    exact: amount.exact && exact,
    pending: amount.pending,
  };
}
