// The page about models: the built-in table, with the date and the source of each row.
import { encodings } from '../../server/src/tokens/encodings/index.generated';
import data from '../../server/src/tokens/models.json';
import { block, code, GENERATED, page, table } from './markdown';

interface Dated {
  readonly date: string;
  readonly source: string;
  readonly secondHand?: readonly string[];
}

interface TokenizerRow extends Dated {
  readonly id: string;
  readonly title: string;
  readonly encoding: string;
  readonly factors?: Readonly<Record<string, number>>;
  readonly below?: number;
  readonly above?: number;
}

interface ModelRow extends Dated {
  readonly prefix: string;
  readonly tokenizer: string;
  readonly window?: number;
  readonly maxOutput?: number;
  readonly cache?: {
    readonly minimum?: number;
    readonly breakpoints?: number;
    readonly automatic?: boolean;
    readonly increment?: number;
  };
  readonly price?: { readonly input?: number };
  readonly steps?: readonly { readonly above: number; readonly input: number }[];
  readonly multipliers?: { readonly cacheWrite?: number; readonly cacheRead?: number };
  readonly note?: string;
}

const tokenizers: readonly TokenizerRow[] = data.tokenizers;
const models: readonly ModelRow[] = data.models;

export function modelPage(): string {
  return page([
    GENERATED,
    '# Models and tokenizers',
    'What Strata knows of models without being told. Providers change these facts; each row has the date of its source. An empty cell means that the source does not say. A manifest can correct every one of them:',
    block(
      'models:\n  my-model: { tokenizer: o200k_base, window: 128000, cache: { minimum: 1024, breakpoints: 0 } }\n',
      'yaml',
    ),
    'A number with `*` does not come from the vendor.',
    '## Tokenizers',
    `Exact: ${encodings.map(({ id }) => code(id)).join(', ')}. The other tokenizers are not published: their counts are those of an encoding times a factor, shown with ≈ and with the band in which the true number is expected. The factor goes by what is written: prose, code, other scripts than Latin (or CJK, where only that was measured), and in proportion in between. It is the middle of what was measured.`,
    table(['tokenizer', 'for', 'counted as', 'factor', 'band', 'date', 'source'], tokenizers.map(tokenizerCells)),
    '## Models',
    'The longest prefix that fits the id of a model holds. "Marks" are the cache breakpoints that a request may carry; with 0 the provider finds the prefix itself, of some models in whole steps of so many tokens. "Input" is the price of a million tokens in US dollars, with the factor for all prices in a request that is longer than so many tokens; cache prices are shares of it.',
    table(
      [
        'model begins with',
        'tokenizer',
        'window',
        'output',
        'cached from',
        'marks',
        'input',
        'cache write',
        'cache read',
        'date',
        'source',
      ],
      models.map(modelCells),
    ),
    ...models.flatMap(({ prefix, note }) => (note === undefined ? [] : [`${code(prefix)}: ${note}`])),
  ]);
}

function tokenizerCells(row: TokenizerRow): string[] {
  const { id, title, encoding, factors, below, above, date, source } = row;
  const distinct = [...new Set(Object.values(factors ?? {}))];
  const factor =
    distinct.length > 1
      ? Object.entries(factors ?? {})
          .map(([kind, by]) => `${kind} ${by}`)
          .join(', ')
      : `${distinct[0] ?? 'exact'}`;
  const band = below === undefined || above === undefined ? '' : `−${percent(below)} to +${percent(above)}`;
  const { mark } = marking(row);
  return [code(id), title, code(encoding), mark('factors', factor), mark('below', band), date, source];
}

function modelCells(row: ModelRow): string[] {
  const { prefix, tokenizer, window, maxOutput, cache, multipliers, date, source } = row;
  const { mark } = marking(row);
  const marks =
    cache?.breakpoints === undefined
      ? ''
      : `${cache.breakpoints}${cache.automatic && cache.breakpoints > 0 ? ', or none' : ''}${cache.increment ? `, in steps of ${cache.increment}` : ''}`;
  return [
    code(prefix),
    mark('tokenizer', code(tokenizer)),
    mark('window', amount(window)),
    mark('maxOutput', amount(maxOutput)),
    mark('cache.minimum', amount(cache?.minimum)),
    mark('cache.breakpoints', marks),
    mark(row.secondHand?.includes('price') ? 'price' : 'steps', priceOf(row)),
    mark('multipliers.cacheWrite', times(multipliers?.cacheWrite)),
    mark('multipliers.cacheRead', times(multipliers?.cacheRead)),
    date,
    source,
  ];
}

/** `$2, × 2 above 200,000`. */
function priceOf({ price, steps = [] }: ModelRow): string {
  if (price?.input === undefined) return '';
  return [`$${price.input}`, ...steps.map(({ above, input }) => `× ${input} above ${amount(above)}`)].join(', ');
}

/** Puts `*` behind what is second-hand. */
function marking({ secondHand }: Dated): { mark(field: string, text: string): string } {
  return { mark: (field, text) => (text !== '' && secondHand?.includes(field) ? `${text}*` : text) };
}

const amount = (tokens: number | undefined): string => (tokens === undefined ? '' : tokens.toLocaleString('en-US'));
const times = (share: number | undefined): string => (share === undefined ? '' : `× ${share}`);
const percent = (share: number): string => `${Math.round(share * 100)} %`;
