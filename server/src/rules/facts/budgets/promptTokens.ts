import type { RenderedTokens, Tokens } from '../../../render/cost';

/** Tokens of the prompt without the turns of the conversation. */
export function promptTokens(cost: RenderedTokens): Tokens {
  let conversation = 0;
  cost.rendered.messages.forEach((message, m) => {
    if (message.conversation)
      for (const block of cost.segments[m] ?? []) for (const tokens of block) conversation += tokens;
  });
  const { total } = cost;
  if (conversation === 0 || total.tokens === 0) return total;
  // The band of an estimate is a share of it, so it shrinks with the part that is left out.
  const share = (total.tokens - conversation) / total.tokens;
  return {
    ...total,
    tokens: total.tokens - conversation,
    low: Math.floor(total.low * share),
    high: Math.ceil(total.high * share),
  };
}
