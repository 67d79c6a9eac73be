import { verdict, whyUnclear } from '../render/verdict';
import { grouped } from '../text/grouped';
import { isFarBelow, tokensInWords } from './facts/budgets/budgetAmount';
import { effectiveWindow } from './facts/budgets/effectiveWindow';
import type { Problem, RenderContext, Rule } from './rule';

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
    {
      title: 'A reserve that leaves nothing of the window',
      bad: `=== strata.yaml
version: 1
models:
  small: { tokenizer: o200k_base, window: 400 }
systems:
  help:
    template: help.prompt
    model: small
    dialect: single-brace
    budget: { reserve: ⟦budget.window⟧4000⟦/⟧ }
=== help.prompt
You help people who call about an order.
`,
    },
  ],
  *render(context) {
    const none = nothingLeft(context);
    if (none) yield none;
    const window = none ? undefined : effectiveWindow(context);
    if (!window || isFarBelow(context, window.tokens)) return;
    const cost = context.cost();
    if (!cost) return;
    const found = verdict(cost, cost.total, window.tokens);
    if (found === 'within') return;
    const over = grouped(cost.total.tokens - window.tokens);
    yield {
      ...context.place(modelPath(context.rendered.selection.scenario, context.system.entry)),
      message:
        found === 'over'
          ? `The request has ${tokensInWords(cost.total)}, ${over} more than ${window.words} of ${context.rendered.selection.model}. Shorten the prompt or the conversation, or choose a larger model.`
          : `The request has ${tokensInWords(cost.total)} and ${window.words} of ${context.rendered.selection.model}: it cannot be said whether it fits${whyUnclear(cost)}.`,
      ...(found === 'unclear' ? { level: 'info' as const } : {}),
    };
  },
};

/** What is kept for the answer may leave no room for a request, however short it is. */
function nothingLeft(context: RenderContext): Problem | undefined {
  const window = context.model?.window;
  const reserve = context.system.entry.budget?.reserve;
  if (window === undefined || reserve === undefined || reserve < window) return undefined;
  return {
    ...context.place(['budget', 'reserve']),
    message: `\`reserve\` keeps ${grouped(reserve)} tokens for the answer, but the window of ${context.rendered.selection.model} has ${grouped(window)}, so no room is left for a request. Lower it, or choose a larger model.`,
  };
}

/** Where the model of a selection is written: in its scenario, else in the system. */
function modelPath(
  scenario: string | null,
  entry: { readonly scenarios?: Readonly<Record<string, { readonly model?: string | undefined }>> | undefined },
): (string | number)[] {
  const own = scenario !== null && entry.scenarios?.[scenario]?.model !== undefined;
  return own ? ['scenarios', scenario, 'model'] : ['model'];
}
