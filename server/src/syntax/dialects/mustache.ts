import { bounded } from './bounded';
import { type Dialect, type DialectOptions, delimitersIn } from './dialect';
import { escapingInTwoBraces } from './escaping';
import { foreignTags, literalTags, plainTags } from './lookalikes';
import { escapeText } from './mustache/escape';
import { fill } from './mustache/fill';
import { scan } from './mustache/scan';
import { isSlotName } from './mustache/slot-name';
import { DEFAULT, type Delimiters } from './mustache/tag';
import { completeWith } from './mustache/words';

/** What depends on the delimiters. */
const readWith = (delimiters: Delimiters) => ({
  open: delimiters.open,
  close: delimiters.close,
  scan: (text: string, from = 0) => scan(text, from, delimiters),
  print: (name: string) => `${delimiters.open}${name}${delimiters.close}`,
  escape: (text: string) => escapeText(text, delimiters),
  complete: completeWith(delimiters),
});

const mustache: Dialect = {
  ...readWith(DEFAULT),
  id: 'mustache',
  title: 'Mustache',
  meaning: 'Mustache: `{{name}}`, sections, partials.',
  files: ['*.mustache'],
  reads: ['double-brace'],
  options: ['escapeHtml', 'delimiters.slot'],
  configured,
  values: 'data',
  fill,
  escaping: escapingInTwoBraces(),
  holds: isSlotName,

  /** Sections and partials are its own; a section with arguments (`{{#if x}}`) is one of Handlebars. */
  lookalikes: ({ text }) =>
    [...plainTags(text), ...foreignTags(text).filter(({ writtenIn }) => writtenIn !== 'mustache')].sort(
      (a, b) => a.span.start - b.span.start,
    ),

  includeNames: (name) => ['', '.mustache', '.md', '.txt', '.prompt'].map((extension) => name + extension),

  grammar: {
    begin: '\\{\\{\\{?(?=\\s*[#^/>&]?\\s*[\\p{L}_$.][\\p{L}\\p{N}_$.-]*\\s*\\}\\})',
    end: '\\}\\}\\}?',
    includes: ['mustacheComment', 'mustacheSection', 'tripleBrace', 'doubleBrace'],
    comment: ['{{!', '}}'],
  },

  examples: [
    { text: 'Hello {{name}}', values: { name: 'Ada' }, output: 'Hello Ada' },
    { text: '{{code}} {{{code}}}', values: { code: 'a < b' }, output: 'a &lt; b a < b' },
    {
      text: '{{#items}}\n- {{name}}\n{{/items}}\n{{^items}}\nnone\n{{/items}}\n',
      values: { items: [{ name: 'one' }, { name: 'two' }] },
      output: '- one\n- two\n',
    },
    { text: '{{#user}}{{name}}{{/user}}', values: { user: { name: 'Ada' } }, output: 'Ada' },
    { text: '{{! not sent }}{{=<% %>=}}{{name}}', values: { name: 'Ada' }, output: '{{name}}' },
  ],
};

/** Mustache as mustache.js reads it: LangChain, Langfuse and many small engines are near enough. */
export const dialect = bounded(mustache);

function configured({ delimiters }: DialectOptions): Dialect {
  if (delimiters?.slot === undefined) return dialect;
  const [open, close] = delimitersIn(delimiters.slot, [DEFAULT.open, DEFAULT.close]);
  return bounded({
    ...mustache,
    ...readWith({ open, close }),
    key: `mustache ${open} ${close}`,
    ...(open === DEFAULT.open ? {} : { lookalikes: literalTags }),
  });
}
