import { verdict, whyUnclear } from '../render/verdict';
import { grouped } from '../text/grouped';
import { isFarBelow, sumOf, tokensInWords } from './facts/budgets/budgetAmount';
import { promptTokens } from './facts/budgets/promptTokens';
import type { Rule } from './rule';

export const rule: Rule = {
  code: 'budget.prompt',
  level: 'warning',
  title: 'A prompt over its budget',
  why: `The prompt is paid for with every request, and it takes room from the conversation. A limit of its own keeps it from growing a sentence at a time.`,
  howToFix: `Shorten the largest layers, limit the slots that fill them with \`max\`, or raise \`budget.prompt\`. The turns of the conversation do not count.`,
  examples: [
    {
      title: 'A prompt of 24 tokens with a budget of 10',
      bad: `=== strata.yaml
version: 1
systems:
  help:
    template: help.prompt
    model: gpt-4o
    dialect: single-brace
    budget: { prompt: ⟦budget.prompt⟧10⟦/⟧ }
    scenarios:
      one: { messages: [{ role: user, text: "A question that does not count, however long it may be." }] }
=== help.prompt
You help people who call about an order.
Never promise a date of delivery, whoever asks.
`,
      good: `=== strata.yaml
version: 1
systems:
  help:
    template: help.prompt
    model: gpt-4o
    dialect: single-brace
    budget: { prompt: 30 }
    scenarios:
      one: { messages: [{ role: user, text: "A question that does not count, however long it may be." }] }
=== help.prompt
You help people who call about an order.
Never promise a date of delivery, whoever asks.
`,
    },
  ],
  *render(context) {
    const limit = context.system.entry.budget?.prompt;
    if (limit === undefined || isFarBelow(context, limit)) return;
    const cost = context.cost();
    if (!cost) return;
    const tokens = promptTokens(cost);
    const found = verdict(cost, tokens, limit);
    if (found === 'within') return;
    const largest = [...cost.layers].sort((a, b) => b[1].tokens - a[1].tokens)[0];
    const title = context.system.layers.find((layer) => layer.id === largest?.[0])?.title;
    const hint =
      title && context.system.hasLayers && largest
        ? ` Its largest layer is ${title} with ${tokensInWords(sumOf([largest[1]]))}.`
        : '';
    const n = grouped(limit);
    yield {
      ...context.place(['budget', 'prompt']),
      message:
        found === 'over'
          ? `The prompt has ${tokensInWords(tokens)}, ${grouped(tokens.tokens - limit)} more than its budget of ${n}.${hint} Shorten it, limit slots with max, or raise the budget.`
          : `The prompt has ${tokensInWords(tokens)} and its budget is ${n}: it cannot be said whether it is over${whyUnclear(cost)}.`,
      ...(found === 'unclear' ? { level: 'info' as const } : {}),
    };
  },
};
