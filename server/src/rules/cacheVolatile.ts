import { problemsOfPrefixes } from './facts/budgets/cacheProblem';
import type { Rule } from './rule';

export const rule: Rule = {
  code: 'cache.volatile',
  level: 'warning',
  title: 'A changing slot in the cached prefix',
  why: `A provider's prompt cache matches an exact prefix. A slot that changes sooner than the prefix is meant to be read again makes everything behind it, up to the breakpoint, new text each time: it is paid for in full, and often at the price of writing the cache as well. Two characters are enough, a clock or a counter in a heading.`,
  howToFix: `Move the slot behind the breakpoint, or the breakpoint before the slot. When the value is the same in practice, give the slot or its layer \`stable\` with the reason; when the prefix is only meant to last one call, say so with \`reuse\`.`,
  examples: [
    {
      title: 'The clock above the rules',
      bad: `=== strata.yaml
version: 1
systems:
  help:
    template: help.prompt
    dialect: single-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: skills, trust: instructions, lifetime: profile, slots: [skills] }
      - { id: now, trust: facts, lifetime: call, slots: [now] }
    slots:
      skills: { sample: "Refunds: ask for the order number." }
      now: { sample: "09:41" }
    cache: { breakpoints: [{ slot: mark }] }
=== help.prompt
You help people who call about an order.
It is ⟦cache.volatile⟧{now}⟦/⟧ now.
Never promise a date of delivery.
{skills}
{mark}
Be brief.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  help:
    template: help.prompt
    dialect: single-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: skills, trust: instructions, lifetime: profile, slots: [skills] }
      - { id: now, trust: facts, lifetime: call, slots: [now] }
    slots:
      skills: { sample: "Refunds: ask for the order number." }
      now: { sample: "09:41" }
    cache: { breakpoints: [{ slot: mark }] }
=== help.prompt
You help people who call about an order.
Never promise a date of delivery.
{skills}
{mark}
It is {now} now.
Be brief.
`,
      good: `=== strata.yaml
version: 1
systems:
  help:
    template: help.prompt
    dialect: single-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: format, trust: instructions, lifetime: call, stable: One of three fixed texts., slots: [format] }
      - { id: skills, trust: instructions, lifetime: profile, slots: [skills] }
      - { id: now, trust: facts, lifetime: call, slots: [now] }
    slots:
      format: { sample: Answer in plain text. }
      skills: { sample: "Refunds: ask for the order number." }
      now: { sample: "09:41" }
    cache: { breakpoints: [{ slot: mark }] }
=== help.prompt
You help people who call about an order.
{format}{skills}
{mark}
It is {now} now.
`,
    },
    {
      title: 'A per-call slot among the slots of the prefix',
      bad: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: double-brace
    layers:
      - { id: rules, trust: instructions, lifetime: tenant }
      - { id: addendum, trust: instructions, lifetime: profile, slots: [addendum] }
      - { id: who, trust: facts, lifetime: call, slots: [locale] }
    slots:
      addendum: { sample: You speak for the harbour office. }
      locale: { type: line, sample: nb-NO }
    cache: { breakpoints: [{ slot: mark }] }
=== desk.prompt
Answer in the language of the question.
{{addendum}}⟦cache.volatile⟧{{locale}}⟦/⟧
{{mark}}
Be brief.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: double-brace
    layers:
      - { id: rules, trust: instructions, lifetime: tenant }
      - { id: addendum, trust: instructions, lifetime: profile, slots: [addendum] }
      - { id: who, trust: facts, lifetime: call, slots: [locale] }
    slots:
      addendum: { sample: You speak for the harbour office. }
      locale: { type: line, sample: nb-NO }
    cache: { breakpoints: [{ slot: mark }] }
=== desk.prompt
Answer in the language of the question.
{{addendum}}
{{mark}}{{locale}}
Be brief.
`,
    },
    {
      title: 'A breakpoint behind everything',
      bad: `=== strata.yaml
version: 1
systems:
  plan:
    dialect: single-brace
    parts:
      - { file: plan.prompt, layer: rules }
      - { slot: ⟦cache.volatile⟧memory⟦/⟧ }
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: memory, trust: data, lifetime: thread, slots: [memory] }
    slots: { memory: { sample: "Notes, data only: likes trains." } }
    cache: { breakpoints: [system] }
=== plan.prompt
You plan journeys by train.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  plan:
    dialect: single-brace
    parts:
      - { file: plan.prompt, layer: rules }
      - { slot: memory }
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: memory, trust: data, lifetime: thread, slots: [memory] }
    slots: { memory: { sample: "Notes, data only: likes trains." } }
    cache: { breakpoints: [{ after: rules }] }
=== plan.prompt
You plan journeys by train.
`,
    },
  ],
  render: (context) => problemsOfPrefixes(context, 'volatile'),
};
