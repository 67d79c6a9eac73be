// Written by `npm run generate` from the files of syntax/dialects/. Do not edit.

/** Ids of all dialects, the plainest first. */
export const DIALECT = [
  'dollar-brace',
  'double-brace',
  'semantic-kernel',
  'single-brace',
  'py-format',
  'dotprompt',
  'go-template',
  'handlebars',
  'jinja',
  'liquid',
  'mustache',
] as const;

/** What each dialect is, in a sentence. */
export const DIALECT_MEANINGS: Readonly<Record<(typeof DIALECT)[number], string>> = {
  'dollar-brace': '`${name}`, and nothing else is special.',
  'double-brace': '`{{name}}`, and nothing else is special.',
  'semantic-kernel': 'Semantic Kernel’s own templates: `{{$name}}`, calls of functions.',
  'single-brace': '`{name}`, and nothing else is special.',
  'py-format': '`{name}` as Python’s str.format reads it.',
  'dotprompt': 'Handlebars as dotprompt runs it: no escaping, helpers such as `{{role "system"}}`.',
  'go-template': 'Go templates: `{{ .Name }}`, `{{ if }}`.',
  'handlebars': 'Handlebars: `{{name}}`, blocks, helpers, partials.',
  'jinja': 'Jinja: `{{ name }}`, `{% if %}`, filters, includes.',
  'liquid': 'Liquid: `{{ name }}`, `{% if %}`, filters.',
  'mustache': 'Mustache: `{{name}}`, sections, partials.',
};
