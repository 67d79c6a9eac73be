import type { PromptSystem } from '../model/system';
import { type Delimiters, delimitersIn, type Missing, type OptionName } from '../syntax/dialects/dialect';
import { problem } from './facts/manifest/manifestAdvice';
import { removeEntry } from './facts/manifest/manifestEdit';
import type { Problem, Rule } from './rule';

export const rule: Rule = {
  code: 'manifest.option',
  level: 'warning',
  title: 'An engine option that cannot work',
  why: `Under \`options\` stands what the program sets on its template engine. An option that the engine does not have changes nothing, so the preview may not be what the author expects; and with delimiters that cannot be told from each other, an engine reads something else than what was written, or does not start at all.`,
  howToFix: `Remove the option, or name the dialect that the program really uses. Delimiters of different tags begin in different ways.`,
  examples: [
    {
      title: 'An option of another engine',
      bad: `=== strata.yaml
version: 1
systems:
  greet:
    template: greet.prompt
    dialect: handlebars
    options:
      escapeHtml: false
      ⟦manifest.option⟧trimBlocks⟦/⟧: true
=== greet.prompt
Greet {{name}}.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  greet:
    template: greet.prompt
    dialect: handlebars
    options:
      escapeHtml: false
=== greet.prompt
Greet {{name}}.
`,
      good: `=== strata.yaml
version: 1
systems:
  greet:
    template: greet.prompt
    dialect: [py-format, jinja]
    options: { trimBlocks: true, missing: error }
=== greet.prompt
Greet {{{{ name }}}}.
`,
    },
    {
      title: 'An engine that never fails over a missing value',
      bad: `=== strata.yaml
version: 1
systems:
  greet:
    template: greet.prompt
    dialect: mustache
    options: { ⟦manifest.option⟧missing⟦/⟧: error }
=== greet.prompt
Greet {{{name}}}.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  greet:
    template: greet.prompt
    dialect: mustache
=== greet.prompt
Greet {{{name}}}.
`,
    },
    {
      title: 'Slots that are read as statements',
      bad: `=== strata.yaml
version: 1
systems:
  greet:
    template: greet.prompt
    dialect: liquid
    options:
      delimiters: { slot: ⟦manifest.option⟧<%= %>⟦/⟧, statement: <% %> }
=== greet.prompt
Greet.
`,
      good: `=== strata.yaml
version: 1
systems:
  greet:
    template: greet.prompt
    dialect: jinja
    options:
      delimiters: { slot: <%= %>, statement: <% %>, comment: <%# %> }
=== greet.prompt
Greet <%= name %>.
`,
    },
  ],
  *system({ system }) {
    if (system.dialects.length === 0) return;
    for (const [name, path] of optionsIn(system)) {
      const why = whyUseless(system, name);
      if (why === undefined) continue;
      for (const one of problem(system, [...system.path, 'options', ...path], 'key', why))
        yield withRemoval(system, path, one);
    }
    yield* clashes(system);
  },
};

/** The options that are set to something else than nothing, with their places under `options`. */
function optionsIn({ options }: PromptSystem): readonly (readonly [OptionName, readonly string[]])[] {
  return Object.entries(options).flatMap(([name, value]): (readonly [OptionName, readonly string[]])[] => {
    // What the engine does by itself changes nothing, and need not be told.
    if (value === (name === 'indentPartials') || name === 'functions') return [];
    if (name !== 'delimiters') return [[name as OptionName, [name]]];
    return Object.keys(value as object).map((kind) => [`delimiters.${kind}` as OptionName, [name, kind]]);
  });
}

function whyUseless({ dialects, options }: PromptSystem, name: OptionName): string | undefined {
  const ids = dialects.map(({ id }) => `\`${id}\``).join(' and ');
  const lacking = dialects.length > 1 ? `The dialects ${ids} have no` : `The dialect ${ids} has no`;
  const having = dialects.filter((one) => one.options?.includes(name));
  if (name === 'missing' && having.length > 0) {
    const known = new Set<Missing>(having.flatMap((one) => one.missing ?? []));
    if (options.missing === undefined || known.has(options.missing)) return undefined;
    const others = [...known].map((word) => `\`${word}\``).join(' and ');
    return `${lacking} \`missing: ${options.missing}\`, so it changes nothing. ${dialects.length > 1 ? 'They have' : 'It has'} ${others}.`;
  }
  if (name === 'missing') {
    if (options.missing === 'empty' && dialects.some(({ values }) => values === 'data')) return undefined;
    return `${lacking} way to treat a missing value otherwise, so \`missing\` changes nothing. Remove it.`;
  }
  if (having.length === 0) return `${lacking} option \`${name}\`, so it changes nothing. Remove it.`;
  if (name === 'lenientIf' && options.missing !== 'error')
    return 'Without `missing: error` every condition may ask for a name that is not there, so `lenientIf` changes nothing. Remove it.';
  return undefined;
}

function withRemoval(system: PromptSystem, path: readonly string[], found: Problem): Problem {
  const edit = removeEntry(system.manifest, [...system.path, 'options', ...path]);
  return edit ? { ...found, fixes: [{ title: `Remove ${path.join('.')}`, edits: [edit] }] } : found;
}

/** Delimiters of one engine that begin alike. */
function* clashes(system: PromptSystem): Iterable<Problem> {
  const { delimiters, lineStatement, lineComment } = system.options;
  const place = (kind: string) => [...system.path, 'options', 'delimiters', kind];
  const ids = new Set(system.dialects.map(({ id }) => id));
  const [slot] = delimitersIn(delimiters?.slot, OWN.slot);
  const [statement] = delimitersIn(delimiters?.statement, OWN.statement);
  const [comment] = delimitersIn(delimiters?.comment, OWN.comment);
  if (ids.has('liquid') && slot.startsWith(statement)) {
    const kind = delimiters?.slot === undefined ? 'statement' : 'slot';
    const message = `LiquidJS looks for \`${statement}\` first, so it never reads \`${slot}\` as a slot. Begin slots in another way than statements.`;
    yield* problem(system, place(kind), 'value', message);
  }
  if (!ids.has('jinja')) return;
  const kinds = [
    ['slot', slot],
    ['statement', statement],
    ['comment', comment],
  ] as const;
  for (const [i, [kind, mark]] of kinds.entries()) {
    const same = kinds.find(([other, one], k) => other !== kind && one === mark && k < i);
    if (!same) continue;
    const at = delimiters?.[kind] === undefined ? same[0] : kind;
    const message = `Jinja does not start when a ${kind} and a ${same[0]} both begin with \`${mark}\`. Begin one of them in another way.`;
    yield* problem(system, place(at), 'value', message);
  }
  if (lineStatement !== undefined && lineStatement === lineComment) {
    const message = `With \`${lineComment}\` for both, Jinja reads every such line as a statement and none as a comment. Take another mark for one of them.`;
    yield* problem(system, [...system.path, 'options', 'lineComment'], 'value', message);
  }
}

const OWN: Readonly<Record<'slot' | 'statement' | 'comment', Delimiters>> = {
  slot: ['{{', '}}'],
  statement: ['{%', '%}'],
  comment: ['{#', '#}'],
};
