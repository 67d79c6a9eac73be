import { closest } from '../text/similar';
import { replaceScalar } from './facts/manifest/manifestEdit';
import { allTextsRead, namesUsed } from './facts/uses';
import type { Rule } from './rule';

/** Guessing takes a while for each name; behind this many nobody reads on. */
const MOST_GUESSES = 50;

export const rule: Rule = {
  code: 'value.unknown',
  level: 'warning',
  title: 'A scenario that sets a slot which does not exist',
  why: `A value for a slot that the system does not have goes nowhere. Usually the slot was renamed, or the name is mistyped, and the slot that was meant shows its default or a hole.`,
  howToFix: `Correct the name, or remove the value.`,
  examples: [
    {
      title: 'A mistyped slot in a scenario',
      bad: `=== strata.yaml
version: 1
systems:
  greet:
    template: greet.prompt
    dialect: single-brace
    slots:
      customer: { sample: Ada }
      mood: { type: line, default: friendly }
    scenarios:
      first: { values: { mood: brisk } }
      second: { values: { ⟦value.unknown⟧custmer⟦/⟧: Grace } }
=== greet.prompt
Greet {customer} in a {mood} way.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  greet:
    template: greet.prompt
    dialect: single-brace
    slots:
      customer: { sample: Ada }
      mood: { type: line, default: friendly }
    scenarios:
      first: { values: { mood: brisk } }
      second: { values: { customer: Grace } }
=== greet.prompt
Greet {customer} in a {mood} way.
`,
      good: `=== strata.yaml
version: 1
systems:
  greet:
    template: greet.prompt
    dialect: single-brace
    scenarios:
      first: { values: { customer: Grace } }
=== greet.prompt
Greet {customer}.
`,
    },
  ],
  *system(context) {
    const { system, lookup } = context;
    const scenarios = Object.entries(system.entry.scenarios ?? {}).filter(([, scenario]) => scenario.values);
    if (scenarios.length === 0 || !allTextsRead(system, lookup)) return;
    const used = namesUsed(context);
    const all = new Set([...system.slots.keys(), ...used]);
    let count = 0;
    for (const [name, scenario] of scenarios) {
      for (const slot of Object.keys(scenario.values ?? {})) {
        if (all.has(slot)) continue;
        const place = system.manifest.place([...system.path, 'scenarios', name, 'values', slot]);
        const span = place?.key ?? place?.value;
        if (!span) continue;
        const near = ++count > MOST_GUESSES ? undefined : closest(slot, all);
        const advice = near === undefined ? 'Remove the value, or declare the slot.' : `Did you mean \`${near}\`?`;
        yield {
          uri: system.manifest.file.uri,
          span,
          slot,
          message: `Scenario "${name}" sets \`${slot}\`, but ${system.id} has no such slot, so the value goes nowhere. ${advice}`,
          ...(near === undefined
            ? {}
            : { fixes: [{ title: `Rename to ${near}`, edits: [replaceScalar(system.manifest, span, near)] }] }),
        };
      }
    }
  },
};
