import { verdict } from '../render/verdict';
import { grouped } from '../text/grouped';
import { isFarBelow, tokensInWords } from './facts/budgets/budgetAmount';
import { effectiveWindow } from './facts/budgets/effectiveWindow';
import type { Rule } from './rule';

export const rule: Rule = {
  code: 'budget.compaction',
  level: 'info',
  title: 'Compaction begins',
  why: `Past \`budget.trigger\` the program compacts the conversation: it costs a request, and details of earlier turns are gone. A scenario that is meant to be ordinary should stay below.`,
  howToFix: `Shorten the prompt or the conversation of the scenario, or raise \`trigger\`. In a scenario that shows compaction, leave it.`,
  examples: [
    {
      title: 'A conversation that starts compaction',
      bad: `=== strata.yaml
version: 1
models:
  small: { tokenizer: o200k_base, window: 60 }
systems:
  help:
    template: help.prompt
    model: small
    dialect: single-brace
    budget: { reserve: 10, trigger: ⟦budget.compaction⟧0.4⟦/⟧, stop: 0.2 }
    scenarios:
      long: { messages: [{ role: user, text: "Where is my order, the one that I placed on Monday?" }] }
=== help.prompt
You help people who call about an order. Be brief.
`,
      good: `=== strata.yaml
version: 1
models:
  small: { tokenizer: o200k_base, window: 6000 }
systems:
  help:
    template: help.prompt
    model: small
    dialect: single-brace
    budget: { reserve: 10, trigger: 0.4, stop: 0.2 }
    scenarios:
      long: { messages: [{ role: user, text: "Where is my order, the one that I placed on Monday?" }] }
=== help.prompt
You help people who call about an order. Be brief.
`,
    },
  ],
  *render(context) {
    const trigger = context.system.entry.budget?.trigger;
    const window = effectiveWindow(context);
    if (trigger === undefined || !window) return;
    const limit = Math.floor(trigger * window.tokens);
    const cost = isFarBelow(context, limit) ? undefined : context.cost();
    if (!cost) return;
    // Past the window itself there is a louder finding.
    const found = verdict(cost, cost.total, limit);
    if (found === 'within' || verdict(cost, cost.total, window.tokens) === 'over') return;
    const stop = context.system.entry.budget?.stop;
    const until = stop === undefined ? '' : ` and goes down to ${grouped(Math.floor(stop * window.tokens))}`;
    yield {
      ...context.place(['budget', 'trigger']),
      message: `The request has ${tokensInWords(cost.total)}; compaction begins at ${grouped(limit)}${until}: ${trigger} of ${window.words}${found === 'unclear' ? '; it cannot be said whether it does' : ''}.`,
    };
  },
};
