import { problemsOf } from './facts/manifest/manifestProblems';
import type { Rule } from './rule';

export const rule: Rule = {
  code: 'manifest.unquoted-slot',
  level: 'warning',
  title: 'A text that YAML silently reads as something else',
  why: `YAML has its own use for the signs that prompts are made of, and says nothing when it reads them: \`{name}\` and \`{{ name }}\` are maps, \`## Tools\` is a comment, and what was text is gone. Strata reads what was meant; other readers of the file do not.`,
  howToFix: `Put the text in quotes.`,
  examples: [
    {
      title: 'Slots and headings without quotes',
      bad: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: double-brace
    layers:
      - { id: core, trust: instructions, lifetime: static }
      - id: tools
        trust: instructions
        lifetime: call
        starts: ⟦manifest.unquoted-slot⟧## Tools⟦/⟧
        slots: [tools]
      - { id: notes, trust: data, lifetime: call, starts: ⟦manifest.unquoted-slot⟧# Notes⟦/⟧ }
    slots:
      tools:
        type: list
        item: ⟦manifest.unquoted-slot⟧{name}: {text}⟦/⟧
        sample: [{ name: search, text: Looks up a page. }]
      intro: { default: ⟦manifest.unquoted-slot⟧{{ name }}⟦/⟧, wrap: { after: ⟦manifest.unquoted-slot⟧[end]⟦/⟧ } }
=== desk.prompt
Help at the desk. {{intro}}

## Tools
{{tools}}

# Notes
None.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: double-brace
    layers:
      - { id: core, trust: instructions, lifetime: static }
      - id: tools
        trust: instructions
        lifetime: call
        starts: "## Tools"
        slots: [tools]
      - { id: notes, trust: data, lifetime: call, starts: "# Notes" }
    slots:
      tools:
        type: list
        item: "{name}: {text}"
        sample: [{ name: search, text: Looks up a page. }]
      intro: { default: "{{ name }}", wrap: { after: "[end]" } }
=== desk.prompt
Help at the desk. {{intro}}

## Tools
{{tools}}

# Notes
None.
`,
      good: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: double-brace
    layers:   # in the order of the text
      - { id: core, trust: instructions, lifetime: static }
    slots:
      context: { type: json, sample: { page: {}, tags: [a, b] } }
      hello: { default: "hi {{ name }}" }   # said first
=== desk.prompt
{{hello}} {{context}}
`,
    },
  ],
  manifest: (document) => problemsOf(document, 'manifest.unquoted-slot'),
};
