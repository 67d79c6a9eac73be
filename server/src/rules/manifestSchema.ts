import { problemsOf } from './facts/manifest/manifestProblems';
import { valuesOfOtherKind } from './facts/valueKinds';
import type { Rule } from './rule';

export const rule: Rule = {
  code: 'manifest.schema',
  level: 'error',
  title: 'An entry of the wrong shape',
  why: `An entry of the manifest has another shape than the one that is read: a word that is none of those allowed, text where a number belongs, a required key that is not there. Strata leaves out the smallest entry that it can and reads everything else; a layer without its trust, for one, is left out as a whole.`,
  howToFix: `Write what the message names. The page of the manifest lists every key, its values and its default.`,
  examples: [
    {
      title: 'Mistyped words and wrong kinds of value',
      bad: `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: ⟦manifest.schema⟧single-braces⟦/⟧
  help:
    template: chat.prompt
    dialect: single-brace
    layers:
      - id: policy
        trust: ⟦manifest.schema⟧instruction⟦/⟧
        lifetime: static
      - ⟦manifest.schema⟧id: context⟦/⟧
        trust: data
    cache:
      breakpoints: [⟦manifest.schema⟧systm⟦/⟧, { after: policy }]
    budget: { reserve: ⟦manifest.schema⟧"4000"⟦/⟧, trigger: ⟦manifest.schema⟧65⟦/⟧ }
    slots:
      context: { required: ⟦manifest.schema⟧yes⟦/⟧ }
=== chat.prompt
Answer in two sentences.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
  help:
    template: chat.prompt
    dialect: single-brace
    layers:
      - id: policy
        trust: instructions
        lifetime: static
      - id: context
        trust: data
    cache:
      breakpoints: [system, { after: policy }]
    budget: { reserve: 4000, trigger: 65 }
    slots:
      context: { required: true }
=== chat.prompt
Answer in two sentences.
`,
      good: `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: [single-brace]
    axes:
      mode: [1, 2, true]
    slots:
      context:
    scenarios:
      empty:
=== chat.prompt
Answer in two sentences.
`,
    },
    {
      title: 'A part that is two things, and one that is nothing',
      bad: `=== strata.yaml
version: 1
systems:
  chat:
    dialect: single-brace
    parts:
      - { file: a.md, ⟦manifest.schema⟧text⟦/⟧: Hello }
      - ⟦manifest.schema⟧{ message: user }⟦/⟧
      - { text: Bye, ⟦manifest.schema⟧ifAbsent⟦/⟧: true }
=== a.md
Answer in two sentences.
`,
    },
    {
      title: 'Values that are not what their slot is',
      bad: `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
    slots:
      tools: { type: list, sample: ⟦manifest.schema⟧search⟦/⟧ }
      name: { type: line, default: ⟦manifest.schema⟧[Ada, Grace]⟦/⟧ }
      count: { type: number, sample: 3 }
      notes: { type: list, sample: { file: ⟦manifest.schema⟧notes.yaml⟦/⟧ } }
    scenarios:
      two: { values: { count: ⟦manifest.schema⟧two⟦/⟧ } }
=== chat.prompt
{name} has {count} of {tools}. {notes}
=== notes.yaml
first: Likes trains.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
    slots:
      tools: { type: list, sample: [search] }
      name: { type: line, default: [Ada, Grace] }
      count: { type: number, sample: 3 }
      notes: { type: list, sample: { file: notes.yaml } }
    scenarios:
      two: { values: { count: two } }
=== chat.prompt
{name} has {count} of {tools}. {notes}
=== notes.yaml
first: Likes trains.
`,
      good: `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
    slots:
      tools: { type: list, sample: [search] }
      name: { type: line, default: 1984 }
      count: { type: number, sample: "1,200" }
      sure: { type: boolean, sample: "True" }
      data: { type: json, sample: [1] }
      any: { sample: [1] }
    scenarios:
      none: { values: { tools: "", name: null, count: "", sure: null } }
=== chat.prompt
{name} has {count} of {tools}. {sure} {data} {any}
`,
    },
    {
      title: 'A conversation in a file of its own',
      bad: `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
    scenarios:
      two: { messages: { file: two.yaml } }
=== chat.prompt
Answer in two sentences.
=== two.yaml
- { role: user, text: Hello. }
- { role: ⟦manifest.schema⟧bot⟦/⟧, text: Good morning. }
`,
      good: `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
    scenarios:
      two: { messages: { file: two.yaml } }
=== chat.prompt
Answer in two sentences.
=== two.yaml
- { role: user, text: Hello. }
- { role: assistant, text: Good morning. }
`,
    },
  ],
  manifest: (document) => problemsOf(document, 'manifest.schema'),
  system: valuesOfOtherKind,
  *render({ rendered }) {
    for (const { message, place, inData, slot } of rendered.problems)
      if (inData) yield { ...place, message, ...(slot === undefined ? {} : { slot }) };
  },
};
