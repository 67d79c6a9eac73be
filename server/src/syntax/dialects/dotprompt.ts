import type { FillContext, Filled } from '../piece';
import type { SlotUse, TemplateTree } from '../tree';
import { bounded } from './bounded';
import type { Completions, Dialect, DialectOptions, Word } from './dialect';
import { dialect as handlebars } from './handlebars';
import { helpersOf } from './handlebars/dotprompt';
import { fill } from './handlebars/fill';
import { completeWith } from './handlebars/words';

/** Handlebars as dotprompt runs it: nothing is escaped, and helpers say who speaks. */
export const dialect: Dialect = bounded({
  ...handlebars,
  id: 'dotprompt',
  title: 'dotprompt',
  meaning: 'Handlebars as dotprompt runs it: no escaping, helpers such as `{{role "system"}}`.',
  aliases: ['genkit'],
  files: [],
  reads: ['handlebars'],
  scan: (text, from) => withoutHelpers(handlebars.scan(text, from)),
  fill: (tree: TemplateTree, context: FillContext, options: DialectOptions): Filled =>
    fill(tree, context, { escapeHtml: false, ...options }, helpersOf),
  holds: (name) => handlebars.holds(name) && name !== 'history',
  complete,
  examples: [
    { text: 'Hello {{name}}', values: { name: 'A & B' }, output: 'Hello A & B' },
    {
      text: '{{json data}} {{#ifEquals kind "a"}}A{{else}}B{{/ifEquals}}',
      values: { data: { x: 1 }, kind: 'a' },
      output: '{"x":1} A',
    },
  ],
});

const handlebarsWords = completeWith([
  { name: 'ifEquals', head: `\${1:value} \${2:other}`, detail: 'when two values are equal' },
  { name: 'unlessEquals', head: `\${1:value} \${2:other}`, detail: 'when two values are not equal' },
]);

/** The helpers of dotprompt stand at the first word of a tag. */
function complete(tree: TemplateTree, offset: number): Completions | undefined {
  const completions = handlebarsWords(tree, offset);
  const block = completions?.words.find(({ label }) => label === '#if');
  if (!completions || !block || tree.text[completions.span.start] === '#') return completions;
  const words = HELPERS.map(([label, insert, detail]): Word => {
    // In a tag that goes on, only its first word is another one.
    return block.snippet ? { kind: 'tag', label, insert, snippet: true, detail } : { kind: 'tag', label, detail };
  });
  return { ...completions, words: [...completions.words, ...words] };
}

const HELPERS: readonly (readonly [label: string, insert: string, detail: string])[] = [
  ['role', `role "\${1|system,user,model|}"}}`, 'begins a message'],
  ['history', 'history}}', 'the conversation so far'],
  ['media', `media url=\${1:image}}}`, 'a picture or another medium'],
  ['section', `section "\${1:name}"}}`, 'a place that the program fills'],
  ['json', `json \${1:value}}}`, 'a value as JSON'],
];

/** `{{history}}` is a helper, and no value is escaped. */
function withoutHelpers<Tree extends TemplateTree>(tree: Tree): Tree {
  const plain = ({ escapes: _, ...use }: SlotUse): SlotUse => use;
  const slots = tree.slots.filter(({ path }) => path !== 'history').map(plain);
  return { ...tree, slots };
}
