import type { Path } from '../model/manifest/manifest';
import { placeOf } from '../model/resolve';
import type { Slot } from '../model/system';
import type { CutReport, Rendered, SlotAppearance } from '../render/segment';
import { grouped } from '../text/grouped';
import { tallyOf, tokenizerOf } from '../tokens/estimate';
import type { ModelFacts } from '../tokens/models';
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
      note: { max: { chars: 20 }, sample: "High water is at noon, low water at six." }
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
    {
      title: 'A cut that no value reaches',
      bad: `=== strata.yaml
version: 1
systems:
  tide:
    template: tide.prompt
    dialect: double-brace
    slots:
      note: { max: { chars: 200, cut: ⟦budget.cut⟧refuse⟦/⟧ } }
    scenarios:
      short: { values: { note: High water is at noon. } }
=== tide.prompt
Answer from the note:
{{note}}
`,
      good: `=== strata.yaml
version: 1
systems:
  tide:
    template: tide.prompt
    dialect: double-brace
    slots:
      note: { max: { chars: 200 } }
    scenarios:
      short: { values: { note: High water is at noon. } }
=== tide.prompt
Answer from the note:
{{note}}
`,
    },
  ],
  *system({ system, rendered, complete }) {
    if (!complete || Object.keys(system.entry.scenarios ?? {}).length === 0) return;
    const cut = new Set(rendered.flatMap(({ cuts }) => cuts.map(({ slot }) => slot)));
    for (const { name, entry } of system.slots.values()) {
      const path = cutOf(entry);
      const stands = path && !cut.has(name) ? firstOf(rendered, name) : undefined;
      if (!path || stands?.state !== 'filled') continue;
      yield {
        ...placeOf(system.manifest, [...system.path, 'slots', name, ...path]),
        slot: name,
        level: 'hint',
        message: `No value of \`${name}\` in the scenarios and samples reaches its limit, so nothing shows what this does. Add a scenario with a value that is too long, or leave \`cut\` out.`,
        related: [{ ...stands.place, message: 'the slot stands here' }],
      };
    }
  },
  *render({ system, rendered, model, place }) {
    for (const cut of rendered.cuts) {
      const at =
        rendered.appearances.find((appearance) => appearance.slot === cut.slot)?.place ??
        system.slots.get(cut.slot)?.place;
      if (!at) continue;
      yield {
        ...at,
        slot: cut.slot,
        message: `The value of ${written(system, cut.slot)} has ${amount(cut.size, cut)}, ${cut.refused ? `and the program refuses more than ${amount(cut.limit, cut)}` : `and is cut to ${amount(cut.limit, cut)}`}${isUnclear(cut, model) ? '; the count is an estimate, so it cannot be said whether it is over' : ''}.`,
        related: [{ ...place(['slots', cut.slot, 'max']), message: 'its limit' }],
      };
    }
  },
};

/** Where a slot stands in the first selection that has it. */
function firstOf(all: readonly Rendered[], slot: string): SlotAppearance | undefined {
  for (const { appearances } of all) {
    const first = appearances.find((one) => one.slot === slot);
    if (first) return first;
  }
  return undefined;
}

/** Whether an estimate is over the limit, while the true number may be under it. */
const isUnclear = ({ unit, size, limit }: CutReport, model: ModelFacts | undefined): boolean =>
  unit === 'tokens' && tallyOf(size, false, tokenizerOf(model)).low <= limit;

const amount = (count: number, { unit }: CutReport): string =>
  `${grouped(count)} ${unit === 'chars' ? 'characters' : 'tokens'}`;

/** Where a slot says what happens to a value that is too long. */
function cutOf({ max, variants }: Slot['entry']): Path | undefined {
  if (max?.cut !== undefined) return ['max', 'cut'];
  const i = variants?.findIndex((variant) => variant.max?.cut !== undefined) ?? -1;
  return i < 0 ? undefined : ['variants', i, 'max', 'cut'];
}
