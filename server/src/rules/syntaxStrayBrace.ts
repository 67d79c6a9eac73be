import { faultsFor, problemOfFault } from './facts/faults';
import type { Rule } from './rule';

export const rule: Rule = {
  code: 'syntax.stray-brace',
  level: 'error',
  title: 'A brace that the engine chokes on',
  why: `The engine reads every brace of the template, in code fences too. A piece of JSON, a lone brace or a tag that it does not know stops it at run time, often in production and far from the file that holds it.`,
  howToFix: `Write the brace as the dialect writes a literal one: doubled in \`str.format\`, with a blank before it in Handlebars. Only the braces that are meant as text change; the slots stay as they are.`,
  examples: [
    {
      title: 'JSON in a template of str.format',
      bad: `=== strata.yaml
version: 1
systems:
  weather:
    template: weather.prompt
    dialect: py-format
=== weather.prompt
Reply as ⟦syntax.stray-brace⟧{"city": "Oslo", "sky": "clear"}⟦/⟧ for this question: {question}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  weather:
    template: weather.prompt
    dialect: py-format
=== weather.prompt
Reply as {{"city": "Oslo", "sky": "clear"}} for this question: {question}
`,
      good: `=== strata.yaml
version: 1
systems:
  weather:
    template: weather.prompt
    dialect: single-brace
=== weather.prompt
Reply as {"city": "Oslo", "sky": "clear"} for this question: {question}
`,
    },
    {
      title: 'A lone closing brace',
      bad: `=== strata.yaml
version: 1
systems:
  shop:
    template: shop.prompt
    dialect: py-format
=== shop.prompt
The price is 5⟦syntax.stray-brace⟧}⟦/⟧ for {item}.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  shop:
    template: shop.prompt
    dialect: py-format
=== shop.prompt
The price is 5}} for {item}.
`,
    },
  ],
  *text(context) {
    for (const fault of faultsFor(context)) if (fault.kind !== 'unclosed') yield problemOfFault(context, fault);
  },
};
