import { problemsOfPrefixes } from './facts/budgets/cacheProblem';
import type { Rule } from './rule';

export const rule: Rule = {
  code: 'cache.daily',
  level: 'info',
  title: 'A date in the cached prefix',
  why: `A date changes once a day. The cache serves all requests of a day and begins anew at midnight: less than it could, far better than a clock.`,
  howToFix: `Move the date behind the breakpoint when that costs nothing. When a new entry each day is fine, say so with \`reuse: day\` on the breakpoint or \`stable\` on the slot.`,
  examples: [
    {
      title: 'The date above the breakpoint',
      bad: `=== strata.yaml
version: 1
systems:
  news:
    template: news.prompt
    dialect: single-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: date, trust: facts, lifetime: day, slots: [date] }
    slots: { date: { type: date, sample: 2026-11-30 } }
    cache: { breakpoints: [{ slot: mark }] }
=== news.prompt
Today: ⟦cache.daily⟧{date}⟦/⟧
Sort the headlines by how many people they concern.
{mark}
One line for each.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  news:
    template: news.prompt
    dialect: single-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: date, trust: facts, lifetime: day, slots: [date] }
    slots: { date: { type: date, sample: 2026-11-30 } }
    cache: { breakpoints: [{ slot: mark }] }
=== news.prompt
Sort the headlines by how many people they concern.
{mark}
Today: {date}
One line for each.
`,
      good: `=== strata.yaml
version: 1
systems:
  news:
    template: news.prompt
    dialect: single-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: date, trust: facts, lifetime: day, slots: [date] }
    slots: { date: { type: date, sample: 2026-11-30 } }
    cache: { breakpoints: [{ slot: mark, reuse: day }] }
=== news.prompt
Today: {date}
Sort the headlines by how many people they concern.
{mark}
One line for each.
`,
    },
  ],
  render: (context) => problemsOfPrefixes(context, 'daily'),
};
