import { bounded } from './bounded';
import type { Dialect } from './dialect';
import { escapingInTwoBraces } from './escaping';
import { bindingsOf } from './handlebars/bindings';
import { escapeText } from './handlebars/escape';
import { fill } from './handlebars/fill';
import { isSlotName } from './handlebars/names';
import { scan } from './handlebars/scan';
import { complete } from './handlebars/words';
import { foreignTags, plainTags } from './lookalikes';

/** Helpers of a project, by what their names say: `{{escapeXml body}}`. */
const ESCAPING_HELPER = /^\{\{\{?~?\s{0,9}\w*(?:escape|encode|xml|json)\w*\s/i;

/** Handlebars with the helpers of the library: dotprompt, Semantic Kernel and others add their own. */
export const dialect: Dialect = bounded({
  id: 'handlebars',
  title: 'Handlebars',
  meaning: 'Handlebars: `{{name}}`, blocks, helpers, partials.',
  aliases: ['hbs', 'handlebars.js'],
  files: ['*.hbs', '*.handlebars'],
  reads: ['mustache'],
  options: ['escapeHtml', 'missing', 'indentPartials'],
  missing: ['empty', 'error'],
  open: '{{',
  close: '}}',
  values: 'data',
  scan,
  fill,
  bindings: bindingsOf,
  print: (name) => `{{${name}}}`,
  holds: isSlotName,
  escape: escapeText,
  complete,
  escaping: escapingInTwoBraces((tag) => ESCAPING_HELPER.test(tag)),

  /** It reads the sections and partials of mustache too, and what stands behind a backslash is meant as text. */
  lookalikes({ text }) {
    const foreign = foreignTags(text).filter(
      ({ writtenIn, span }) => writtenIn !== 'handlebars' && writtenIn !== 'mustache' && text[span.start - 1] !== '\\',
    );
    return [...plainTags(text), ...foreign].sort((a, b) => a.span.start - b.span.start);
  },

  /** dotprompt writes the file of a partial with a low line before its name. */
  includeNames(name) {
    const hidden = name.replace(/[^/]*$/, (last) => `_${last}`);
    const own = ['', '.hbs', '.handlebars', '.prompt', '.md', '.txt'].map((extension) => name + extension);
    return [...own, `${hidden}.hbs`, `${hidden}.prompt`];
  },

  grammar: {
    begin: '\\{\\{\\{?(?=~?[#/^>&]?\\s*[@\\p{L}_$.][^{}]*\\}\\})',
    end: '\\}\\}\\}?',
    includes: ['escapedTag', 'handlebarsComment', 'mustacheComment', 'mustacheSection', 'tripleBrace', 'doubleBrace'],
    comment: ['{{!--', '--}}'],
  },

  examples: [
    { text: 'Hello {{name}}', values: { name: 'Ada' }, output: 'Hello Ada' },
    { text: '{{code}} {{{code}}}', values: { code: 'a < b' }, output: 'a &lt; b a < b' },
    {
      text: '{{#each items}}\n- {{name}}\n{{else}}\nnone\n{{/each}}\n',
      values: { items: [{ name: 'one' }, { name: 'two' }] },
      output: '- one\n- two\n',
    },
    { text: '{{#if a}}A{{else if b}}B{{/if}}', values: { a: '', b: 'yes' }, output: 'B' },
    { text: 'Write \\{{name}} for {{name}}', values: { name: 'Ada' }, output: 'Write {{name}} for Ada' },
  ],
});
