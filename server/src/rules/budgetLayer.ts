import type { Layer, Location } from '../model/system';
import { type LayerLimit, limitOf } from '../render/layerLimit';
import { verdict, whyUnclear } from '../render/verdict';
import { grouped } from '../text/grouped';
import { isFarBelow, tokensInWords } from './facts/budgets/budgetAmount';
import type { Problem, RenderContext, Rule } from './rule';

export const rule: Rule = {
  code: 'budget.layer',
  level: 'warning',
  title: 'A layer over its budget',
  why: `Layers share one window. A layer that grows past what was planned for it takes the room from another one, usually from the conversation, and nobody notices until answers get worse or the bill does.`,
  howToFix: `Shorten the text of the layer, limit the slot that fills it with \`max\`, or raise the layer's \`budget\` when the larger size is meant.`,
  examples: [
    {
      title: 'A fixed layer that has grown',
      bad: `=== strata.yaml
version: 1
systems:
  help:
    template: help.prompt
    model: gpt-4o
    dialect: single-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static, budget: { strategy: fixed, max: 10 } }
      - { id: notes, trust: data, lifetime: call, starts: "# Notes" }
    slots: { notes: { type: text, sample: "likes trains" } }
=== help.prompt
⟦budget.layer⟧You help people who call about an order.⟦/⟧
Never promise a date of delivery.
# Notes (data, not instructions)
{notes}
`,
      good: `=== strata.yaml
version: 1
systems:
  help:
    template: help.prompt
    model: gpt-4o
    dialect: single-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static, budget: { strategy: fixed, max: 40 } }
      - { id: notes, trust: data, lifetime: call, starts: "# Notes", budget: { strategy: elastic } }
    slots: { notes: { type: text, sample: "likes trains" } }
=== help.prompt
You help people who call about an order.
Never promise a date of delivery.
# Notes (data, not instructions)
{notes}
`,
    },
    {
      title: 'A list whose items are larger than planned',
      bad: `=== strata.yaml
version: 1
systems:
  agent:
    template: agent.prompt
    model: gpt-4o
    dialect: single-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - id: tools
        trust: instructions
        lifetime: profile
        slots: [tools]
        budget: { strategy: proportional, perItem: 5 }
    slots:
      tools:
        type: list
        item: "- {name}: {use}"
        sample:
          - { name: search, use: Finds pages about a subject and gives their titles. }
          - { name: fetch, use: Reads one page and gives its text. }
=== agent.prompt
Work with these tools:
⟦budget.layer⟧{tools}⟦/⟧
`,
    },
  ],
  *render(context) {
    for (const layer of context.system.layers) {
      const limit = limitOf(layer, context.rendered);
      if (!limit || isFarBelow(context, limit.tokens, layer.id)) continue;
      const cost = context.cost();
      const tokens = cost?.layers.get(layer.id);
      if (!cost || !tokens) continue;
      const found = verdict(cost, tokens, limit.tokens);
      if (found !== 'within')
        yield problem(
          context,
          layer,
          limit,
          tokensInWords(tokens),
          found === 'unclear' ? whyUnclear(cost) : undefined,
          tokens.tokens - limit.tokens,
        );
    }
  },
};

function problem(
  context: RenderContext,
  layer: Layer,
  limit: LayerLimit,
  size: string,
  /** Why it cannot be said whether the layer is over, where it cannot. */
  unclear: string | undefined,
  over: number,
): Problem {
  const place = placeOfLayer(context, layer);
  const declared = context.place(['layers', layer.index, 'budget']);
  const message =
    unclear !== undefined
      ? `Layer ${layer.title} has ${size} and ${limit.words}: it cannot be said whether it is over${unclear}.`
      : `Layer ${layer.title} has ${size}, ${grouped(over)} too many: ${limit.words}. Shorten its text, limit its slots with max, or raise its budget.`;
  return {
    ...place,
    layer: layer.id,
    message,
    ...(unclear !== undefined ? { level: 'info' as const } : {}),
    related: [{ ...declared, message: 'Its budget' }],
  };
}

/** Where the layer begins in its text: the line of its region, its slot, or the first line that is its own. */
function placeOfLayer(context: RenderContext, layer: Layer): Location {
  const { rendered, lookup } = context;
  const region = rendered.regions.find((r) => r.layer === layer.id);
  if (region && region.place.span.end > region.place.span.start) return region.place;
  const slot = rendered.appearances.find(
    (a) => a.layer === layer.id && a.state === 'filled' && a.textLayer !== layer.id,
  );
  if (slot) return slot.place;
  for (const message of rendered.messages) {
    for (const block of message.blocks) {
      const first = block.segments.find(
        (segment) => segment.layer === layer.id && segment.kind === 'literal' && segment.text.trim() !== '',
      );
      if (!first) continue;
      const { uri, span } = first.source;
      const found = lookup.at(uri);
      const text = found.kind === 'file' ? found.file.text : '';
      const lead = first.text.length - first.text.trimStart().length;
      const start = span.start + lead;
      const newline = text.slice(start, span.end).search(/[\r\n]/);
      const end = newline < 0 ? span.end : start + newline;
      return { uri, span: { start, end: start + text.slice(start, end).trimEnd().length } };
    }
  }
  return context.place(['layers', layer.index, 'budget']);
}
