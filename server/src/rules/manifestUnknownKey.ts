import { problemsOf } from './facts/manifest/manifestProblems';
import type { Rule } from './rule';

export const rule: Rule = {
  code: 'manifest.unknown-key',
  level: 'warning',
  title: 'A key that nobody reads',
  why: `A key that the manifest does not know is passed over, so what was meant by it does not hold. Everything else is read. In the YAML head of a template only what stands under \`strata\` is judged; the other keys belong to somebody else.`,
  howToFix: `Take the key that was meant, or remove the entry. In braces a comma ends an entry: put a text with commas in quotes.`,
  examples: [
    {
      title: 'Mistyped keys and codes, and a comma in braces',
      bad: `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
    ⟦manifest.unknown-key⟧tilte⟦/⟧: Chat
    layers:
      - { id: policy, trust: instructions, lifetime: static, stable: never changes, ⟦manifest.unknown-key⟧in practice⟦/⟧ }
    rules:
      ⟦manifest.unknown-key⟧trust.unfence⟦/⟧: off
=== chat.prompt
Answer in two sentences.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
    title: Chat
    layers:
      - { id: policy, trust: instructions, lifetime: static, stable: "never changes, in practice" }
    rules:
      trust.unfenced: off
=== chat.prompt
Answer in two sentences.
`,
      good: `=== review.prompt
---
author: somebody
tilte: not ours
strata:
  title: Review
  dialect: double-brace
---
Review the change.
`,
    },
    {
      title: 'A head that wants to be an assembly',
      bad: `=== review.prompt
---
strata:
  dialect: double-brace
  ⟦manifest.unknown-key⟧parts⟦/⟧: [{ file: a.md }]
---
Review the change.
`,
    },
  ],
  manifest: (document) => problemsOf(document, 'manifest.unknown-key'),
};
