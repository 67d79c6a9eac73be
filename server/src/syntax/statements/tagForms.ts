import { filtersAs } from './filters';
import type { Comparison, Family, Filter } from './statement';

/** A test with its value as the dialect writes it. */
export interface WrittenTest {
  readonly name: string;
  readonly not: boolean;
  readonly equals?: string;
  readonly than?: Comparison;
}

/** How a condition is opened, gone on with (`elif`), taken the other way round, and closed. */
interface ConditionForm {
  readonly open: string;
  readonly next: string;
  readonly inverse: string;
  readonly close: string;
}

interface LoopForm {
  readonly open: string;
  readonly close: string;
  /** Opens the text for an empty list, where that is a block of its own. */
  readonly inverse?: string;
}

/** How one dialect writes what several can say. */
export interface Forms {
  /** Conditions have no branches; each is a section of its own. */
  readonly sections: boolean;
  readonly otherwise: string;
  /** How many items of the loop came before. */
  readonly index: string | undefined;
  value(name: string): string;
  slot(path: string, inLoop: boolean): string;
  item(name: string, path: string, isInnermost: boolean): string | undefined;
  /** Undefined where no tag asks for so much at once. */
  condition(tests: readonly WrittenTest[], joined: 'and' | 'or'): ConditionForm | undefined;
  /** What is printed when filters are put on a value; undefined where there are no such. */
  filtered(name: string, filters: readonly Filter[]): string | undefined;
  each(list: string, item: string): LoopForm;
  include(name: string, inLoop: boolean): string | undefined;
  comment(text: string): string | undefined;
}

/** `helpers`: the engine has those of dotprompt. */
export const formsOf = (family: Family, helpers: boolean): Forms =>
  helpers && family === 'handlebars' ? dotprompt : FORMS[family];

const dotted = (name: string, path: string): string => (path === '' ? name : `${name}.${path}`);

function asked({ name, not, equals, than }: WrittenTest): string {
  if (than) return `${name} ${than.operator} ${than.number}`;
  if (equals !== undefined) return `${name} ${not ? '!=' : '=='} "${equals}"`;
  return not ? `not ${name}` : name;
}

const jinja: Forms = {
  sections: false,
  otherwise: '{% else %}',
  index: 'loop.index0',
  value: (name) => `{{ ${name} }}`,
  slot: (path) => path,
  item: dotted,
  condition: (tests, joined) => {
    const test = tests.map(asked).join(` ${joined} `);
    return { open: `{% if ${test} %}`, next: `{% elif ${test} %}`, inverse: '', close: '{% endif %}' };
  },
  filtered: (name, filters) => name + filtersAs(filters, 'jinja'),
  each: (list, item) => ({ open: `{% for ${item} in ${list} %}`, close: '{% endfor %}' }),
  include: (name) => `{% include ${JSON.stringify(name)} %}`,
  comment: (text) => (text.includes('#}') ? undefined : `{# ${text} #}`),
};

