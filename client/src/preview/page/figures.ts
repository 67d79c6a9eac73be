// The numbers of the overview: the four figures, the pieces of the bar, the rows of the table.
import type { RenderResult, WireModel } from '../../../../server/src/protocol';

/** Tokens of the window that the prompt may take, and what is over it. */
export interface Room {
  readonly window: number;
  readonly reserve: number;
  /** `window − reserve`. */
  readonly effective: number;
  readonly over: number;
  /** The limit lies in the band of an estimate, so that it cannot be said whether the prompt is over it. */
  readonly unclear: boolean;
  /** Tokens at which the program begins to shorten the conversation, and at which it is done. */
  readonly trigger: number | undefined;
  readonly stop: number | undefined;
}

export function roomOf({ model, total }: RenderResult): Room | undefined {
  if (model.window === undefined) return undefined;
  const reserve = model.reserve ?? 0;
  const effective = Math.max(1, model.window - reserve);
  const share = (part: number | undefined) => (part === undefined ? undefined : Math.round(part * effective));
  return {
    window: model.window,
    reserve,
    effective,
    over: Math.max(0, total.tokens - effective),
    unclear: total.low <= effective && effective < total.high,
    trigger: share(model.trigger),
    stop: share(model.stop),
  };
}

/** Dollars for one request; undefined when no price is known. */
export interface Cost {
  /** With nothing in the cache yet; undefined when the price of writing to it is not known. */
  readonly cold: number | undefined;
  /** With everything that the provider keeps read from the cache. */
  readonly warm: number | undefined;
  readonly uncached: number;
}

/** As the server reckons it; else from the price, with everything up to the last mark kept. */
export function costOf(result: RenderResult): Cost | undefined {
  const { model, total, economics } = result;
  if (economics) {
    const { cost } = economics;
    return cost ? { cold: cost.cold ?? undefined, warm: cost.warm ?? undefined, uncached: cost.uncached } : undefined;
  }
  return costAt(model, total.tokens, cachedOf(result));
}

/** Dollars for so many tokens, of which some are kept in the cache. */
export function costAt({ price }: WireModel, tokens: number, cached: number): Cost | undefined {
  if (!price) return undefined;
  const anew = (tokens - cached) * price.input;
  return {
    cold: (cached * (price.cacheWrite ?? price.input) + anew) / 1e6,
    warm: (cached * (price.cacheRead ?? price.input) + anew) / 1e6,
    uncached: (tokens * price.input) / 1e6,
  };
}

/** Why nothing is cached up to the last mark, though it stands there: `below the minimum of 1,024`. */
export function idleOf({ messages }: RenderResult): string | undefined {
  return messages.flatMap(({ blocks }) => blocks).findLast(({ cached }) => cached)?.mark?.idle;
}

/**
 * Tokens of the cached prefix: those up to the last mark, or, where that one has no effect, up to the last one that has.
 * Whatever shows something as cached asks here.
 */
export function cachedOf(result: RenderResult): number {
  if (idleOf(result) === undefined) return result.cachedPrefix ?? 0;
  let at = 0;
  let cached = 0;
  for (const { tokens, mark } of result.messages.flatMap(({ blocks }) => blocks)) {
    at += tokens;
    if (mark && mark.idle === undefined) cached = at;
  }
  return cached;
}

/** A stretch of the bar: neighbours of one layer, in the order of the text. */
export interface Stretch {
  readonly layer: string | null;
  readonly tokens: number;
  /** Several stretches that are each too thin to be seen. */
  readonly many?: readonly Stretch[];
}

/** Shares of the whole below this are too thin to be seen. */
const THIN = 0.003;

export function stretchesOf(result: RenderResult): readonly Stretch[] {
  const cached = cachedOf(result);
  const all: { layer: string | null; tokens: number; cached: boolean }[] = [];
  let at = 0;
  for (const block of result.messages.flatMap((m) => m.blocks)) {
    const inCache = at + block.tokens <= cached;
    at += block.tokens;
    for (const { layer, tokens } of block.segments) {
      if (tokens === 0) continue;
      const last = all.at(-1);
      if (last && last.layer === layer && last.cached === inCache) last.tokens += tokens;
      else all.push({ layer, tokens, cached: inCache });
    }
  }
  return gatherThin(all, result.total.tokens * THIN);
}

function gatherThin(all: readonly Stretch[], thin: number): Stretch[] {
  const out: Stretch[] = [];
  let many: Stretch[] = [];
  const flush = (): void => {
    const [first] = many;
    if (first && many.length === 1) out.push(first);
    else if (first) out.push({ layer: null, tokens: many.reduce((n, s) => n + s.tokens, 0), many });
    many = [];
  };
  for (const { layer, tokens } of all) {
    if (tokens < thin) many.push({ layer, tokens });
    else {
      flush();
      out.push({ layer, tokens });
    }
  }
  flush();
  return out;
}

/** Tokens of text that belongs to no layer: a conversation that no part places. */
export function looseTokens(result: RenderResult): number {
  return result.total.tokens - result.layers.reduce((sum, layer) => sum + layer.tokens, 0);
}
