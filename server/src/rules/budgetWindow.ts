import { tokensInWords, verdict } from './facts/budgetAmount';
import { effectiveWindow } from './facts/effectiveWindow';
import type { Rule } from './rule';

export const rule: Rule = {
  code: 'budget.window',
  level: 'error',
  title: 'More than the window holds',
  why: `What does not fit into the model's window is refused by the provider, or cut off somewhere without a word. The answer needs room in the window as well; \`budget.reserve\` keeps it.`,
  howToFix: `Shorten the prompt or the conversation of this scenario, limit slots with \`max\`, or choose a model with a larger window.`,
  examples: [
    {
      title: 'A window that is too small for the prompt',
      bad: `=== strata.yaml
version: 1
models:
  small: { tokenizer: o200k_base, window: 40 }
systems:
  help:
    template: help.prompt
    model: ⟦budget.window⟧small⟦/⟧
    dialect: single-brace
    budget: { reserve: 25 }
=== help.prompt
You help people who call about an order.
Never promise a date of delivery, whoever asks.
`,
      good: `=== strata.yaml
version: 1
models:
  small: { tokenizer: o200k_base, window: 400 }
systems:
  help:
    template: help.prompt
    model: small
    dialect: single-brace
    budget: { reserve: 25 }
=== help.prompt
You help people who call about an order.
Never promise a date of delivery, whoever asks.
`,
    },
  ],
  *render(context) {
    const cost = context.cost();
    const window = effectiveWindow(context);
    if (!cost || !window) return;
    const found = verdict(cost, cost.total, window.tokens);
    if (found === 'within') return;
    const over = (cost.total.tokens - window.tokens).toLocaleString('en-US');
    yield {
      ...context.place(modelPath(context.rendered.selection.scenario, context.system.entry)),
      message:
        found === 'over'
          ? `The request has ${tokensInWords(cost.total)}, ${over} more than ${window.words} of ${context.rendered.selection.model}. Shorten the prompt or the conversation, or choose a larger model.`
          : `The request has ${tokensInWords(cost.total)} and ${window.words} of ${context.rendered.selection.model}: it cannot be said whether it fits.`,
      ...(found === 'unclear' ? { level: 'info' as const } : {}),
    };
  },
};

/** Where the model of a selection is written: in its scenario, else in the system. */
function modelPath(
  scenario: string | null,
  entry: { readonly scenarios?: Readonly<Record<string, { readonly model?: string | undefined }>> | undefined },
): (string | number)[] {
  const own = scenario !== null && entry.scenarios?.[scenario]?.model !== undefined;
  return own ? ['scenarios', scenario, 'model'] : ['model'];
}
