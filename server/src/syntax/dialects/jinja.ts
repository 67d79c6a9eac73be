import { bounded } from './bounded';
import type { Dialect, DialectOptions } from './dialect';
import { escapingWith, isEscaped } from './escaping';
import { bindingsOf } from './jinja/bindings';
import { escapeText } from './jinja/escape';
import { fill } from './jinja/fill';
import { lookalikes } from './jinja/lookalikes';
import { Marks, OWN_MARKS } from './jinja/parse/marks';
import { isIdentifier } from './jinja/parse/tokens';
import { scan } from './jinja/scan';
import { SPECIAL } from './jinja/scope';
import type { JinjaTree } from './jinja/tree';
import { completeWith } from './jinja/words';
import { literalTags } from './lookalikes';
import { printedBy } from './printed';

/** Words that mean something in an expression, so that no slot is called so. */
const KEYWORDS: ReadonlySet<string> = new Set(
  'and or not if else elif in is true false none True False None recursive'.split(' '),
);

/** What depends on the delimiters. */
const readWith = (marks: Marks) => ({
  open: marks.output[0],
  close: marks.output[1],
  scan: (text: string) => scan(text, marks),
  print: (name: string) => `${marks.output[0]} ${name} ${marks.output[1]}`,
  escape: (text: string) => escapeText(text, marks),
  complete: completeWith(marks),
});

const jinja: Dialect<JinjaTree> = {
  ...readWith(OWN_MARKS),
  id: 'jinja',
  title: 'Jinja2',
  meaning: 'Jinja: `{{ name }}`, `{% if %}`, filters, includes.',
  aliases: ['nunjucks', 'django', 'twig', 'j2', 'jinja2', 'minijinja'],
  files: ['*.j2', '*.jinja', '*.jinja2'],
  reads: ['double-brace'],
  options: [
    'trimBlocks',
    'lstripBlocks',
    'keepFinalNewline',
    'escapeHtml',
    'missing',
    'delimiters.slot',
    'delimiters.statement',
    'delimiters.comment',
    'lineStatement',
    'lineComment',
  ],
  missing: ['empty', 'error', 'chain', 'show'],
  configured,
  tags: { statement: OWN_MARKS.statement, comment: OWN_MARKS.comment },
  values: 'data',
  fill,
  bindings: bindingsOf,
  holds: (name) => isIdentifier(name) && !KEYWORDS.has(name) && !SPECIAL.has(name),
  lookalikes,

  escaping: escapingWith('e', isEscaped, asOperand),
  printed: (options) => printedBy(jinja, options, (character) => `{{ '${character}' }}`),
  replacing: (from, to) => ` | replace("${from}", "${to}")`,

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
};

/** A filter takes the operand next to it, and not what an operator makes of two. */
function asOperand(opened: string): string {
  const [, open = '', value = ''] = /^(\{\{[-+]?\s{0,9})(.*)$/s.exec(opened) ?? [];
  const isJoined = /\s(?:if|or|and|not|in|is)\s|[~+*/%<>=]|\s-/.test(value);
  return isJoined ? `${open}(${value})` : opened;
}

/** Jinja2 3.1 with its own defaults: nothing is escaped, a missing value prints nothing, the last line break is dropped. */
export const dialect = bounded<JinjaTree>(jinja, openings(OWN_MARKS));

function configured(options: DialectOptions): Dialect {
  const { delimiters, lineStatement, lineComment } = options;
  if (!delimiters && lineStatement === undefined && lineComment === undefined) return dialect;
  const marks = new Marks(options);
  const { output, statement, comment, line } = marks;
  const key = `jinja ${JSON.stringify([output, statement, comment, line, marks.lineComment])}`;
  const isOwn = output[0] === OWN_MARKS.output[0];
  return bounded<JinjaTree>(
    { ...jinja, ...readWith(marks), key, ...(isOwn ? {} : { lookalikes: literalTags }) },
    openings(marks),
  );
}

function openings({ output, statement, comment, line }: Marks): readonly string[] {
  return [output[0], statement[0], comment[0], ...(line === undefined ? [] : [line])];
}
