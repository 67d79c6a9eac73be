import { holds } from '../model/selection';
import type { Location, PromptSystem, Slot } from '../model/system';
import { asList } from './facts/fixes';
import { insertEntry, yamlText } from './facts/manifest/manifestEdit';
import { misspeltFields } from './facts/misspeltFields';
import { written } from './facts/trust';
import type { Fix, Problem, RenderContext, Rule } from './rule';

export const rule: Rule = {
  code: 'slot.unfilled',
  level: 'info',
  title: 'A slot without a value in a scenario',
  why: `A scenario shows what the model reads in one situation. A slot without a value leaves a hole in it: the preview, the token counts and the checks of this scenario say less than they seem to.`,
  howToFix: `Give the slot a value in the scenario, or a \`sample\` or \`default\` that holds for all of them. An empty value says that the slot is empty in this scenario; a \`required\` slot must not be. A field that no value has is mistyped, or missing from the sample.`,
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
    {
      title: 'A condition that fails without a value',
      bad: `=== strata.yaml
version: 1
systems:
  greet:
    template: greet.prompt
    dialect: jinja
    options: { missing: error }
    slots: { name: {} }
    scenarios:
      guest: { values: {} }
=== greet.prompt
Be friendly.⟦slot.unfilled⟧{% if name %}⟦/⟧ Call them by their name.{% endif %}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  greet:
    template: greet.prompt
    dialect: jinja
    options: { missing: error }
    slots: { name: {} }
    scenarios:
      guest: { values: { name: A value for name. } }
=== greet.prompt
Be friendly.{% if name %} Call them by their name.{% endif %}
`,
      good: `=== strata.yaml
version: 1
systems:
  greet:
    template: greet.prompt
    dialect: jinja
    slots: { name: {} }
    scenarios:
      guest: { values: {} }
=== greet.prompt
Be friendly.{% if name %} Call them by their name.{% endif %}
`,
    },
    {
      title: 'A field that is called otherwise',
      bad: `=== strata.yaml
version: 1
systems:
  reply:
    template: reply.prompt
    dialect: jinja
    slots: { customer: { sample: { name: Ada, plan: pro } } }
=== reply.prompt
Write to {{ customer.name }}, who has the plan {{ customer.⟦slot.unfilled⟧paln⟦/⟧ }}.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  reply:
    template: reply.prompt
    dialect: jinja
    slots: { customer: { sample: { name: Ada, plan: pro } } }
=== reply.prompt
Write to {{ customer.name }}, who has the plan {{ customer.plan }}.
`,
      good: `=== strata.yaml
version: 1
systems:
  reply:
    template: reply.prompt
    dialect: jinja
    slots: { customer: { sample: { name: Ada, plan: pro } } }
=== reply.prompt
Write to {{ customer.name }}, {{ customer.paln | default("who has no plan") }}, {{ customer.town }}.
{% if customer.plans %}Their plans: {{ customer.plans }}{% endif %}
`,
    },
  ],
  *system(context) {
    for (const { text, span, slot, field, near } of misspeltFields(context)) {
      const { uri } = text.file;
      yield {
        uri,
        span,
        slot,
        level: 'warning',
        message: `No value of \`${slot}\` in the samples and scenarios has a field \`${field}\`, so nothing is printed for it. Did you mean \`${near}\`?`,
        fixes: [{ title: `Change to ${near}`, edits: [{ uri, span, text: near }] }],
      };
    }
  },
  *render(context) {
    const { system, rendered } = context;
    const { scenario } = rendered.selection;
    if (scenario === null) return;
    const done = new Set<string>();
    for (const appearance of rendered.appearances) {
      if (done.has(appearance.slot) || appearance.use?.guarded) continue;
      const slot = system.slots.get(appearance.slot);
      if (isUnknown(system, appearance.slot)) continue;
      const isHole = appearance.state === 'hole';
      if (!isHole && !(appearance.state === 'empty' && mustBeFilled(context, slot))) continue;
      done.add(appearance.slot);
      // There is a value, and the file that it stands in cannot be read as one: that is told there.
      if (isHole && rendered.problems.some(({ slot: of }) => of === appearance.slot)) continue;
      yield problemOf(context, scenario, appearance.slot, appearance.place, isHole);
    }
    // A condition or a loop that the engine fails at, since it takes no name without a value.
    for (const { hole, message, place } of rendered.problems) {
      if (hole === undefined || done.has(hole) || isUnknown(system, hole)) continue;
      done.add(hole);
      const said = `${message} Add a value to scenario "${scenario}", or a sample to the slot.`;
      yield problemAt(context, scenario, hole, place, said);
    }
    // A part that is nothing but an empty slot takes its message with it, and leaves no appearance.
    const seen = new Set(rendered.appearances.map((appearance) => appearance.slot));
    for (const { entry, place } of system.parts) {
      const slot = entry.slot === undefined ? undefined : system.slots.get(entry.slot);
      if (!slot || seen.has(slot.name) || !holds(entry.when, rendered.selection.axes) || !mustBeFilled(context, slot))
        continue;
      yield problemOf(context, scenario, slot.name, place, false);
    }
  },
};

/** A name that nobody declares, where slots are declared, is `slot.unknown`. */
const isUnknown = ({ slots }: PromptSystem, name: string): boolean => slots.size > 0 && !slots.has(name);

function mustBeFilled({ rendered }: RenderContext, slot: Slot | undefined): boolean {
  return slot?.required === true && holds(slot.entry.when, rendered.selection.axes);
}

function problemOf(context: RenderContext, scenario: string, slot: string, at: Location, isHole: boolean): Problem {
  const name = written(context.system, slot);
  const message = isHole
    ? `Nothing gives ${name} a value in scenario "${scenario}", so the preview has a hole here. Add a value to the scenario, or a sample to the slot.`
    : `${name} is required, but it is empty in scenario "${scenario}". Give it a value there.`;
  return problemAt(context, scenario, slot, at, message);
}

function problemAt(context: RenderContext, scenario: string, slot: string, at: Location, message: string): Problem {
  return {
    ...at,
    slot,
    message,
    related: [{ ...context.place(['scenarios', scenario]), message: `scenario "${scenario}"` }],
    get fixes() {
      return asList(valueFix(context.system, scenario, slot));
    },
  };
}

/** A value that shows by itself that it wants to be replaced. */
function valueFix(system: PromptSystem, scenario: string, slot: string): Fix | undefined {
  const { manifest, path } = system;
  const values = [...path, 'scenarios', scenario, 'values'];
  const text = placeholder(system.slots.get(slot)?.type, slot);
  const given = manifest.place([...values, slot])?.value;
  const edit =
    given && given.end > given.start
      ? { uri: manifest.file.uri, span: given, text }
      : insertEntry(manifest, values, slot, text);
  return edit && { title: `Add a value for ${slot} to scenario ${scenario}`, edits: [edit] };
}

function placeholder(type: Slot['type'], name: string): string {
  if (type === 'number') return '1';
  if (type === 'boolean') return 'true';
  if (type === 'date') return '2026-01-31';
  if (type === 'list') return `[${yamlText(`an item of ${name}`)}]`;
  if (type === 'json') return '{ "key": "value" }';
  return yamlText(`A value for ${name}.`);
}
