import { worstCase } from '../../render/worstCase';
import { grouped } from '../../text/grouped';
import { type CallCost, costOfCalls, costUncached, money } from '../../tokens/price';
import type { Snapshot } from '../../workspace/snapshot';
import { code } from '../markdown';
import type { View } from '../view';
import { amount } from './amounts';
import { type Economics, economicsOf, idleMark } from './economics';
import { factsOf } from './tokenWords';
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
  return [same, keptWords(cache, stable)].filter((words) => words !== undefined).join(' ');
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

function keptWords(cache: NonNullable<Economics['cache']>, stable: Economics['stable']): string {
  const { minimum, unclear, kept, keptByStep, increment, automatic } = cache;
  if (unclear && minimum !== undefined)
    return `The provider caches ${grouped(minimum)} tokens or more; it cannot be said whether these are as many.`;
  const step = keptByStep ? ` A further request of the same call reads ${amount(keptByStep)}.` : '';
  const whole = increment === undefined ? '' : `, which finds whole steps of ${grouped(increment)} tokens`;
  if (kept.tokens > 0) return `It reads ${amount(kept)} from the cache${whole}.${step}`;
  if (minimum === undefined || keptByStep) return `It reads nothing from the cache.${step}`;
  // What stays the same would be enough, so it is the place of the marks.
  return !automatic && stable?.end && stable.tokens.tokens >= minimum
    ? 'It reads nothing from the cache: no breakpoint stands before that.'
    : `It reads nothing from the cache, which takes ${grouped(minimum)} tokens or more.`;
}

/** What the input of a call costs, cold and warm, and what many calls cost. */
export function moneyWords(snapshot: Snapshot, view: View): string | undefined {
  const { cost, cache, step } = economicsOf(snapshot, view);
  if (!cost) return undefined;
  const prices = priceDate(view);
  if (!cache || cache.written.tokens === 0) return `The input of a call costs ${money(cost.uncached)}${prices}.`;
  const many = manyWords({ cost, step, count: CALLS });
  return `The input of a call costs ${eachWords({ cost, step })}${prices}.${many === undefined ? '' : ` ${many}.`}`;
}

interface Costs {
  readonly cost: CallCost;
  /** Of a further request of the same call. */
  readonly step: number | undefined;
}

/** `$0.016 with a cold cache, $0.0012 with a warm one`: what the input of a call costs where something is cached. */
export function eachWords({ cost, step }: Costs): string {
  const said = [
    cost.cold === undefined ? undefined : `${money(cost.cold)} with a cold cache`,
    cost.warm === undefined ? undefined : `${money(cost.warm)} with a warm one`,
    step === undefined ? undefined : `${money(step)} for each further request of it`,
  ].filter((words) => words !== undefined);
  return said.length === 0 ? `${money(cost.uncached)} without the cache` : said.join(', ');
}

/** `1,000 calls cost $1.20 instead of $4.77 without a cache`; undefined when a price is not known. */
export function manyWords({ cost, step, count }: Costs & { readonly count: number }): string | undefined {
  const cached = costOfCalls(cost, count);
  if (cached === undefined) return undefined;
  const uncached = costUncached(cost, count);
  const plain = money(uncached);
  const calls = `${grouped(count)} ${count === 1 ? 'call' : 'calls'}`;
  const one = step === undefined ? '' : count === 1 ? ' of one request' : ' of one request each';
  const sum = `${calls}${one} ${count === 1 ? 'costs' : 'cost'} ${money(cached)}`;
  if (money(cached) === plain) return sum;
  if (cached < uncached) return `${sum} instead of ${plain} without a cache`;
  return `${sum}, more than the ${plain} without a cache${payingWords({ cost, step })}`;
}

/** From how many requests of one call on the cache costs less than none, where it costs more for a call of one. */
function payingWords({ cost: { warm, uncached }, step }: Costs): string {
  if (warm === undefined || step === undefined || step >= uncached) return '';
  const requests = Math.floor((warm - step) / (uncached - step)) + 1;
  return `; it pays for calls of ${grouped(requests)} requests or more`;
}

/** Of when the prices of the built-in table are; those of the manifest are the author's own. */
function priceDate(view: View): string {
  const { model } = view.selection;
  const own = model === undefined ? undefined : view.system.manifest.data.models?.[model]?.price;
  const date = factsOf(view)?.date;
  return own || date === undefined ? '' : ` (prices of ${date})`;
}
