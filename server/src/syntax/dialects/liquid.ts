import { bounded } from './bounded';
import { escapeText } from './liquid/escape';
import { fill } from './liquid/fill';
import { lookalikes } from './liquid/lookalikes';
import { isSlotName } from './liquid/parse/words';
import { scan } from './liquid/scan';
import type { LiquidTree } from './liquid/tree';
import { complete } from './liquid/words';

/** Liquid as LiquidJS reads it, with its own defaults: nothing is escaped, a missing value prints nothing. */
export const dialect = bounded<LiquidTree>(
  {
    id: 'liquid',
    title: 'Liquid',
    meaning: 'Liquid: `{{ name }}`, `{% if %}`, filters.',
    files: ['*.liquid'],
    open: '{{',
    close: '}}',
    values: 'data',
    scan,
    fill,
    print: (name) => `{{ ${name} }}`,
    holds: isSlotName,
    escape: escapeText,
    lookalikes,
    complete,

    /** Shopify writes the file of a partial with a low line before its name. */
    includeNames(name) {
      const own = ['', '.liquid', '.md', '.txt', '.prompt'].map((extension) => name + extension);
      return [...own, `${name.replace(/[^/]*$/, (last) => `_${last}`)}.liquid`];
    },

    grammar: {
      begin: '\\{[{%]',
      end: '[}%]\\}',
      includes: ['liquidComment', 'raw', 'statements', 'doubleBrace'],
      comment: ['{% comment %}', '{% endcomment %}'],
    },

    examples: [
      { text: 'Hello {{ name }}', values: { name: 'Ada' }, output: 'Hello Ada' },
      {
        text: '{% for item in items -%}\n- {{ item.title }}\n{% endfor %}',
        values: { items: [{ title: 'a' }, { title: 'b' }] },
        output: '- a\n- b\n',
      },
      {
        text: '{% if notes.size > 0 %}Notes: {{ notes | join: "; " }}{% else %}No notes.{% endif %}',
        values: { notes: ['one', 'two'] },
        output: 'Notes: one; two',
      },
      {
        text: 'Reply as {"city": "{{ city | upcase }}"}',
        values: { city: 'Oslo' },
        output: 'Reply as {"city": "OSLO"}',
      },
      { text: '{% assign who = name | default: "friend" %}Hi {{ who }}', values: { name: '' }, output: 'Hi friend' },
    ],
  },
  ['{{', '{%'],
);
