import { treeOf } from '../model/body';
import { layerAt } from '../model/fileRegions';
import { textsOfSystem } from '../model/texts';
import type { Trust } from '../model/words';
import type { SlotUse } from '../syntax/tree';
import { removeEntry } from './facts/manifest/manifestEdit';
import { isKeptFromReader, secondPassFixes } from './facts/secondPass';
import { holdsWords, written } from './facts/trust';
import type { Problem, Rule, SystemContext, TextContext } from './rule';

export const rule: Rule = {
  code: 'trust.second-pass',
  level: 'warning',
  title: 'Untrusted text that is read as a template',
  why: `The value of the slot goes through a template engine after it is in the text: because the program renders once more with another engine, or because the slot is declared with \`expand\`. Braces in it become slots. A tool description with \`{id}\` in it stops the run, and whoever writes the value can pull in other slots. Text that you trust is told of only where a value that is known holds a slot which nothing fills.`,
  howToFix: `Fill the slot in the last pass, or let the program escape braces in the value before the next pass. Take \`expand\` away from what others write.`,
  examples: [
    {
      title: 'A value that is expanded',
      bad: `=== strata.yaml
version: 1
systems:
  agent:
    template: agent.prompt
    dialect: double-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: profile, trust: data, lifetime: user, slots: [about] }
    slots:
      about: { expand: ⟦trust.second-pass⟧true⟦/⟧, sample: Likes maps. }
=== agent.prompt
About the person (data):
{{about}}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  agent:
    template: agent.prompt
    dialect: double-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: profile, trust: data, lifetime: user, slots: [about] }
    slots:
      about: { sample: Likes maps. }
=== agent.prompt
About the person (data):
{{about}}
`,
      good: `=== strata.yaml
version: 1
systems:
  agent:
    template: agent.prompt
    dialect: double-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: role, trust: instructions, lifetime: profile, slots: [role] }
      - { id: profile, trust: data, lifetime: user, slots: [about] }
    slots:
      role: { expand: true, sample: "You guide {{about}}." }
      about: { sample: "Likes {braces}." }
=== agent.prompt
{{role}}
About the person (data):
{{about}}
`,
    },
    {
      title: 'The first of two passes',
      bad: `=== strata.yaml
version: 1
systems:
  tools:
    template: tools.prompt
    dialect: [double-brace, py-format]
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: found, trust: data, lifetime: call, slots: [description, question, count] }
    slots:
      description: { sample: Reads a file. }
      count: { type: number, sample: 3 }
      question: { sample: Which file? }
=== tools.prompt
Use one of {{count}} tools. What follows is data.
⟦trust.second-pass⟧{{description}}⟦/⟧
{question}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  tools:
    template: tools.prompt
    dialect: [double-brace, py-format]
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: found, trust: data, lifetime: call, slots: [description, question, count] }
    slots:
      description: { sample: Reads a file. }
      count: { type: number, sample: 3 }
      question: { sample: Which file? }
=== tools.prompt
Use one of {{count}} tools. What follows is data.
{description}
{question}
`,
      good: `=== strata.yaml
version: 1
systems:
  tools:
    template: tools.prompt
    dialect: [jinja, py-format]
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: found, trust: data, lifetime: call, slots: [description, question] }
    slots:
      description: { sample: "Reads {a file}." }
      question: { sample: Which file? }
=== tools.prompt
What follows is data.
{{ description | replace("{", "{{") | replace("}", "}}") }}
{question}
`,
    },
    {
      title: 'A value with braces that are no slot',
      bad: `=== strata.yaml
version: 1
systems:
  tools:
    template: tools.prompt
    dialect: [jinja, py-format]
    slots:
      description: { sample: "Reads /files/{id}." }
      question: { sample: Which file? }
=== tools.prompt
⟦trust.second-pass⟧{{ description }}⟦/⟧
{question}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  tools:
    template: tools.prompt
    dialect: [jinja, py-format]
    slots:
      description: { sample: "Reads /files/{id}." }
      question: { sample: Which file? }
=== tools.prompt
{{ description | replace("{", "{{") | replace("}", "}}") }}
{question}
`,
      good: `=== strata.yaml
version: 1
systems:
  tools:
    template: tools.prompt
    dialect: [jinja, py-format]
    slots:
      role: { sample: "You help {name}." }
      name: { sample: Ada }
=== tools.prompt
{{ role }}
`,
    },
  ],
  *system(context) {
    for (const slot of context.system.slots.values()) {
      if (!slot.entry.expand || !isOpen(slot.trust) || !holdsWords(slot)) continue;
      yield expanded(context, slot.name);
    }
  },
  *text(context) {
    const { system, dialect, tree, file } = context;
    const last = system?.dialects.at(-1);
    if (!system || !dialect || !tree || system.dialects.length < 2 || !last) return;
    // The same dialect twice: the first pass is the one that reads the file as it stands.
    const isFirst = tree === treeOf(file, system.entry.trim === true, dialect);
    if (dialect === last && !isFirst) return;
    for (const use of tree.slots) {
      const slot = system.slots.get(use.name);
      if (use.role !== 'value' || !holdsWords(slot) || !isOpen(trustAt(context, use))) continue;
      if (isKeptFromReader(context, use)) continue;
      yield {
        uri: file.uri,
        span: use.span,
        slot: use.name,
        message: `The value of ${written(system, use.name)} is read again by ${last.title}, and its braces become slots then. Fill it in the last pass, or escape braces in the value.`,
        get fixes() {
          return secondPassFixes(context, use);
        },
      };
    }
  },
  *render({ system, lookup, rendered }) {
    const holes = rendered.appearances.filter(({ state, slot }) => state === 'hole' && !system.slots.has(slot));
    if (system.dialects.length < 2 || holes.length === 0) return;
    const tags = tagsByPlace(textsOfSystem(system, lookup));
    for (const { slot, place } of holes) {
      const found = tags.get(keyOf(place.uri, place.span.start));
      // What is untrusted has been told, whatever its values are now.
      if (!found || found.use.name === slot || isOpen(trustAt(found.text, found.use))) continue;
      const { text, use } = found;
      yield {
        uri: place.uri,
        span: use.span,
        slot: use.name,
        message: `The value of ${written(system, use.name)} holds a tag of \`${slot}\`, which a later pass reads as a slot that nothing fills. Fill ${written(system, use.name)} in the last pass, or escape braces in its value.`,
        get fixes() {
          return secondPassFixes(text, use);
        },
      };
    }
  },
};

