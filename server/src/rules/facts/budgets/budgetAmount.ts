import type { Tokens } from '../../../render/cost';
import { grouped } from '../../../text/grouped';
import { tokenizerOf } from '../../../tokens/estimate';
import type { RenderContext } from '../../rule';

/** An amount of tokens for a sentence: `412 tokens`, or with its band when it is an estimate. */
export function tokensInWords(tokens: Tokens): string {
  if (tokens.exact) return `${grouped(tokens.tokens)} tokens`;
  const band = tokens.low < tokens.high ? ` (${grouped(tokens.low)} to ${grouped(tokens.high)})` : '';
  return `about ${grouped(tokens.tokens)} tokens${band}`;
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

/** Bytes that a UTF-16 unit has in UTF-8 at most. A token has at least one. */
const MOST_BYTES = 3;

/**
 * Whether the request, or what a layer adds to it, is so short that it is within a limit however it is counted. Nearly
 * every prompt is, and then nothing has to be counted.
 */
export function isFarBelow({ rendered, model }: RenderContext, limit: number, layer?: string): boolean {
  const { factors, above = 0 } = tokenizerOf(model).estimate ?? {};
  const perByte = factors ? Math.max(1, ...Object.values(factors)) * (1 + above) : 1;
  let most = 1;
  for (const { blocks } of rendered.messages) {
    for (const { segments } of blocks) {
      for (const segment of segments) {
        // An estimate is rounded for each piece.
        if (layer === undefined || segment.layer === layer) most += segment.text.length * MOST_BYTES * perByte + 2;
        if (most > limit) return false;
      }
    }
  }
  return true;
}
