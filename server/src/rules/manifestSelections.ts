import type { Rule } from './rule';

const tenants = (count: number): string =>
  Array.from({ length: count }, (_, i) => `t${i + 1}`)
    .join(', ')
    .replace(/((?:t\d+, ){16})/g, '$1\n               ')
    .replace(/ +\n/g, '\n');

const example = (axes: string): string => `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    ${axes}
    slots:
      greeting: { default: Good morning., when: { tenant: [t1, t2] } }
=== desk.prompt
{greeting}
You help at the front desk.
`;

export const rule: Rule = {
  code: 'manifest.selections',
  level: 'info',
  title: 'More selections than are checked',
  why: `A system is checked with its defaults, with every scenario and with every value of every axis. This one has so many of them, or so long a text, that a check of all would keep you waiting at every key. What shows only in the others is not found.`,
  howToFix: `Keep an axis to the values that really change the text, and let a scenario stand for many alike. Axes that no condition asks about cost nothing. Or split the system: one manifest may have several.`,
  examples: [
    {
      title: 'An axis with a value for every customer',
      bad: example(`⟦manifest.selections⟧axes⟦/⟧:\n      tenant: [${tenants(201)}]`),
      good: example('axes:\n      tenant: [t1, t2, other]'),
    },
  ],
  *system({ system, rendered, complete }) {
    if (complete) return;
    const { path, manifest } = system;
    const place = manifest.place([...path, 'axes']) ?? manifest.place([...path, 'scenarios']) ?? manifest.place(path);
    if (!place?.key) return;
    yield {
      uri: manifest.file.uri,
      span: place.key,
      message: `Only the first ${rendered.length} selections of ${system.id} are checked, since all of them would take too long; what shows only with the other scenarios and axis values is not found. Keep the axes to the values that change the text.`,
    };
  },
};