/** Tags of every pass but the last, by file and offset. The first pass that has one is the one that filled it. */
function tagsByPlace(texts: readonly TextContext[]): ReadonlyMap<string, { text: TextContext; use: SlotUse }> {
  const tags = new Map<string, { text: TextContext; use: SlotUse }>();
  for (const [i, text] of texts.entries()) {
    if (texts[i + 1]?.file !== text.file) continue;
    for (const use of text.tree?.slots ?? []) {
      const key = keyOf(text.file.uri, use.span.start);
      if (use.role === 'value' && !tags.has(key)) tags.set(key, { text, use });
    }
  }
  return tags;
}

const keyOf = (uri: string, offset: number): string => `${offset} ${uri}`;

const isOpen = (trust: Trust | undefined): boolean => trust === 'data' || trust === 'request';

function trustAt({ system, file }: TextContext, use: SlotUse): Trust | undefined {
  return system && (system.slots.get(use.name)?.trust ?? layerAt(system, file, use.span.start).trust);
}

function expanded({ system }: SystemContext, slot: string): Problem {
  const place = system.manifest.place([...system.path, 'slots', slot, 'expand']);
  return {
    uri: system.manifest.file.uri,
    span: place?.value ?? place?.key ?? { start: 0, end: 0 },
    slot,
    message: `${written(system, slot)} may hold anything, and \`expand\` reads its value as template text, so that whoever writes it can pull in other slots. Take \`expand\` away.`,
    get fixes() {
      const edit = removeEntry(system.manifest, [...system.path, 'slots', slot, 'expand']);
      return edit ? [{ title: `Read ${slot} as plain text`, edits: [edit] }] : [];
    },
  };
}
