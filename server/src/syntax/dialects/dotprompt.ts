import type { FillContext, Filled } from '../piece';
import type { SlotUse, TemplateTree } from '../tree';
import type { Dialect, DialectOptions } from './dialect';
import { dialect as handlebars } from './handlebars';
import { helpersOf } from './handlebars/dotprompt';
import { fill } from './handlebars/fill';

/** Handlebars as dotprompt runs it: nothing is escaped, and helpers say who speaks. */
export const dialect: Dialect = {
  ...handlebars,
  id: 'dotprompt',
  title: 'dotprompt',
  scan: (text) => withoutHelpers(handlebars.scan(text)),
  fill: (tree: TemplateTree, context: FillContext, options: DialectOptions): Filled =>
    fill(tree, context, { escapeHtml: false, ...options }, helpersOf),
  holds: (name) => handlebars.holds(name) && name !== 'history',
  complete: (tree, offset) => {
    const completions = handlebars.complete?.(tree, offset);
    if (!completions?.words.some(({ label }) => label === '#if' || label === '#each')) return completions;
    const isBlock = tree.text[completions.span.start] === '#';
    const words = isBlock ? [] : HELPERS.map((one) => ({ ...one, kind: 'tag' as const, snippet: true }));
    return { ...completions, words: [...completions.words, ...words] };
  },
  examples: [
    { text: 'Hello {{name}}', values: { name: 'A & B' }, output: 'Hello A & B' },
    {
      text: '{{json data}} {{#ifEquals kind "a"}}A{{else}}B{{/ifEquals}}',
      values: { data: { x: 1 }, kind: 'a' },
      output: '{"x":1} A',
    },
  ],
};

const HELPERS = [
  { label: 'role', insert: `role "\${1|system,user,model|}"}}`, detail: 'begins a message' },
  { label: 'history', insert: 'history}}', detail: 'the conversation so far' },
  { label: 'media', insert: `media url=\${1:image}}}`, detail: 'a picture or another medium' },
  { label: 'section', insert: `section "\${1:name}"}}`, detail: 'a place that the program fills' },
  { label: 'json', insert: `json \${1:value}}}`, detail: 'a value as JSON' },
];

/** `{{history}}` is a helper, and no value is escaped. */
function withoutHelpers<Tree extends TemplateTree>(tree: Tree): Tree {
  const plain = ({ escapes: _, ...use }: SlotUse): SlotUse => use;
  const slots = tree.slots.filter(({ path }) => path !== 'history').map(plain);
  return { ...tree, slots };
}
