import { isShorter } from '../model/words';
import type { SlotAppearance } from '../render/segment';
import { savedByNotWriting } from '../tokens/price';
import { keptBefore, keptMarks, leastCached, type Place, perThousand, START, totalOf } from './facts/budgets/cacheGain';
import { asList } from './facts/fixes';
import { insertEntry } from './facts/manifest/manifestEdit';
import { marksOf, tokenCount, tokensBetween } from './facts/prefix';
import { lifetimeOf, written } from './facts/trust';
import type { Fix, RenderContext, Rule } from './rule';

export const rule: Rule = {
  code: 'cache.order',
  level: 'info',
  title: 'A list in the cached prefix whose order is not fixed',
  why: `The cache matches the prefix byte by byte. The same tools in another order, or the same object with its keys in another order, are another text, and everything behind them is read anew.`,
  howToFix: `Let the program sort the items, or the keys, before it writes them, and say so with \`fixedOrder: true\`.`,
  examples: [
    {
      title: 'A tool list before the breakpoint',
      bad: `=== strata.yaml
version: 1
systems:
  agent:
    template: agent.prompt
    dialect: double-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: tools, trust: instructions, lifetime: profile, slots: [tools, schema] }
    slots:
      tools: { type: list, item: "- {name}", sample: [{ name: search }] }
      schema: { type: json, fixedOrder: true, sample: { answer: text } }
    cache: { breakpoints: [{ slot: mark }] }
=== agent.prompt
Use these tools:
⟦cache.order⟧{{tools}}⟦/⟧
{{schema}}
{{mark}}
Be brief.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  agent:
    template: agent.prompt
    dialect: double-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: tools, trust: instructions, lifetime: profile, slots: [tools, schema] }
    slots:
      tools: { type: list, item: "- {name}", sample: [{ name: search }], fixedOrder: true }
      schema: { type: json, fixedOrder: true, sample: { answer: text } }
    cache: { breakpoints: [{ slot: mark }] }
=== agent.prompt
Use these tools:
{{tools}}
{{schema}}
{{mark}}
Be brief.
`,
      good: `=== strata.yaml
version: 1
systems:
  agent:
    template: agent.prompt
    dialect: double-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: found, trust: facts, lifetime: call, slots: [found] }
    slots:
      found: { type: list, sample: [one, two] }
    cache: { breakpoints: [{ slot: mark }] }
=== agent.prompt
Use what was found.
{{mark}}
{{found}}
`,
    },
  ],
  *render(context) {
    const { system, layout, rendered } = context;
    const marks = marksOf(rendered);
    const last = marks.at(-1);
    if (!last) return;
    for (const appearance of layout.filled) {
      const slot = system.slots.get(appearance.slot);
      if (appearance.redacted || !slot || (slot.type !== 'list' && slot.type !== 'json') || slot.entry.fixedOrder)
        continue;
      // The first mark behind it: a slot that changes sooner than that prefix is `cache.volatile`.
      const mark = marks.find(
        (m) => m.message > appearance.message || (m.message === appearance.message && m.offset >= appearance.end),
      );
      const lifetime = lifetimeOf(system, appearance.slot, appearance.layer);
      if (!mark || (lifetime !== undefined && slot.stable === undefined && isShorter(lifetime, mark.reuse))) continue;
      yield {
        ...appearance.place,
        slot: appearance.slot,
        get message() {
          const tokens = writtenAnew(context, appearance, mark);
          const saved = savedByNotWriting(context.model, tokens, totalOf(context, tokens));
          const lost =
            tokens === 0
              ? 'in another order it is another prefix'
              : `in another order it is another prefix, and ${tokenCount(tokens, context.model)} are written to the cache again and not read from it${saved === undefined ? '' : ` (${perThousand(saved)})`}`;
          return `${written(system, appearance.slot)} is a ${slot.type === 'list' ? 'list' : 'JSON value'} before the breakpoint ${mark.mark.name}, and nothing says that its order stays the same; ${lost}. Sort it, and say so with \`fixedOrder: true\`.`;
        },
        get fixes() {
          return asList(fixOrder(context, appearance.slot));
        },
      };
    }
  },
};

/** Tokens that another order of a value loses: those from the mark before it up to the last mark that can be kept. */
function writtenAnew(context: RenderContext, { message, start }: SlotAppearance, mark: Place): number {
  const end = keptMarks(context).at(-1) ?? mark;
  const whole = tokensBetween(context, START, end) ?? 0;
  return whole < leastCached(context.model) ? 0 : Math.max(0, whole - keptBefore(context, { message, offset: start }));
}

function fixOrder({ system }: RenderContext, slot: string): Fix | undefined {
  const edit = insertEntry(system.manifest, [...system.path, 'slots', slot], 'fixedOrder', 'true');
  return edit && { title: `Say that the order of ${slot} is fixed`, edits: [edit] };
}
