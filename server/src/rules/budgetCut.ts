import type { CutReport } from '../render/segment';
import { written } from './facts/trust';
import type { Rule } from './rule';

export const rule: Rule = {
  code: 'budget.cut',
  level: 'info',
  title: 'A value that is over its limit',
  why: `The value of a slot is longer than its \`max\`. The program cuts it, so that the model reads less than there is, or it refuses the value and the call fails.`,
  howToFix: `Nothing, when that is what the limit is for. Otherwise raise \`max\`, or make the value shorter before it gets here. Look at the preview to see what is left.`,
  examples: [
    {
      title: 'A note that is cut',
      bad: `=== strata.yaml
version: 1
systems:
  tide:
    template: tide.prompt
    dialect: double-brace
    slots:
      note: { max: { chars: 20 }, sample: High water is at noon, low water at six. }
=== tide.prompt
Answer from the note:
⟦budget.cut⟧{{note}}⟦/⟧
`,
      good: `=== strata.yaml
version: 1
systems:
  tide:
    template: tide.prompt
    dialect: double-brace
    slots:
      note: { max: { chars: 200 }, sample: High water is at noon. }
=== tide.prompt
Answer from the note:
{{note}}
`,
    },
  ],
  *render({ system, rendered, place }) {
    for (const cut of rendered.cuts) {
      const at =
        rendered.appearances.find((appearance) => appearance.slot === cut.slot)?.place ??
        system.slots.get(cut.slot)?.place;
      if (!at) continue;
      yield {
        ...at,
        slot: cut.slot,
        message: `The value of ${written(system, cut.slot)} has ${amount(cut.size, cut)}, ${cut.refused ? `and the program refuses more than ${amount(cut.limit, cut)}` : `and is cut to ${amount(cut.limit, cut)}`}.`,
        related: [{ ...place(['slots', cut.slot, 'max']), message: 'its limit' }],
      };
    }
  },
};

const amount = (count: number, { unit }: CutReport): string =>
  `${count.toLocaleString('en-US')} ${unit === 'chars' ? 'characters' : 'tokens'}`;
