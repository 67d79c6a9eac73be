import { Kept } from '../../text/kept';
import type { TemplateTree } from '../tree';
import { bounded } from './bounded';
import type { Dialect, Lookalike } from './dialect';
import { foreignTags } from './lookalikes';
import { readBraces } from './python/braces';
import { doubleBraces, faultsOf } from './python/faults';
import { fill } from './python/fill';
import { type Markup, parseMarkup } from './python/markup';
import { endOfName, isName } from './python/tag';

/** Python's `str.format(**values)`; LangChain calls it f-string. Code fences do not protect: every brace counts. */
export const dialect: Dialect = bounded({
  id: 'py-format',
  title: 'Python str.format',
  meaning: '`{name}` as Python’s str.format reads it.',
  aliases: ['f-string', 'fstring', 'str.format', 'python', 'format'],
  reads: ['single-brace'],
  open: '{',
  close: '}',
  values: 'scalars',

  scan(text) {
    const braces = readBraces(text);
    return { text, slots: braces.slots, faults: faultsOf(text, braces), stretches: braces.escapes };
  },

  fill: (tree, context) => fill(tree.text, markupOf(tree), context, isName),

  printed: () => [
    ['{', '{{'],
    ['}', '}}'],
  ],

  print: (name) => `{${name}}`,
  holds: isName,
  escape: (text) => doubleBraces(text, { start: 0, end: text.length }, bracesOf(text)),

  /** Doubled braces round a name print `{name}`: right for an example in the text, wrong for a slot. */
  lookalikes(tree) {
    const literal: Lookalike[] = [];
    for (const { span } of tree.stretches) {
      const name = nameInDoubled(tree.text, span.start);
      if (name) literal.push(name);
    }
    return [...literal, ...foreignTags(tree.text)].sort((a, b) => a.span.start - b.span.start);
  },

  grammar: { begin: '(?<!\\{)\\{(?=[\\p{L}_$][^{}\\s"\']*\\})', end: '\\}', includes: ['doubledBrace'] },

  examples: [
    { text: 'Hello {name}', values: { name: 'Ada' }, output: 'Hello Ada' },
    { text: 'Reply as {{"city": "{city}"}}', values: { city: 'Oslo' }, output: 'Reply as {"city": "Oslo"}' },
    { text: '{share:.1%} of {count:,}', values: { share: 0.1234, count: 1234567 }, output: '12.3% of 1,234,567' },
    { text: '{name!r:>8}', values: { name: 'Ada' }, output: "   'Ada'" },
  ],
});

const markups = new Kept<TemplateTree, Markup>();

/** The text as the engine reads it, made on the first fill: a scan for slots and faults does not need it. */
function markupOf(tree: TemplateTree): Markup {
  let markup = markups.get(tree);
  if (!markup) {
    markup = parseMarkup(tree.text, 0, tree.text.length);
    markups.set(tree, markup);
  }
  return markup;
}

function bracesOf(text: string): number[] {
  const braces: number[] = [];
  for (let at = 0; at < text.length; at++) if (text[at] === '{' || text[at] === '}') braces.push(at);
  return braces;
}

/** `{{ name }}` whose opening braces stand at `at`. */
function nameInDoubled(text: string, at: number): Lookalike | undefined {
  if (!text.startsWith('{{', at)) return undefined;
  let start = at + 2;
  while (text[start] === ' ') start++;
  const nameEnd = endOfName(text, start);
  if (nameEnd === start) return undefined;
  let end = nameEnd;
  while (text[end] === ' ') end++;
  if (!text.startsWith('}}', end)) return undefined;
  return { name: text.slice(start, nameEnd), span: { start: at, end: end + 2 }, writtenIn: 'double-brace' };
}
