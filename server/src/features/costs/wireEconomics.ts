import type { WireCost, WireEconomics, WireWorst } from '../../protocol';
import { worstCase } from '../../render/worstCase';
import { type CallCost, costOfCalls, costUncached } from '../../tokens/price';
import type { Snapshot } from '../../workspace/snapshot';
import type { RenderedTokens } from '../../workspace/tokens';
import { wireSourceOf } from '../convert';
import type { View } from '../view';
import { economicsOf } from './economics';

/** Calls that a sum is told for when nobody says how many. */
export const CALLS = 1000;

/** What a call costs and what the cache keeps of it, as it goes over the wire. */
export function wireEconomics(snapshot: Snapshot, view: View, calls = CALLS): WireEconomics {
  const { stable, cache, cost, step } = economicsOf(snapshot, view);
  return {
    stable: stable
      ? {
          tokens: stable.tokens.tokens,
          end: stable.end
            ? {
                slot: stable.end.slot,
                lifetime: stable.end.lifetime,
                says: stable.end.says,
                source: wireSourceOf(snapshot, stable.end.place),
              }
            : null,
        }
      : null,
    cache: cache
      ? {
          written: cache.written.tokens,
          kept: cache.kept.tokens,
          keptByStep: cache.keptByStep?.tokens ?? null,
          automatic: cache.automatic,
          minimum: cache.minimum ?? null,
          ...(cache.increment === undefined ? {} : { increment: cache.increment }),
          unclear: cache.unclear,
        }
      : null,
    cost: wireCost(cost),
    step: step ?? null,
    calls: cost
      ? { count: calls, cached: costOfCalls(cost, calls) ?? null, uncached: costUncached(cost, calls) }
      : null,
  };
}

/** In the currency of the price table; null where no price is known. */
export function wireCost(cost: CallCost | undefined): WireCost | null {
  return cost ? { cold: cost.cold ?? null, warm: cost.warm ?? null, uncached: cost.uncached } : null;
}

/** The worst case, when a slot of the prompt has a limit. */
export function wireWorst(tokens: RenderedTokens): WireWorst | null {
  const worst = worstCase(tokens);
  if (!worst) return null;
  const { total, layers, unlimited } = worst;
  return {
    total: { tokens: total.tokens, low: total.low, high: total.high, exact: total.exact, pending: total.pending },
    layers: [...layers].map(([id, { tokens: all }]) => ({ id, tokens: all })),
    unlimited,
  };
}
