import { asList } from './facts/fixes';
import { moveIntoRegion } from './facts/moves/moveIntoRegion';
import { layerOf, trustOf, written } from './facts/trust';
import type { Rule } from './rule';

export const rule: Rule = {
  code: 'slot.misplaced',
  level: 'warning',
  title: 'A slot in the region of another layer',
  why: `The manifest lists the slot in one layer, and the text has it in the region or part of another. Its value counts for its own layer and is read as a part of the other: under a heading that speaks of something else, with another trust and lifetime around it.`,
  howToFix: `Move the slot to the region of its layer, or list it in the layer in which it stands. Text in no region is no place of its own, so a slot may stand there.`,
  examples: [
    {
      title: 'A tool list among the rules',
      bad: `=== strata.yaml
version: 1
systems:
  quest:
    template: quest.prompt
    dialect: single-brace
    layers:
      - { id: role, trust: instructions, lifetime: static }
      - { id: rules, trust: instructions, lifetime: static, starts: "## Rules" }
      - { id: tools, trust: instructions, lifetime: profile, starts: "## Tools", slots: [tools] }
    slots: { tools: { sample: lamp, type: list } }
=== quest.prompt
You keep the quests of a small town.

## Rules
Never end a quest for the player.
⟦slot.misplaced⟧{tools}⟦/⟧

## Tools
Use one at a time.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  quest:
    template: quest.prompt
    dialect: single-brace
    layers:
      - { id: role, trust: instructions, lifetime: static }
      - { id: rules, trust: instructions, lifetime: static, starts: "## Rules" }
      - { id: tools, trust: instructions, lifetime: profile, starts: "## Tools", slots: [tools] }
    slots: { tools: { sample: lamp, type: list } }
=== quest.prompt
You keep the quests of a small town.

## Rules
Never end a quest for the player.

## Tools
Use one at a time.
{tools}
`,
      good: `=== strata.yaml
version: 1
systems:
  quest:
    template: quest.prompt
    dialect: single-brace
    layers:
      - { id: role, trust: instructions, lifetime: static }
      - { id: rules, trust: instructions, lifetime: static, starts: "## Rules" }
      - { id: tools, trust: instructions, lifetime: profile, slots: [tools] }
    slots: { tools: { sample: lamp, type: list }, town: { type: line, sample: Brine } }
=== quest.prompt
You keep the quests of a small town.
{tools}

## Rules
Never end a quest for the player of {town}.
`,
    },
  ],
  *render(context) {
    const { system, rendered } = context;
    if (!system.hasLayers) return;
    for (const appearance of rendered.appearances) {
      const own = system.slots.get(appearance.slot)?.layer;
      if (!own || !appearance.inRegion || appearance.textLayer === own.id || appearance.within !== undefined) continue;
      if (appearance.state === 'marker' || appearance.redacted) continue;
      const around = layerOf(system, appearance.textLayer);
      // Data among instructions is the graver `trust.in-instructions`.
      if (!around || (around.trust === 'instructions' && trustOf(system, appearance) === 'data')) continue;
      yield {
        ...appearance.place,
        slot: appearance.slot,
        message: `${written(system, appearance.slot)} belongs to the layer ${own.id}, but it stands in the text of ${around.id}. Move it to its own layer, or list it in ${around.id}.`,
        related: [{ ...context.place(['layers', own.index, 'id']), message: `the layer ${own.id} lists it` }],
        get fixes() {
          return asList(moveIntoRegion(context, appearance, own));
        },
      };
    }
  },
};
