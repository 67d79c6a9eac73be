import type { ModelFacts } from './models';

/** Tokens of one request, as its price depends on them. */
export interface PricedTokens {
  readonly total: number;
  /** From its beginning, written to the provider's cache by the first call; 0: nothing is cached. */
  readonly written: number;
  /** From its beginning, read from the cache by the calls that follow. */
  readonly kept: number;
}

/** What the input of one call costs, in the currency of the prices. The answer is not counted: nobody knows its length. */
export interface CallCost {
  /** Nothing is in the cache yet; undefined when the price of writing to it is not known. */
  readonly cold: number | undefined;
  /** What can be read from the cache is there; undefined when the price of reading is not known. */
  readonly warm: number | undefined;
  /** The same without any cache. */
  readonly uncached: number;
}

/** The cost of a call; undefined when the price of the model is not known. */
export function callCost(facts: ModelFacts | undefined, tokens: PricedTokens): CallCost | undefined {
  const each = pricesAt(facts, tokens.total);
  if (!each) return undefined;
  const { total, written, kept } = tokens;
  const { input, write, read } = each;
  const rest = (total - written) * input;
  const times = (amount: number, price: number | undefined): number | undefined =>
    amount === 0 ? 0 : price === undefined ? undefined : amount * price;
  return {
    cold: sum(rest, times(written, write)),
    warm: sum(rest, times(kept, read), times(written - kept, write)),
    uncached: ofMillion(total * input),
  };
}

/** The cost of several calls without a cache. */
export const costUncached = ({ uncached }: CallCost, calls: number): number => rounded(uncached * calls);

/** The cost of several calls, of which the first is cold and every other one warm. */
export function costOfCalls({ cold, warm }: CallCost, calls: number): number | undefined {
  return cold === undefined || warm === undefined ? undefined : rounded(cold + (calls - 1) * warm);
}

/** What is saved by reading tokens from the cache, in a request of so many tokens altogether; undefined when a price is not known. */
export function savedByReading(facts: ModelFacts | undefined, tokens: number, total: number): number | undefined {
  const each = pricesAt(facts, total);
  return each?.read === undefined ? undefined : ofMillion(tokens * (each.input - each.read));
}

/** What is saved by reading tokens that would have been written to the cache; undefined when a price is not known. */
export function savedByNotWriting(facts: ModelFacts | undefined, tokens: number, total: number): number | undefined {
  const each = pricesAt(facts, total);
  return each?.read === undefined || each.write === undefined
    ? undefined
    : ofMillion(tokens * (each.write - each.read));
}

/** What a provider that finds the prefix itself finds of so many equal tokens: some count in whole steps above the minimum. */
export function foundAgain(facts: ModelFacts | undefined, equal: number): number {
  const { minimum = 0, increment = 1 } = facts?.cache ?? {};
  return equal < minimum ? equal : equal - ((equal - minimum) % increment);
}

/**
 * What is saved in a request when `gained` tokens are read from the cache and `moved` ones stand behind it, all of which
 * it wrote to the cache before; undefined when a price is not known.
 */
export function savedByMoving(
  facts: ModelFacts | undefined,
  { gained, moved }: { readonly gained: number; readonly moved: number },
  total: number,
): number | undefined {
  const { input, write, read } = pricesAt(facts, total) ?? {};
  if (input === undefined || write === undefined || read === undefined) return undefined;
  return ofMillion(gained * (write - read) + moved * (write - input));
}

interface TokenPrices {
  readonly input: number;
  readonly write: number | undefined;
  readonly read: number | undefined;
}

/** Prices of a million tokens in a request of so many. */
function pricesAt(facts: ModelFacts | undefined, total: number): TokenPrices | undefined {
  const { price, steps = [] } = facts ?? {};
  if (price?.input === undefined) return undefined;
  const step = steps.reduce((found, one) => (total > one.above ? Math.max(found, one.input) : found), 1);
  const times = (of: number | undefined): number | undefined => (of === undefined ? undefined : of * step);
  return { input: price.input * step, write: times(price.cacheWrite), read: times(price.cacheRead) };
}

function sum(...amounts: readonly (number | undefined)[]): number | undefined {
  let out = 0;
  for (const amount of amounts) {
    if (amount === undefined) return undefined;
    out += amount;
  }
  return ofMillion(out);
}

const ofMillion = (amount: number): number => rounded(amount / 1_000_000);

/** Without what binary fractions leave behind. A token costs no less than a hundredth of a millionth. */
const rounded = (amount: number): number => Math.round(amount * 1e10) / 1e10;

/** An amount of money with its two leading digits at least: `$12.40`, `$0.0031`. Prices of the built-in table are in US dollars. */
export function money(amount: number): string {
  const size = Math.abs(amount);
  if (size === 0) return '$0';
  const digits = size >= 1 ? 2 : Math.min(12, 1 - Math.floor(Math.log10(size)));
  return `${amount < 0 ? '−' : ''}$${grouping(toDigits(size, Math.max(2, digits)))}`;
}

/** With so many digits, a half rounded up: what is half as a decimal fraction is often a little less as a binary one. */
const toDigits = (size: number, digits: number): string =>
  (Math.round(size * 10 ** digits * (1 + 1e-12)) / 10 ** digits).toFixed(digits);

function grouping(written: string): string {
  const [whole = '', rest = ''] = written.split('.');
  let out = '';
  for (let i = 0; i < whole.length; i++) {
    if (i > 0 && (whole.length - i) % 3 === 0) out += ',';
    out += whole[i];
  }
  return `${out}.${rest}`;
}
