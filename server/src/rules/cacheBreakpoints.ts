import type { Location } from '../model/system';
import { savedByNotWriting } from '../tokens/price';
import { perThousand, totalOf } from './facts/budgets/cacheGain';
import { marksOf, tokenCount, tokensBetween, toolsBreakpoint } from './facts/prefix';
import type { RenderContext, Rule } from './rule';

export const rule: Rule = {
  code: 'cache.breakpoints',
  level: 'error',
  title: 'More breakpoints than the provider takes',
  why: `The provider takes a fixed number of cache marks, counted over tools, system and messages together. A request with one more is refused.`,
  howToFix: `Leave out the breakpoints that gain least: one at the end of the system prompt and one at the tail of the conversation are usually enough.`,
  examples: [
    {
      title: 'Five marks where four are taken',
      bad: `=== strata.yaml
version: 1
models:
  harbour-1: { tokenizer: o200k_base, cache: { minimum: 1024, breakpoints: 4 } }
systems:
  agent:
    model: harbour-1
    dialect: single-brace
    parts: [{ file: agent.prompt, layer: rules }, { slot: notes }, { slot: plan, message: user }, { messages: true }]
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: notes, trust: facts, lifetime: profile, slots: [notes] }
      - { id: plan, trust: facts, lifetime: thread, slots: [plan] }
    slots: { notes: { sample: Works on a ship. }, plan: { sample: Sail at noon. } }
    cache:
      breakpoints: [tools, { after: rules }, { after: notes }, { after: plan }, ⟦cache.breakpoints⟧tail⟦/⟧]
    scenarios:
      first: { messages: [{ role: user, text: When do we leave? }] }
=== agent.prompt
You help the crew of a ship.
`,
      good: `=== strata.yaml
version: 1
models:
  harbour-1: { tokenizer: o200k_base, cache: { minimum: 1024, breakpoints: 4 } }
systems:
  agent:
    model: harbour-1
    dialect: single-brace
    parts: [{ file: agent.prompt, layer: rules }, { messages: true }]
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: notes, trust: facts, lifetime: profile, slots: [notes] }
    slots: { notes: { sample: Works on a ship. } }
    cache:
      breakpoints: [tools, system, { after: rules }, { after: notes }, tail]
    scenarios:
      first: { messages: [{ role: user, text: When do we leave? }] }
=== agent.prompt
You help the crew of a ship.
`,
    },
  ],
  *render(context) {
    const most = context.model?.cache?.breakpoints;
    if (most === undefined || most === 0 || !context.rendered.caching) return;
    const all = placedMarks(context);
    const over = all[most];
    if (!over) return;
    const names = all.map((mark) => mark.name).join(', ');
    yield {
      ...over.place,
      get message() {
        return `${all.length} breakpoints, but ${context.model?.id ?? 'the model'} takes ${most}, counted over tools, system and messages: ${names}. The request is refused; leave out ${all.length - most}.${leastWorth(context)}`;
      },
      related: all
        .filter((mark) => mark !== over)
        .map((mark) => ({ ...mark.place, message: `the breakpoint ${mark.name}` })),
    };
  },
};

/** The mark with the fewest tokens since the one before it: without it, so many are written anew with the next mark when what stands behind them changes. The last one ends the prefix. */
function leastWorth(context: RenderContext): string {
  const marks = marksOf(context.rendered);
  let least: { readonly name: string; readonly tokens: number } | undefined;
  let from: { readonly message: number; readonly offset: number } = { message: 0, offset: 0 };
  for (const one of marks.slice(0, -1)) {
    const tokens = tokensBetween(context, from, one);
    if (tokens === undefined) return '';
    if (!least || tokens < least.tokens) least = { name: one.mark.name, tokens };
    from = one;
  }
  if (!least) return '';
  const saved = savedByNotWriting(context.model, least.tokens, totalOf(context, least.tokens));
  return ` ${least.name} adds least: ${tokenCount(least.tokens, context.model)}${saved === undefined ? '' : `, ${perThousand(saved)}`}.`;
}

/** The marks that this request carries, in its order. Two at one place are one, and one whose place does not exist is none. */
function placedMarks({
  system,
  rendered,
  place,
}: RenderContext): { readonly name: string; readonly place: Location }[] {
  const tools = toolsBreakpoint(system);
  const first = tools === undefined ? [] : [{ name: 'tools', place: place(['cache', 'breakpoints', tools]) }];
  return [...first, ...marksOf(rendered).map(({ mark }) => ({ name: mark.name, place: mark.place }))];
}
