import data from './models.json';

/** What a provider's prompt cache asks for. */
export interface CacheFacts {
  /** Fewest tokens of a prefix that is cached. */
  readonly minimum?: number | undefined;
  /** How many marks a request may carry; 0: the provider finds the prefix itself. */
  readonly breakpoints?: number | undefined;
  /** How many content blocks before a mark it looks for an older entry. */
  readonly lookback?: number | undefined;
  /** It finds a prefix without marks, even where it takes some. */
  readonly automatic?: boolean | undefined;
  /** A prefix that it finds itself is found in whole steps of so many tokens. */
  readonly increment?: number | undefined;
}

/** Per million tokens, in the currency of whoever wrote it (the built-in table: US dollars). */
export interface PriceFacts {
  readonly input?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly cacheRead?: number | undefined;
}

/** Above this many tokens of input, all prices are multiplied. */
export interface PriceStep {
  readonly above: number;
  readonly input: number;
  readonly output?: number | undefined;
}

/** What the manifest's `models` may say of one model. */
export interface ModelOverride {
  readonly tokenizer?: string | undefined;
  readonly window?: number | undefined;
  readonly cache?: Omit<CacheFacts, 'automatic' | 'increment'> | undefined;
  readonly price?: PriceFacts | undefined;
}

/** A row of `models.json`. Sizes are in tokens; what its source does not say is left out. */
interface ModelRow extends ModelOverride {
  /** Beginning of the ids that the row is about; the longest that fits holds. */
  readonly prefix: string;
  readonly tokenizer: string;
  readonly maxInput?: number | undefined;
  readonly maxOutput?: number | undefined;
  readonly cache?: CacheFacts | undefined;
  /** Prices of writing to and reading from the cache, as shares of the input price. */
  readonly multipliers?:
    | { readonly cacheWrite?: number | undefined; readonly cacheRead?: number | undefined }
    | undefined;
  readonly steps?: readonly PriceStep[] | undefined;
  /** ISO date of the source, or of when it was read. */
  readonly date: string;
  readonly source: string;
  /** The fields that do not come from the vendor. */
  readonly secondHand?: readonly string[] | undefined;
  readonly note?: string | undefined;
}

/** What is known of a model: the table, with the manifest laid over it. */
export interface ModelFacts extends Partial<Omit<ModelRow, 'prefix' | 'tokenizer'>> {
  /** As the manifest writes it. */
  readonly id: string;
  /** Name for `tokenizerOf`. */
  readonly tokenizer: string;
  /** Set when nothing says which encoding the model has. */
  readonly assumed?: 'o200k_base' | undefined;
}

const rows: readonly ModelRow[] = data.models;

/** Model id prefixes of the built-in table, for completion. */
export const modelPrefixes: readonly string[] = rows.map((row) => row.prefix);

/**
 * Facts of a model, by the longest prefix in the table and by the manifest's own entry under exactly this id, laid over
 * it key by key. Without a model there are no facts, and so no verdict.
 */
export function modelFacts(
  id: string | undefined,
  overrides: Readonly<Record<string, ModelOverride | undefined>> = {},
): ModelFacts | undefined {
  if (id === undefined) return undefined;
  const row = rowOf(id);
  const over = Object.hasOwn(overrides, id) ? (overrides[id] ?? {}) : {};
  const { prefix: _, ...known } = row ?? { prefix: '' };
  const tokenizer = over.tokenizer ?? row?.tokenizer;
  const cache = overlaid<CacheFacts>(row?.cache, over.cache);
  return {
    ...known,
    id,
    tokenizer: tokenizer ?? 'o200k_base',
    assumed: tokenizer === undefined ? 'o200k_base' : undefined,
    window: over.window ?? row?.window,
    cache: cache && { ...cache, automatic: automatic(row?.cache, over.cache) },
    price: priceOf(overlaid<PriceFacts>(row?.price, over.price), row),
  };
}

/** Whether the table knows this very model, and not only the family that it names or no model like it at all. */
export const isKnownModel = (id: string): boolean => /\d/.test(rowOf(id)?.prefix ?? '');

/** Whether a row of the table is about the model, be it only that of its family. */
export const isInTable = (id: string): boolean => rowOf(id) !== undefined;

/** Whether the request may carry cache marks. Without a model, and where nothing is known of its cache, it is taken to. */
export function takesMarks(facts: ModelFacts | undefined): boolean {
  if (!facts) return true;
  return facts.cache ? facts.cache.breakpoints !== 0 : facts.assumed !== undefined;
}

/** The row with the longest prefix that the id begins with, after what gateways put before it (`anthropic/`, `us.anthropic.`). */
function rowOf(id: string): ModelRow | undefined {
  let name = id.toLowerCase().slice(id.lastIndexOf('/') + 1);
  name = name.replace(/^(?:[a-z-]+\.)?(?:anthropic|openai)\./, '');
  if (name.startsWith('claude-')) name = name.replaceAll('.', '-');
  let best: ModelRow | undefined;
  for (const row of rows) if (fits(name, row.prefix) && row.prefix.length > (best?.prefix.length ?? 0)) best = row;
  return best;
}

/**
 * A prefix ends where a word or a number of the id ends: `gpt-4o` is not `gpt-4oo`. One that ends with a version does not
 * fit a later one either: `claude-opus-5` is neither `claude-opus-5-5` nor `…-50`.
 */
function fits(name: string, prefix: string): boolean {
  if (!name.startsWith(prefix)) return false;
  const rest = name.slice(prefix.length);
  if (/[a-z0-9]$/.test(prefix) && /^[a-z]/.test(rest)) return false;
  if (/^[a-z]+$/.test(prefix) && versionOf(rest) < oldestOf(prefix)) return false;
  return !(/\d$/.test(prefix) && /^(?:\d|[-.][1-9]\d?(?![0-9a-z]))/.test(rest));
}

const versionOf = (text: string): number => Number(/\d+(?:\.\d+)?/.exec(text)?.[0] ?? Number.POSITIVE_INFINITY);

/** A row for a whole family is about what will come: an older model than those that are listed was another one. */
const oldestOf = (family: string): number =>
  Math.min(...rows.filter(({ prefix }) => prefix.startsWith(`${family}-`)).map(({ prefix }) => versionOf(prefix)));

function automatic(row: CacheFacts | undefined, over: ModelOverride['cache']): boolean {
  if (over?.breakpoints !== undefined) return over.breakpoints === 0;
  return row?.automatic ?? row?.breakpoints === 0;
}

/** The prices with those of the cache, where only the input price is given and the table knows the shares. */
function priceOf(price: PriceFacts | undefined, row: ModelRow | undefined): PriceFacts | undefined {
  const { input, cacheWrite, cacheRead } = price ?? {};
  if (input === undefined) return price;
  // Without the last digits, which are those of binary fractions: 3 × 0.1 is 0.30000000000000004.
  const share = (of: number | undefined): number | undefined =>
    of === undefined ? undefined : Number((input * of).toPrecision(12));
  return {
    input,
    cacheWrite: cacheWrite ?? share(row?.multipliers?.cacheWrite),
    cacheRead: cacheRead ?? share(row?.multipliers?.cacheRead),
  };
}

/** One over the other, key by key; a key that is undefined hides nothing. */
function overlaid<T extends object>(under: T | undefined, over: T | undefined): T | undefined {
  if (!under || !over) return over ?? under;
  return { ...under, ...(Object.fromEntries(Object.entries(over).filter(([, v]) => v !== undefined)) as Partial<T>) };
}
