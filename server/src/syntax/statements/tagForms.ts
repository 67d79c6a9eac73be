import type { Family } from './statement';

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
  condition(name: string, not: boolean): ConditionForm;
  each(list: string, item: string): LoopForm;
  include(name: string, inLoop: boolean): string | undefined;
  comment(text: string): string | undefined;
}

export const formsOf = (family: Family): Forms => FORMS[family];

const dotted = (name: string, path: string): string => (path === '' ? name : `${name}.${path}`);

const jinja: Forms = {
  sections: false,
  otherwise: '{% else %}',
  index: 'loop.index0',
  value: (name) => `{{ ${name} }}`,
  slot: (path) => path,
  item: dotted,
  condition: (name, not) => {
    const test = not ? `not ${name}` : name;
    return { open: `{% if ${test} %}`, next: `{% elif ${test} %}`, inverse: '', close: '{% endif %}' };
  },
  each: (list, item) => ({ open: `{% for ${item} in ${list} %}`, close: '{% endfor %}' }),
  include: (name) => `{% include ${JSON.stringify(name)} %}`,
  comment: (text) => (text.includes('#}') ? undefined : `{# ${text} #}`),
};

/** An empty text and an empty list are true to Liquid alone. */
const liquid: Forms = {
  ...jinja,
  index: 'forloop.index0',
  condition: (name, not) => {
    const test = not ? `${name} == nil or ${name} == false or ${name} == empty` : `${name} and ${name} != empty`;
    return { open: `{% if ${test} %}`, next: `{% elsif ${test} %}`, inverse: '', close: '{% endif %}' };
  },
  include: (name) => (name.includes("'") ? undefined : `{% include '${name}' %}`),
  comment: (text) => (/\{%|\{\{/.test(text) ? undefined : `{% comment %}${text}{% endcomment %}`),
};

const handlebars: Forms = {
  sections: false,
  otherwise: '{{else}}',
  index: '@index',
  value: (name) => `{{${name}}}`,
  slot: (path, inLoop) => (inLoop ? `@root.${path}` : path),
  item: dotted,
  condition: (name, not) => {
    const word = not ? 'unless' : 'if';
    return { open: `{{#${word} ${name}}}`, next: `{{else ${word} ${name}}}`, inverse: '', close: `{{/${word}}}` };
  },
  each: (list, item) => ({ open: `{{#each ${list} as |${item}|}}`, close: '{{/each}}' }),
  include: (name) => (/[\s"'=]/.test(name) ? undefined : `{{> ${name}}}`),
  comment: (text) => (text.includes('--') ? undefined : `{{!-- ${text} --}}`),
};

const mustache: Forms = {
  sections: true,
  otherwise: '',
  index: undefined,
  value: handlebars.value,
  slot: (path) => path,
  item: (_name, path, isInnermost) => (path !== '' ? path : isInnermost ? '.' : undefined),
  condition: (name, not) => {
    const [own, opposite] = not ? ['^', '#'] : ['#', '^'];
    return { open: `{{${own}${name}}}`, next: '', inverse: `{{${opposite}${name}}}`, close: `{{/${name}}}` };
  },
  each: (list) => ({ open: `{{#${list}}}`, close: `{{/${list}}}`, inverse: `{{^${list}}}` }),
  include: handlebars.include,
  comment: (text) => (text.includes('}}') ? undefined : `{{! ${text} }}`),
};

const go: Forms = {
  sections: false,
  otherwise: '{{ else }}',
  index: undefined,
  value: (name) => `{{ ${name} }}`,
  slot: (path, inLoop) => (inLoop ? `$.${path}` : `.${path}`),
  item: (name, path) => dotted(`$${name}`, path),
  condition: (name, not) => {
    const test = not ? `not ${name}` : name;
    return { open: `{{ if ${test} }}`, next: `{{ else if ${test} }}`, inverse: '', close: '{{ end }}' };
  },
  each: (list, item) => ({ open: `{{ range $${item} := ${list} }}`, close: '{{ end }}' }),
  include: (name, inLoop) => `{{ template ${JSON.stringify(name)} ${inLoop ? '$' : '.'} }}`,
  comment: (text) => (text.includes('*/') ? undefined : `{{/* ${text} */}}`),
};

const FORMS: Readonly<Record<Family, Forms>> = { jinja, liquid, handlebars, mustache, 'go-template': go };
