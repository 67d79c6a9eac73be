import { bounded } from './bounded';
import type { Dialect, DialectOptions } from './dialect';
import { escapingWith, isEscaped } from './escaping';
import { bindingsOf } from './liquid/bindings';
import { escapeText } from './liquid/escape';
import { fill } from './liquid/fill';
import { FILTERS } from './liquid/filters/filters';
import { lookalikes } from './liquid/lookalikes';
import { Marks, OWN_MARKS } from './liquid/parse/marks';
import { isSlotName } from './liquid/parse/words';
import { scan } from './liquid/scan';
import type { LiquidTree } from './liquid/tree';
import { completeWith } from './liquid/words';
import { literalTags } from './lookalikes';
import { printedBy } from './printed';

/** What depends on the delimiters. */
const readWith = (marks: Marks) => ({
  open: marks.output[0],
  close: marks.output[1],
  scan: (text: string) => scan(text, marks),
  print: (name: string) => `${marks.output[0]} ${name} ${marks.output[1]}`,
  escape: (text: string) => escapeText(text, marks),
  complete: completeWith(marks),
});

const liquid: Dialect<LiquidTree> = {
  ...readWith(OWN_MARKS),
  id: 'liquid',
  title: 'Liquid',
  meaning: 'Liquid: `{{ name }}`, `{% if %}`, filters.',
  aliases: ['shopify', 'liquidjs'],
  files: ['*.liquid'],
  reads: ['jinja'],
  options: ['escapeHtml', 'missing', 'delimiters.slot', 'delimiters.statement', 'strictFilters', 'lenientIf'],
  missing: ['empty', 'error'],
  configured,
  tags: { statement: OWN_MARKS.tag },
  values: 'data',
  fill,
  bindings: bindingsOf,
  holds: isSlotName,
  lookalikes,

  escaping: escapingWith('escape', isEscaped),
  printed: (options) => printedBy(liquid, options, (character) => `{{ '${character}' }}`),
  replacing: (from, to) => ` | replace: "${from}", "${to}"`,

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
};

/** Liquid as LiquidJS reads it, with its own defaults: nothing is escaped, a missing value prints nothing. */
export const dialect = bounded<LiquidTree>(liquid, [OWN_MARKS.output[0], OWN_MARKS.tag[0]]);

function configured(options: DialectOptions): Dialect {
  const { delimiters, strictFilters, functions = [] } = options;
  if (!delimiters?.slot && !delimiters?.statement && !strictFilters) return dialect;
  const marks = new Marks(options, strictFilters ? new Set([...FILTERS.keys(), ...functions]) : undefined);
  const { output, tag } = marks;
  const isOwn = output[0] === OWN_MARKS.output[0];
  return bounded<LiquidTree>(
    {
      ...liquid,
      ...readWith(marks),
      key: `liquid ${JSON.stringify([output, tag, strictFilters ? functions : null])}`,
      ...(isOwn ? {} : { lookalikes: literalTags }),
    },
    [output[0], tag[0]],
  );
}
