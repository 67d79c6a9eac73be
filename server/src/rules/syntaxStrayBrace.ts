import { textsOfSystem } from '../model/texts';
import { faultsFor, problemOfFault } from './facts/faults';
import { spansOf } from './facts/foreign';
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
  *render({ rendered, system, lookup }) {
    for (const { place, message, engine, pass } of rendered.problems) {
      // An engine with logic may stop for want of what only the program has; `str.format` stops for what stands here.
      if (engine === undefined || system.dialects[(pass ?? 1) - 1]?.id !== 'py-format') continue;
      const trees = textsOfSystem(system, lookup).flatMap(({ file, tree }) =>
        tree && file.uri === place.uri ? [tree] : [],
      );
      // What is wrong in the text itself has been said, and is why the engine stops.
      if (trees.some((tree) => tree.faults.length > 0)) continue;
      // Where a value flows in, another value may do.
      const isValue = trees.some((tree) => spansOf(tree.slots).overlap(place.span));
      const before = `The program fills this text ${system.dialects.length} times, and pass ${pass} reads what the one before it has made: `;
      yield {
        ...place,
        message: (pass === undefined ? '' : before) + message,
        ...(isValue ? { level: 'warning' as const } : {}),
      };
    }
  },
};
