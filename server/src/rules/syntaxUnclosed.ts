import { faultsFor, problemOfFault } from './facts/faults';
import type { Rule } from './rule';

export const rule: Rule = {
  code: 'syntax.unclosed',
  level: 'error',
  title: 'A tag that is never closed',
  why: `A slot, block or comment that is opened and never closed makes the engine refuse the whole template, or swallow the text up to the next closing mark that happens to follow. Either way the model does not get what stands in the file.`,
  howToFix: `Close the tag where it was meant to end. When the opening mark was meant as text, write it the way the dialect writes a literal brace.`,
  examples: [
    {
      title: 'A slot without its closing brace',
      bad: `=== strata.yaml
version: 1
systems:
  triage:
    template: triage.prompt
    dialect: py-format
=== triage.prompt
Sort the ticket of ⟦syntax.unclosed⟧{customer⟦/⟧ into one of these queues: {queues}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  triage:
    template: triage.prompt
    dialect: py-format
=== triage.prompt
Sort the ticket of {customer} into one of these queues: {queues}
`,
      good: `=== strata.yaml
version: 1
systems:
  triage:
    template: triage.prompt
    dialect: py-format
=== triage.prompt
Sort the ticket of {customer} into one of {queues}. Answer as {{"queue": "..."}}
`,
    },
  ],
  *text(context) {
    for (const fault of faultsFor(context)) if (fault.kind === 'unclosed') yield problemOfFault(context, fault);
  },
};
