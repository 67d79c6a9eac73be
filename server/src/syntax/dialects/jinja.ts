import { bounded } from './bounded';
import { escapeText } from './jinja/escape';
import { fill } from './jinja/fill';
import { lookalikes } from './jinja/lookalikes';
import { isIdentifier } from './jinja/parse/tokens';
import { scan } from './jinja/scan';
import { SPECIAL } from './jinja/scope';
import type { JinjaTree } from './jinja/tree';
import { complete } from './jinja/words';

/** Words that mean something in an expression, so that no slot is called so. */
const KEYWORDS: ReadonlySet<string> = new Set(
  'and or not if else elif in is true false none True False None recursive'.split(' '),
);

/** Jinja2 3.1 with its own defaults: nothing is escaped, a missing value prints nothing, the last line break is dropped. */
export const dialect = bounded<JinjaTree>(
  {
    id: 'jinja',
    title: 'Jinja2',
    meaning: 'Jinja: `{{ name }}`, `{% if %}`, filters, includes.',
    files: ['*.j2', '*.jinja', '*.jinja2'],
    open: '{{',
    close: '}}',
    values: 'data',
    scan,
    fill,
    print: (name) => `{{ ${name} }}`,
    holds: (name) => isIdentifier(name) && !KEYWORDS.has(name) && !SPECIAL.has(name),
    escape: escapeText,
    lookalikes,
    complete,

    /** The name is the path. */
    includeNames: (name) => [name],

    grammar: {
      begin: '\\{[{%#]',
      end: '[}%#]\\}',
      includes: ['jinjaComment', 'raw', 'statements', 'doubleBrace'],
      comment: ['{#', '#}'],
    },
    examples: [
      { text: 'Hello {{ name }}', values: { name: 'Ada' }, output: 'Hello Ada' },
      {
        text: '{% for item in items %}- {{ item.title }}\n{% endfor %}',
        values: { items: [{ title: 'a' }, { title: 'b' }] },
        output: '- a\n- b\n',
      },
      {
        text: '{% if notes %}Notes: {{ notes | join("; ") }}{% else %}No notes.{% endif %}',
        values: { notes: ['one', 'two'] },
        output: 'Notes: one; two',
      },
      {
        text: 'Reply as {"city": "{{ city | upper }}"}',
        values: { city: 'Oslo' },
        output: 'Reply as {"city": "OSLO"}',
      },
    ],
  },
  ['{{', '{%', '{#'],
);
