import type { RenderedTokens, Tokens } from '../../render/cost';

/** An amount of tokens for a sentence: `412 tokens`, or with its band when it is an estimate. */
export function tokensInWords(tokens: Tokens): string {
  const n = (value: number): string => value.toLocaleString('en-US');
  return tokens.exact
    ? `${n(tokens.tokens)} tokens`
    : `about ${n(tokens.tokens)} tokens (${n(tokens.low)} to ${n(tokens.high)})`;
}

export type Verdict = 'over' | 'unclear' | 'within';

/**
 * Whether an amount is over a limit. An estimate is over only when its whole band is; a band with the limit inside is
 * unclear, and a count with an assumed tokenizer gives no verdict.
 */
export function verdict(cost: RenderedTokens, tokens: Tokens, limit: number): Verdict {
  if (cost.assumed && cost.rendered.selection.model !== undefined) return 'within';
  if (tokens.low > limit) return 'over';
  return tokens.high > limit ? 'unclear' : 'within';
}

/** The sum of several amounts of one rendering. */
export function sumOf(amounts: readonly Tokens[]): Tokens {
  const sum = (of: (tokens: Tokens) => number): number => amounts.reduce((n, tokens) => n + of(tokens), 0);
  return {
    tokens: sum((t) => t.tokens),
    low: sum((t) => t.low),
    high: sum((t) => t.high),
    exact: amounts.every((t) => t.exact),
    pending: amounts.some((t) => t.pending),
  };
}
