import type { Completions, Delimiters, Word } from '../dialect';
import { type Explained, type TagLanguage, tagWords } from '../words';
import type { Body, Pipeline, Statement } from './parse/nodes';
import type { GoTree } from './tree';

const functions: readonly Explained[] = [
  ['and', 'the first value that is empty, else the last'],
  ['or', 'the first value that is not empty, else the last'],
  ['not', 'whether the value is empty'],
  ['len', 'how many items, or bytes of a text'],
  ['index', 'an item by its number or key'],
  ['slice', 'a part of a list or text'],
  ['print', 'the values as text'],
  ['printf', 'the values in a pattern: "%s", "%d", "%q"'],
  ['println', 'the values as text, and a line break'],
  ['html', 'HTML entities for < > & " \''],
  ['js', 'escaped for a string of JavaScript'],
  ['urlquery', 'escaped for the query of an address'],
  ['eq', 'equal to one of the others'],
  ['ne', 'not equal'],
  ['lt', 'less'],
  ['le', 'less or equal'],
  ['gt', 'greater'],
  ['ge', 'greater or equal'],
];

const WORDS: Omit<TagLanguage, 'statement' | 'output'> = {
  padded: true,
  blocks: [
    {
      name: 'if',
      detail: 'when the value is not empty',
      head: `\${1:.condition}`,
      middle: [`else if \${1:.condition}`, 'else'],
      close: 'end',
    },
    { name: 'range', detail: 'once for every item', head: `\${1:.items}`, middle: ['else'], close: 'end' },
    {
      name: 'with',
      detail: 'the dot is the value, when it is not empty',
      head: `\${1:.value}`,
      middle: ['else'],
      close: 'end',
    },
    { name: 'define', detail: 'a template of its own', head: `"\${1:name}"`, close: 'end' },
    { name: 'block', detail: 'a template that others may replace', head: `"\${1:name}" .`, close: 'end' },
  ],
  singles: [
    { name: 'template', detail: 'another template', head: `"\${1:name}" .` },
    { name: 'break', detail: 'leaves the loop' },
    { name: 'continue', detail: 'goes on with the next item' },
  ],
  filters: functions,
};

/** Statements and functions of Go, what closes an open block, and the variables that the text has set. */
export function completeWith(delimiters: Delimiters): (tree: GoTree, offset: number) => Completions | undefined {
  // The two are one pair, which says that there is one kind of tag.
  const language: TagLanguage = { ...WORDS, statement: delimiters, output: delimiters };
  return (tree, offset) =>
    tagWords(tree, offset, language, () => {
      const variables = new Map<string, Word>();
      const bodies = [tree.body, ...[...tree.definitions.values()].map(({ body }) => body)];
      for (const body of bodies) if (body.start <= offset && offset <= body.end) addVariables(body, offset, variables);
      const own = functions.map(([label, detail]): Word => ({ kind: 'name', label, detail }));
      return [...variables.values(), ...own];
    });
}

/** Variables that are known at an offset. Blocks nest no deeper than they are read. */
function addVariables(body: Body, offset: number, found: Map<string, Word>): void {
  for (const node of body.nodes) {
    if (node.start >= offset) return;
    const inner = bodyAt(node, offset);
    if ('pipe' in node && node.pipe && (inner || !('body' in node))) add(node.pipe, node, found);
    if (inner) addVariables(inner, offset, found);
  }
}

function bodyAt(node: Statement, offset: number): Body | undefined {
  if (!('body' in node)) return undefined;
  return [node.body, node.otherwise].find((body) => body && body.start <= offset && offset <= body.end);
}

function add({ variables }: Pipeline, { kind }: Statement, found: Map<string, Word>): void {
  for (const { name } of variables) {
    found.set(name, { kind: 'name', label: name, detail: kind === 'range' ? 'of the loop' : 'set before' });
  }
}
