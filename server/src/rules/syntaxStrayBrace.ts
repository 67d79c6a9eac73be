import type { SyntaxFault } from '../syntax/tree';
import { engineStops } from './facts/engineStops';
import { faultsFor, problemOfFault } from './facts/faults';
import { type HalfTag, halfTags } from './facts/halfTags';
import type { Problem, Rule, TextContext } from './rule';

export const rule: Rule = {
  code: 'syntax.stray-brace',
  level: 'error',
  title: 'A brace that the engine chokes on',
  why: `The engine reads every brace of the template, in code fences too. A piece of JSON, a lone brace or a tag that it does not know stops it at run time, often in production and far from the file that holds it. An engine with logic also stops at a field that a value does not have; that is told for every scenario in which it happens.`,
  howToFix: `Write the brace as the dialect writes a literal one: doubled in \`str.format\`, with a blank before it in Handlebars. Only the braces that are meant as text change; the slots stay as they are. Where the engine stops at a value, correct the tag, or ask for the field before (\`{% if customer.address %}\`).`,
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
      title: 'A field that the value of a scenario does not have',
      bad: `=== strata.yaml
version: 1
systems:
  shop:
    template: shop.jinja
    dialect: jinja
    slots: { customer: {} }
    scenarios:
      full: { values: { customer: { name: Ada, address: { city: Oslo } } } }
      bare: { values: { customer: { name: Ada } } }
=== shop.jinja
You help {{ customer.name }} of {{ ⟦syntax.stray-brace⟧customer.address.city⟦/⟧ }}.
`,
      good: `=== strata.yaml
version: 1
systems:
  shop:
    template: shop.jinja
    dialect: jinja
    slots: { customer: {}, order: {} }
    scenarios:
      full: { values: { customer: { name: Ada, address: { city: Oslo } }, order: { id: 7 } } }
      bare: { values: { customer: { name: Ada } } }
=== shop.jinja
You help {{ customer.name }}{% if customer.address %} of {{ customer.address.city }}{% endif %}.
The order is {{ order.id }}.
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
    {
      title: 'A slot whose opening brace is gone',
      bad: `=== strata.yaml
version: 1
systems:
  shop:
    template: shop.prompt
    dialect: py-format
    slots: { item: { type: line }, price: { type: line } }
=== shop.prompt
The price of {item} is ⟦syntax.stray-brace⟧price}⟦/⟧.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  shop:
    template: shop.prompt
    dialect: py-format
    slots: { item: { type: line }, price: { type: line } }
=== shop.prompt
The price of {item} is {price}.
`,
    },
  ],
  *text(context) {
    const faults = faultsFor(context).filter(({ kind }) => kind !== 'unclosed');
    if (faults.length === 0) return;
    const unopened = new Map(
      halfTags(context).flatMap((tag) => (tag.lacks === 'opening' ? [[tag.span.end, tag] as const] : [])),
    );
    for (const fault of faults) {
      const tag = fault.kind === 'stray' ? unopened.get(fault.span.end) : undefined;
      yield tag ? problemOfUnopened(context, fault, tag) : problemOfFault(context, fault);
    }
  },
  render: engineStops,
};

/** `name}` for a declared slot: the slot was meant, more likely than a brace. */
function problemOfUnopened(context: TextContext, fault: SyntaxFault, { name, span }: HalfTag): Problem {
  const { dialect, system, file } = context;
  const plain = problemOfFault(context, fault);
  const slot = system?.slots.get(name);
  if (!dialect || !slot) return plain;
  const print = dialect.print(name);
  const message = `Nothing opens \`${file.text.slice(span.start, span.end)}\`, so ${dialect.title} fails on its brace: write \`${print}\` for the slot \`${name}\`.`;
  const meant = problemOfFault(context, {
    ...fault,
    message,
    span,
    fix: { title: `Write ${print}`, span, text: print },
  });
  const related = [{ ...slot.place, message: `the slot ${name} is declared here` }];
  return { ...meant, slot: name, related, fixes: [...(meant.fixes ?? []), ...(plain.fixes ?? [])] };
}
