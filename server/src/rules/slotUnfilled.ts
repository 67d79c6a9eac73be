import { holds } from '../model/selection';
import type { PromptSystem, Slot } from '../model/system';
import type { SlotAppearance } from '../render/segment';
import { insertEntry, yamlText } from './facts/manifestEdit';
import { written } from './facts/trust';
import type { RenderContext, Rule } from './rule';

export const rule: Rule = {
  code: 'slot.unfilled',
  level: 'info',
  title: 'A slot without a value in a scenario',
  why: `A scenario shows what the model reads in one situation. A slot without a value leaves a hole in it: the preview, the token counts and the checks of this scenario say less than they seem to.`,
  howToFix: `Give the slot a value in the scenario, or a \`sample\` or \`default\` that holds for all of them. An empty value says that the slot is empty in this scenario; a \`required\` slot must not be.`,
  examples: [
    {
      title: 'A scenario that leaves a hole',
      bad: `=== strata.yaml
version: 1
systems:
  summary:
    template: summary.prompt
    dialect: double-brace
    slots:
      text: { required: true }
      length: { type: line, default: three sentences }
    scenarios:
      short:
        values:
          length: one sentence
=== summary.prompt
Sum this up in {{length}}:
⟦slot.unfilled⟧{{text}}⟦/⟧
`,
      fixed: `=== strata.yaml
version: 1
systems:
  summary:
    template: summary.prompt
    dialect: double-brace
    slots:
      text: { required: true }
      length: { type: line, default: three sentences }
    scenarios:
      short:
        values:
          length: one sentence
          text: A value for text.
=== summary.prompt
Sum this up in {{length}}:
{{text}}
`,
      good: `=== strata.yaml
version: 1
systems:
  summary:
    template: summary.prompt
    dialect: double-brace
    slots:
      text: { required: true, sample: The harbour was full of boats. }
      note: {}
    scenarios:
      short: { values: { note: "" } }
=== summary.prompt
Sum this up:
{{text}}
{{note}}
`,
    },
  ],
  *render(context) {
    const { system, rendered } = context;
    const { scenario } = rendered.selection;
    if (scenario === null) return;
    const done = new Set<string>();
    for (const appearance of rendered.appearances) {
      if (done.has(appearance.slot) || appearance.use?.guarded) continue;
      const slot = system.slots.get(appearance.slot);
      // A name that nobody declares is `slot.unknown`.
      if (!slot && system.slots.size > 0) continue;
      const isHole = appearance.state === 'hole';
      if (!isHole && !isWronglyEmpty(context, slot, appearance)) continue;
      done.add(appearance.slot);
      const name = written(system, appearance.slot);
      yield {
        ...appearance.place,
        slot: appearance.slot,
        message: isHole
          ? `Nothing gives ${name} a value in scenario "${scenario}", so the preview has a hole here. Add a value to the scenario, or a sample to the slot.`
          : `${name} is required, but it is empty in scenario "${scenario}". Give it a value there.`,
        related: [{ ...context.place(['scenarios', scenario]), message: `scenario "${scenario}"` }],
        ...fixFor(system, scenario, appearance.slot, isHole),
      };
    }
  },
};

function isWronglyEmpty({ rendered }: RenderContext, slot: Slot | undefined, appearance: SlotAppearance): boolean {
  return appearance.state === 'empty' && slot !== undefined && slot.required && holds(slot.entry.when, rendered.selection.axes);
}

/** A value that shows by itself that it wants to be replaced. */
function fixFor(system: PromptSystem, scenario: string, name: string, isHole: boolean): { fixes?: NonNullable<ReturnType<typeof fixOf>>[] } {
  const fix = isHole ? fixOf(system, scenario, name) : undefined;
  return fix ? { fixes: [fix] } : {};
}

function fixOf(system: PromptSystem, scenario: string, name: string) {
  const edit = insertEntry(system.manifest, [...system.path, 'scenarios', scenario, 'values'], name, placeholder(system.slots.get(name)?.type, name));
  return edit && { title: `Add a value for ${name} to scenario ${scenario}`, edits: [edit] };
}

function placeholder(type: Slot['type'], name: string): string {
  if (type === 'number') return '1';
  if (type === 'boolean') return 'true';
  if (type === 'date') return '2026-01-31';
  if (type === 'list') return `[${yamlText(`an item of ${name}`)}]`;
  if (type === 'json') return '{ "key": "value" }';
  return yamlText(`A value for ${name}.`);
}
