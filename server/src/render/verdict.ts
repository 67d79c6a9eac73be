import type { RenderedTokens, Tokens } from './cost';

export type Verdict = 'over' | 'unclear' | 'within';

/**
 * Whether an amount is over a limit. An estimate is over only when its whole band is; a band with the limit inside is
 * unclear, and so is what is counted over it with the assumed tokenizer of a model that nobody knows.
 */
export function verdict(cost: RenderedTokens, tokens: Tokens, limit: number): Verdict {
  if (tokens.low > limit) return unknownModel(cost) === undefined ? 'over' : 'unclear';
  return tokens.high > limit ? 'unclear' : 'within';
}

/** Behind `it cannot be said …`: why, where that is not the band of an estimate. */
export function whyUnclear(cost: RenderedTokens): string {
  const model = unknownModel(cost);
  return model === undefined ? '' : `, because the tokenizer of \`${model}\` is not known`;
}

const unknownModel = ({ assumed, rendered }: RenderedTokens): string | undefined =>
  assumed ? rendered.selection.model : undefined;
