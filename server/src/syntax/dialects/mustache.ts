import { bounded } from './bounded';
import type { Dialect } from './dialect';
import { foreignTags, plainTags } from './lookalikes';
import { escapeText } from './mustache/escape';
import { fill } from './mustache/fill';
import { scan } from './mustache/scan';
import { isSlotName } from './mustache/slot-name';
import { complete } from './mustache/words';

/** Mustache as mustache.js reads it: LangChain, Langfuse and many small engines are near enough. */
export const dialect: Dialect = bounded({
  id: 'mustache',
  title: 'Mustache',
  meaning: 'Mustache: `{{name}}`, sections, partials.',
  files: ['*.mustache'],
  open: '{{',
  close: '}}',
  values: 'data',
  scan,
  fill,
  print: (name) => `{{${name}}}`,
  holds: isSlotName,
  escape: escapeText,
  complete,

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
});
