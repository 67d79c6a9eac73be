import type { Count } from './counter';
import type { EncodingId } from './encoding';
import { encodings } from './encodings/index.generated';
import type { ModelFacts } from './models';
import data from './models.json';
import { type Script, scriptOf } from './script';

/** A tokenizer that is not published as an encoding: a row of `models.json`. */
interface TokenizerRow {
  readonly id: string;
  readonly title: string;
  /** The encoding that is counted. */
  readonly encoding: EncodingId;
  /** By how much its count is multiplied, by what the text is written in; without it the count is exact. */
  readonly factors?: Factors | undefined;
  /** How far below and above the estimate the true number may lie, as shares of it. */
  readonly below?: number | undefined;
  readonly above?: number | undefined;
  readonly date: string;
  readonly source: string;
  readonly secondHand?: readonly string[] | undefined;
}

interface Factors {
  /** Words in Latin script. */
  readonly prose: number;
  readonly code: number;
  /** Other scripts. */
  readonly foreign?: number | undefined;
  /** CJK and Hangul, where only those were measured. */
  readonly wide?: number | undefined;
}

/** How a model's tokens are counted, and what such a number is worth. */
export interface TokenizerChoice {
  readonly encoding: EncodingId;
  /** `o200k_base`, `≈ o200k_base × 1.18 (Claude 3 to 4.6)`, or `assumed o200k_base` for a model of which nothing is known. */
  readonly label: string;
  /** The count is the model's own; without a model, that of the encoding which the label names. */
  readonly exact: boolean;
  /** No model is set, or nothing says which encoding it has. */
  readonly assumed: boolean;
  /** Where the factors come from; undefined for an encoding. */
  readonly estimate?: TokenizerRow | undefined;
}

/** An amount of tokens with what it is worth. */
export interface Tally {
  readonly tokens: number;
  /** Ends of the band in which the true number is expected; both equal `tokens` when it is exact. */
  readonly low: number;
  readonly high: number;
  readonly exact: boolean;
  /** An estimate stands in for a count that follows. */
  readonly pending: boolean;
  readonly tokenizer: string;
}

const rows: readonly TokenizerRow[] = data.tokenizers;

/** From these shares of characters on a text is no longer Latin, and is wholly of another script. */
const [SOME, MOST] = [0.1, 0.6];
/** From these shares of code characters on a text is no longer prose, and is code. Markdown lies between. */
const [MARKUP, CODE] = [0.06, 0.1];

/** Every name that `tokenizer` may have in a manifest. */
export const tokenizerNames: readonly string[] = [...encodings.map((e) => e.id), ...rows.map((row) => row.id)];

/** How to count for a model. Without one, and for a tokenizer that is not known, o200k_base stands in and says so. */
export function tokenizerOf(facts: ModelFacts | undefined): TokenizerChoice {
  const name = facts?.tokenizer ?? 'o200k_base';
  const assumed = facts === undefined || facts.assumed !== undefined;
  if (encodings.some((e) => e.id === name)) {
    const label = facts?.assumed === undefined ? name : `assumed ${name}`;
    return { encoding: name, label, exact: facts?.assumed === undefined, assumed };
  }
  const row = rows.find((r) => r.id === name);
  if (!row) return { encoding: 'o200k_base', label: 'assumed o200k_base', exact: false, assumed: true };
  if (!row.factors) return { encoding: row.encoding, label: row.id, exact: true, assumed };
  const label = `≈ ${row.encoding} × ${factorWords(row.factors)} (${row.title})`;
  return { encoding: row.encoding, label, exact: false, assumed, estimate: row };
}

/** `1.18`, or `1.55 for prose, 1.5 for code, 1.2 for other scripts`: factors by what is written, which is not the band of the number. */
function factorWords({ prose, code, foreign, wide }: Factors): string {
  const [others, of] = foreign === undefined ? [wide, 'CJK'] : [foreign, 'other scripts'];
  const latin = prose === code ? [`${prose}`] : [`${prose} for prose`, `${code} for code`];
  return others === undefined || (others === prose && others === code)
    ? latin.join(', ')
    : [...latin, `${others} for ${of}`].join(', ');
}

/**
 * The counts of a text as the model would have them. Of an estimate each stretch is the difference of two rounded
 * running totals, so that the stretches add up to the total exactly.
 */
export function estimated(count: Count, text: string, choice: TokenizerChoice): Count {
  const factors = choice.estimate?.factors;
  if (!factors) return count;
  const factor = factorOf(factors, scriptOf(text));
  let running = 0;
  let given = 0;
  const tokens = count.tokens.map((own) => {
    running += own;
    const upTo = Math.round(running * factor);
    const stretch = upTo - given;
    given = upTo;
    return stretch;
  });
  return { tokens, total: given, pending: count.pending };
}

/** What an amount is worth, be it of one stretch or a sum over texts. */
export function tallyOf(tokens: number, pending: boolean, choice: TokenizerChoice): Tally {
  const { below = 0, above = 0 } = choice.estimate ?? {};
  return {
    tokens,
    low: Math.floor(tokens * (1 - below)),
    high: Math.ceil(tokens * (1 + above)),
    exact: choice.exact && !pending,
    pending,
    tokenizer: choice.label,
  };
}

function factorOf(factors: Factors, script: Script): number {
  const latin = latinFactor(factors, script.code);
  const other = factors.foreign ?? factors.wide ?? latin;
  const share = factors.foreign === undefined ? script.wide : script.foreign;
  return blend(share, SOME, MOST, latin, other);
}

const latinFactor = ({ prose, code }: Factors, share: number): number => blend(share, MARKUP, CODE, prose, code);

/** `few` up to one share, `many` from another on, and between them what lies in proportion: no jump while somebody types. */
function blend(share: number, from: number, to: number, few: number, many: number): number {
  if (share <= from) return few;
  if (share >= to) return many;
  return few + ((many - few) * (share - from)) / (to - from);
}
