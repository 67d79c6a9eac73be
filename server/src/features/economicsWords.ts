import { worstCase } from '../render/worstCase';
import { costOfCalls, money } from '../tokens/price';
import type { Snapshot } from '../workspace/snapshot';
import { amount, grouped } from './amounts';
import { type Economics, economicsOf, idleMark } from './economics';
import { code } from './markdown';
import { factsOf } from './tokenWords';
import type { View } from './view';
import { CALLS } from './wireEconomics';

/** `With every slot at its limit: ≈ 1,240 tok.`, of the prompt or of one layer; undefined when nothing has a limit or everything is at it. */
export function worstWords(view: View, layer?: string): string | undefined {
  const worst = worstCase(view.tokens);
  const now = layer === undefined ? view.tokens.total : view.tokens.layers.get(layer);
  const most = layer === undefined ? worst?.total : worst?.layers.get(layer);
  if (!worst || !most || most.tokens === (now?.tokens ?? 0)) return undefined;
  const { unlimited } = worst;
  const open = layer === undefined && unlimited.length > 0 ? `; ${unlimited.map(code).join(', ')} without a limit` : '';
  return `With every slot at its limit: ${amount(most)}${open}.`;
}

/** How much of the request the next call has as well, what ends it, and what of it is read from the cache. */
export function cacheWords(snapshot: Snapshot, view: View): string | undefined {
  const { stable, cache } = economicsOf(snapshot, view);
  if (!cache) return undefined;
  const same = !stable
    ? undefined
    : stable.end
      ? `The first ${amount(stable.tokens)} are the same in the next call; then ${code(stable.end.slot)} ${endWords(stable.end.says)}.`
      : 'The next call can begin with all of it.';
  return [same, keptWords(cache)].filter((words) => words !== undefined).join(' ');
}

/** Why nothing is cached up to a mark behind so many tokens, as the end of a sentence; undefined where something is. */
export function idleWords(snapshot: Snapshot, view: View, tokens: number): string | undefined {
  const economics = economicsOf(snapshot, view);
  const idle = idleMark(economics, view, tokens);
  if (idle === undefined) return undefined;
  const { cache, stable } = economics;
  if (idle === 'short' && cache?.minimum !== undefined) return `below the minimum of ${grouped(cache.minimum)}`;
  return stable?.end ? `${stable.end.says} before it` : 'what stands before it changes with every call';
}

/** `changes with every call`, without the slot that it is said of. */
const endWords = (says: string): string => says.slice(says.indexOf(' ') + 1);

function keptWords({ minimum, unclear, kept, keptByStep }: NonNullable<Economics['cache']>): string {
  if (unclear && minimum !== undefined)
    return `The provider caches ${grouped(minimum)} tokens or more; it cannot be said whether these are as many.`;
  const step = keptByStep ? ` A further request of the same call reads ${amount(keptByStep)}.` : '';
  if (kept.tokens > 0) return `It reads ${amount(kept)} from the cache.${step}`;
  return minimum === undefined || keptByStep
    ? `It reads nothing from the cache.${step}`
    : `It reads nothing from the cache, which takes ${grouped(minimum)} tokens or more.`;
}

/** What the input of a call costs, cold and warm, and what many calls cost. */
export function moneyWords(snapshot: Snapshot, view: View): string | undefined {
  const { cost, cache, step } = economicsOf(snapshot, view);
  if (!cost) return undefined;
  const prices = priceDate(view);
  if (!cache || cache.written.tokens === 0) return `The input of a call costs ${money(cost.uncached)}${prices}.`;
  const first = cost.cold === undefined ? undefined : `${money(cost.cold)} with a cold cache`;
  const next = cost.warm === undefined ? undefined : `${money(cost.warm)} with a warm one`;
  const each = [first, next].filter((words) => words !== undefined);
  if (each.length === 0) return `The input of a call costs ${money(cost.uncached)} without the cache${prices}.`;
  const further = step === undefined ? '' : `, a further request of it ${money(step)}`;
  return `The input of a call costs ${each.join(', ')}${further}${manyWords(cost)}${prices}.`;
}

/** Of when the prices of the built-in table are; those of the manifest are the author's own. */
function priceDate(view: View): string {
  const { model } = view.selection;
  const own = model === undefined ? undefined : view.system.manifest.data.models?.[model]?.price;
  const date = factsOf(view)?.date;
  return own || date === undefined ? '' : ` (prices of ${date})`;
}

function manyWords(cost: NonNullable<Economics['cost']>): string {
  const sum = costOfCalls(cost, CALLS);
  return sum === undefined
    ? ''
    : `; ${grouped(CALLS)} calls ${money(sum)} instead of ${money(cost.uncached * CALLS)} without it`;
}
