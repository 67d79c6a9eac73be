import { placeOf } from '../model/resolve';
import type { Tokens } from '../render/cost';
import type { Rendered } from '../render/segment';
import { grouped } from '../text/grouped';
import type { ModelFacts } from '../tokens/models';
import { savedByReading } from '../tokens/price';
import { tokensInWords } from './facts/budgets/budgetAmount';
import { perThousand } from './facts/budgets/cacheGain';
import { marksOf, tokenCount } from './facts/prefix';
import type { Problem, Rule, SystemContext } from './rule';

export const rule: Rule = {
  code: 'cache.short',
  level: 'warning',
  title: 'A prefix too short to be cached',
  why: `Providers cache a prefix only from a minimum length on, which differs by model. Below it the mark does nothing, and nothing says so: the request succeeds and is paid for in full.`,
  howToFix: `Move stable text before the breakpoint, set the breakpoint later, or take the mark out. Check the minimum of the model; \`models:\` in the manifest overrides the built-in table.`,
  examples: [
    {
      title: 'A mark behind a few sentences',
      bad: `=== strata.yaml
version: 1
models:
  hosted: { tokenizer: o200k_base, cache: { minimum: 1024, breakpoints: 4 } }
systems:
  help:
    template: help.prompt
    model: hosted
    dialect: single-brace
    cache: { breakpoints: [⟦cache.short⟧system⟦/⟧] }
=== help.prompt
You help people who call about an order.
`,
      good: `=== strata.yaml
version: 1
models:
  hosted: { tokenizer: o200k_base, cache: { minimum: 8, breakpoints: 4 } }
systems:
  help:
    template: help.prompt
    model: hosted
    dialect: single-brace
    cache: { breakpoints: [system] }
=== help.prompt
You help people who call about an order.
`,
    },
    {
      title: 'A scenario for a model with a higher minimum',
      bad: `=== strata.yaml
version: 1
models:
  hosted: { tokenizer: o200k_base, cache: { minimum: 8, breakpoints: 4 } }
  larger: { tokenizer: o200k_base, cache: { minimum: 1024, breakpoints: 4 } }
systems:
  help:
    template: help.prompt
    model: hosted
    dialect: single-brace
    cache: { breakpoints: [system] }
    scenarios:
      usual: {}
      hard: { model: ⟦cache.short⟧larger⟦/⟧ }
=== help.prompt
You help people who call about an order.
`,
    },
    {
      title: 'Without a model there is no verdict',
      bad: `=== strata.yaml
version: 1
models:
  hosted: { tokenizer: o200k_base, cache: { minimum: 1024, breakpoints: 4 } }
systems:
  help:
    template: help.prompt
    model: hosted
    dialect: single-brace
    layers: [{ id: rules, trust: instructions, lifetime: static }]
    cache: { breakpoints: [⟦cache.short⟧{ after: rules }⟦/⟧] }
=== help.prompt
You help people who call about an order.
`,
      good: `=== strata.yaml
version: 1
systems:
  help:
    template: help.prompt
    dialect: single-brace
    layers: [{ id: rules, trust: instructions, lifetime: static }]
    cache: { breakpoints: [{ after: rules }] }
=== help.prompt
You help people who call about an order.
`,
    },
  ],
  *system(context) {
    for (const [model, all] of byModel(context)) {
      const minimum = context.model(all[0] as Rendered)?.cache?.minimum;
      const problem = minimum === undefined ? undefined : tooShort(context, model, minimum, all);
      if (problem) yield problem;
    }
  },
};

/** Selections in which marks hold, by the model that they are for. */
function byModel(context: SystemContext): ReadonlyMap<string, readonly Rendered[]> {
  const groups = new Map<string, Rendered[]>();
  for (const rendered of context.rendered) {
    const { model } = rendered.selection;
    if (model === undefined || !rendered.caching) continue;
    const group = groups.get(model);
    if (group) group.push(rendered);
    else groups.set(model, [rendered]);
  }
  return groups;
}

function tooShort(
  context: SystemContext,
  model: string,
  minimum: number,
  all: readonly Rendered[],
): Problem | undefined {
  let longest: Tokens | undefined;
  let total = 0;
  // A prefix with a hole in it is longer than what is counted; a selection that fills it shows how long.
  const complete = all.filter((rendered) => !hasHoleInPrefix(rendered));
  for (const rendered of complete) {
    const cost = context.cost(rendered);
    if (!cost || cost.assumed) return undefined;
    if (!cost.cachedPrefix || cost.cachedPrefix.tokens <= (longest?.tokens ?? -1)) continue;
    longest = cost.cachedPrefix;
    total = cost.total.tokens;
  }
  if (!longest || longest.low >= minimum) return undefined;
  const unclear = longest.high >= minimum;
  const { system } = context;
  const n = grouped(minimum);
  return {
    ...placeOf(system.manifest, [...system.path, ...placeOfModel(context, model, all)]),
    message: unclear
      ? `The longest cached prefix has ${tokensInWords(longest)} and ${model} caches from ${n} on: it cannot be said whether the breakpoint has an effect.`
      : `The longest cached prefix has ${tokensInWords(longest)}, but ${model} caches only from ${n} on: the breakpoint has no effect. Move stable text before it, or take it out.${gainOfReaching(longest.tokens, minimum, total, all[0] && context.model(all[0]))}`,
    ...(unclear ? { level: 'info' as const } : {}),
  };
}

/** The breakpoint, or where a scenario chooses another model than the system has: each is told of at a place of its own. */
function placeOfModel(
  { system }: SystemContext,
  model: string,
  [first]: readonly Rendered[],
): readonly (string | number)[] {
  const scenario = first?.selection.scenario ?? null;
  return model === system.entry.model || scenario === null
    ? ['cache', 'breakpoints', 0]
    : ['scenarios', scenario, 'model'];
}

function hasHoleInPrefix(rendered: Rendered): boolean {
  const end = marksOf(rendered).at(-1);
  if (!end || rendered.holes.length === 0) return false;
  return rendered.appearances.some(
    (a) => a.state === 'hole' && (a.message < end.message || (a.message === end.message && a.start < end.offset)),
  );
}

/** How much is missing, and what is saved when that much of the request stands before the mark; nothing can be said of text that is yet to be written. */
function gainOfReaching(tokens: number, minimum: number, total: number, model: ModelFacts | undefined): string {
  const missing = tokenCount(minimum - tokens, model);
  const saved = total < minimum ? undefined : savedByReading(model, minimum, total);
  return saved === undefined
    ? ` It lacks ${missing}.`
    : ` It lacks ${missing}; with them, reading it from the cache saves ${perThousand(saved)}.`;
}
