import type { Completions, Word } from '../dialect';
import { type Explained, type TagLanguage, tagWords } from '../words';
import { filters } from './filter-words';
import { lineWords } from './line-words';
import type { Marks } from './parse/marks';
import type { Body, Liquid, Node } from './parse/nodes';
import type { LiquidTree } from './tree';

const WORDS: Omit<TagLanguage, 'statement' | 'output'> = {
  padded: true,
  blocks: [
    {
      name: 'if',
      detail: 'when a condition holds',
      head: `\${1:condition}`,
      middle: [`elsif \${1:condition}`, 'else'],
      close: 'endif',
    },
    {
      name: 'unless',
      detail: 'when a condition does not hold',
      head: `\${1:condition}`,
      middle: [`elsif \${1:condition}`, 'else'],
      close: 'endunless',
    },
    {
      name: 'case',
      detail: 'one of several texts, by a value',
      head: `\${1:value}`,
      middle: [`when \${1:other}`, 'else'],
      close: 'endcase',
    },
    {
      name: 'for',
      detail: 'once for every item',
      head: `\${1:item} in \${2:items}`,
      middle: ['else'],
      close: 'endfor',
    },
    {
      name: 'tablerow',
      detail: 'a table of HTML',
      head: `\${1:item} in \${2:items} cols: \${3:2}`,
      close: 'endtablerow',
    },
    { name: 'capture', detail: 'gives a name to a text', head: `\${1:name}`, close: 'endcapture' },
    { name: 'block', detail: 'a text that a child may replace', head: `\${1:name}`, close: 'endblock' },
    { name: 'comment', detail: 'text that is not printed', close: 'endcomment' },
    { name: 'raw', detail: 'text with braces that are no tags', close: 'endraw' },
  ],
  singles: [
    { name: 'assign', detail: 'gives a name to a value', head: `\${1:name} = \${2:value}` },
    { name: 'echo', detail: 'prints a value', head: `\${1:value}` },
    { name: 'render', detail: 'puts another text here, with values of its own', head: `'\${1:file}'` },
    { name: 'include', detail: 'puts another text here, with all that is known', head: `'\${1:file}'` },
    { name: 'layout', detail: 'fills the blocks of another text', head: `'\${1:file}'` },
    { name: 'cycle', detail: 'the next of some values', head: `\${1:'one', 'two'}` },
    { name: 'increment', detail: 'prints a number that grows', head: `\${1:name}` },
    { name: 'decrement', detail: 'prints a number that falls', head: `\${1:name}` },
    { name: 'liquid', detail: 'a statement on each line' },
    { name: 'break', detail: 'leaves the loop' },
    { name: 'continue', detail: 'goes on with the next item' },
  ],
  filters,
};

const LOOP = 'index index0 rindex rindex0 first last length name'.split(' ');
const TABLE = [...LOOP, ...'row col col0 col_first col_last cols'.split(' ')];

const CONSTANTS: readonly Explained[] = [
  ['blank', 'nothing but white space'],
  ['empty', 'a text or list with nothing in it'],
  ['nil', 'no value'],
];

/** Statements and filters of Liquid, what closes an open block, and the names that the text gives itself. */
export function completeWith({ tag, output }: Marks): (tree: LiquidTree, offset: number) => Completions | undefined {
  const language: TagLanguage = { ...WORDS, statement: tag, output };
  return (tree, offset) => complete(tree, offset, language);
}

function complete(tree: LiquidTree, offset: number, language: TagLanguage): Completions | undefined {
  const names = (): readonly Word[] => {
    const found = new Map<string, Word>();
    addNames(tree.body, offset, found);
    for (const [label, detail] of CONSTANTS) if (!found.has(label)) found.set(label, { kind: 'name', label, detail });
    return [...found.values()];
  };
  const lines = linesAt(tree.body, offset);
  return (
    (lines && lineWords(tree.text, { tag: lines, offset, language }, names)) ?? tagWords(tree, offset, language, names)
  );
}

/** The `liquid` tag round an offset. Blocks nest no deeper than they are read. */
function linesAt({ nodes }: Body, offset: number): Liquid | undefined {
  for (const node of nodes) {
    if (node.start >= offset) return undefined;
    if (node.end < offset) continue;
    if (node.kind === 'liquid') return node;
    for (const body of bodiesOf(node)) {
      const found = linesAt(body, offset);
      if (found) return found;
    }
  }
  return undefined;
}

/** Names that are known at an offset: what is set before it is known everywhere, the name of a loop in its body only. */
function addNames({ nodes }: Body, offset: number, found: Map<string, Word>): void {
  const add = (label: string, detail: string): void => {
    if (label !== '') found.set(label, { kind: 'name', label, detail });
  };
  for (const node of nodes) {
    if (node.start >= offset) return;
    if (node.kind === 'loop' && node.body.start <= offset && offset <= node.body.end) {
      add(node.variable, 'of the loop');
      const [word, fields] = node.word === 'for' ? ['forloop', LOOP] : ['tablerowloop', TABLE];
      for (const field of fields) add(`${word}.${field}`, 'of the loop');
    }
    if (node.kind === 'block' && node.body.start <= offset && offset <= node.body.end)
      add('block.super', 'the text of the layout');
    for (const body of bodiesOf(node)) addNames(body, offset, found);
    if (node.end > offset) continue;
    if (node.kind === 'assign' || node.kind === 'counter') add(node.name, 'set before');
    else if (node.kind === 'capture') add(node.name, 'captured before');
  }
}

function bodiesOf(node: Node): readonly Body[] {
  if (node.kind === 'condition') return node.arms.map(({ body }) => body);
  if (node.kind === 'loop' && node.otherwise) return [node.body, node.otherwise];
  return 'body' in node ? [node.body] : [];
}