/** An empty text and an empty list are true to Liquid alone. */
const liquid: Forms = {
  ...jinja,
  index: 'forloop.index0',
  condition: (tests, joined) => {
    // `and` and `or` are read from the right, without brackets, so that they do not mix.
    const words = tests.map(askedOfLiquid);
    const isMixed = tests.length > 1 && words.some((word) => word.joined !== undefined && word.joined !== joined);
    if (isMixed) return undefined;
    const test = words.map(({ text }) => text).join(` ${joined} `);
    return { open: `{% if ${test} %}`, next: `{% elsif ${test} %}`, inverse: '', close: '{% endif %}' };
  },
  filtered: (name, filters) => name + filtersAs(filters, 'liquid'),
  include: (name) => (name.includes("'") ? undefined : `{% include '${name}' %}`),
  comment: (text) => (/\{%|\{\{/.test(text) ? undefined : `{% comment %}${text}{% endcomment %}`),
};

function askedOfLiquid(test: WrittenTest): { readonly text: string; readonly joined?: 'and' | 'or' } {
  const { name, not, equals, than } = test;
  if (equals !== undefined || than) return { text: asked(test) };
  if (not) return { text: `${name} == nil or ${name} == false or ${name} == empty`, joined: 'or' };
  return { text: `${name} and ${name} != empty`, joined: 'and' };
}

const onlyLength = (filters: readonly Filter[]): boolean => filters.length === 1 && filters[0]?.name === 'length';

const handlebars: Forms = {
  sections: false,
  otherwise: '{{else}}',
  index: '@index',
  value: (name) => `{{${name}}}`,
  slot: (path, inLoop) => (inLoop ? `@root.${path}` : path),
  item: dotted,
  condition: ([test, ...others]) =>
    test && others.length === 0 && test.equals === undefined ? block(test.not ? 'unless' : 'if', test.name) : undefined,
  filtered: (name, filters) => (onlyLength(filters) ? `${name}.length` : undefined),
  each: (list, item) => ({ open: `{{#each ${list} as |${item}|}}`, close: '{{/each}}' }),
  include: (name) => (/[\s"'=]/.test(name) ? undefined : `{{> ${name}}}`),
  comment: (text) => (text.includes('--') ? undefined : `{{!-- ${text} --}}`),
};

const block = (word: string, words: string): ConditionForm => ({
  open: `{{#${word} ${words}}}`,
  next: `{{else ${word} ${words}}}`,
  inverse: '',
  close: `{{/${word}}}`,
});

const dotprompt: Forms = {
  ...handlebars,
  condition: (tests, joined) => {
    const [test, ...others] = tests;
    if (!test || others.length > 0 || test.equals === undefined) return handlebars.condition(tests, joined);
    return block(test.not ? 'unlessEquals' : 'ifEquals', `${test.name} "${test.equals}"`);
  },
};

const mustache: Forms = {
  sections: true,
  otherwise: '',
  index: undefined,
  value: handlebars.value,
  slot: (path) => path,
  item: (_name, path, isInnermost) => (path !== '' ? path : isInnermost ? '.' : undefined),
  condition: ([test, ...others]) => {
    if (!test || others.length > 0 || test.equals !== undefined) return undefined;
    const { name } = test;
    const [own, opposite] = test.not ? ['^', '#'] : ['#', '^'];
    return { open: `{{${own}${name}}}`, next: '', inverse: `{{${opposite}${name}}}`, close: `{{/${name}}}` };
  },
  filtered: () => undefined,
  each: (list) => ({ open: `{{#${list}}}`, close: `{{/${list}}}`, inverse: `{{^${list}}}` }),
  include: handlebars.include,
  comment: (text) => (text.includes('}}') ? undefined : `{{! ${text} }}`),
};

function askedOfGo({ name, not, equals }: WrittenTest): string {
  if (equals !== undefined) return `${not ? 'ne' : 'eq'} ${name} "${equals}"`;
  return not ? `not ${name}` : name;
}

const bracketed = (words: string): string => (words.includes(' ') ? `(${words})` : words);

const go: Forms = {
  sections: false,
  otherwise: '{{ else }}',
  index: undefined,
  value: (name) => `{{ ${name} }}`,
  slot: (path, inLoop) => (inLoop ? `$.${path}` : `.${path}`),
  item: (name, path) => dotted(`$${name}`, path),
  condition: (tests, joined) => {
    const words = tests.map(askedOfGo);
    const test = words.length === 1 ? words.join('') : [joined, ...words.map(bracketed)].join(' ');
    return { open: `{{ if ${test} }}`, next: `{{ else if ${test} }}`, inverse: '', close: '{{ end }}' };
  },
  filtered: (name, filters) => (onlyLength(filters) ? `len ${name}` : undefined),
  each: (list, item) => ({ open: `{{ range $${item} := ${list} }}`, close: '{{ end }}' }),
  include: (name, inLoop) => `{{ template ${JSON.stringify(name)} ${inLoop ? '$' : '.'} }}`,
  comment: (text) => (text.includes('*/') ? undefined : `{{/* ${text} */}}`),
};

const FORMS: Readonly<Record<Family, Forms>> = { jinja, liquid, handlebars, mustache, 'go-template': go };
