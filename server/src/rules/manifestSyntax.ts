import { problemsOf } from './facts/manifestProblems';
import type { Rule } from './rule';

export const rule: Rule = {
  code: 'manifest.syntax',
  level: 'error',
  title: 'YAML that cannot be read',
  why: `The manifest is YAML, and texts of prompts are full of what YAML reads as something else: colons, dashes, braces, quotes. Strata reads such a line as it was meant and goes on, so that the rest keeps working; other readers of the file stop here.`,
  howToFix: `Put the text in quotes: double ones where a \`\\n\` is to be a line break. Quote what begins with \`# * - > | % @ [ {\`, what ends with a colon, and what holds \`: \` or \` #\`.`,
  examples: [
    {
      title: 'Texts that must stand in quotes',
      bad: `=== strata.yaml
version: 1
systems:
  turn:
    template: turn.prompt
    dialect: single-brace
    description: ⟦manifest.syntax⟧One turn: a question and its answer⟦/⟧
    layers:
      - id: core
        trust: instructions
        lifetime: static
      - id: tools
        trust: instructions
        lifetime: call
        starts: ⟦manifest.syntax⟧**Tools**⟦/⟧
    slots:
      tools: { type: list, sample: [search] }
      notes:
        item: ⟦manifest.syntax⟧- {item}⟦/⟧
    strip: { from: ⟦manifest.syntax⟧OUTPUT: plain⟦/⟧ }
=== turn.prompt
Answer the question.

**Tools**
{tools}

{notes}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  turn:
    template: turn.prompt
    dialect: single-brace
    description: "One turn: a question and its answer"
    layers:
      - id: core
        trust: instructions
        lifetime: static
      - id: tools
        trust: instructions
        lifetime: call
        starts: "**Tools**"
    slots:
      tools: { type: list, sample: [search] }
      notes:
        item: "- {item}"
    strip: { from: "OUTPUT: plain" }
=== turn.prompt
Answer the question.

**Tools**
{tools}

{notes}
`,
      good: `=== strata.yaml
version: 1
systems:
  turn:
    template: turn.prompt
    dialect: single-brace
    trim: false
    description: >
      One turn: a question and its answer. Since 2026-11-30,
      - on or off -
    rules: { slot.unused: off }
=== turn.prompt
Answer the question.
`,
    },
    {
      title: 'A quote, a bracket and a colon that are forgotten',
      bad: `=== strata.yaml
version: 1
systems:
  turn:
    template: ⟦manifest.syntax⟧"turn.prompt⟦/⟧
    dialect: single-brace
    layers:
      - ⟦manifest.syntax⟧{⟦/⟧ id: core, trust: instructions, lifetime: static
      - id: question
        ⟦manifest.syntax⟧trust:request⟦/⟧
        lifetime: call
=== turn.prompt
Answer the question.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  turn:
    template: "turn.prompt"
    dialect: single-brace
    layers:
      - { id: core, trust: instructions, lifetime: static }
      - id: question
        trust: request
        lifetime: call
=== turn.prompt
Answer the question.
`,
    },
  ],
  manifest: (document) => problemsOf(document, 'manifest.syntax'),
};
