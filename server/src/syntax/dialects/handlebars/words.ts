import type { TemplateTree } from '../../tree';
import type { Completions, Word } from '../dialect';
import { type OpenSection, type SectionLanguage, type SectionWord, sectionWords } from '../sections';

const BLOCKS: readonly SectionWord[] = [
  { name: 'if', head: `\${1:condition}`, detail: 'when the value is there and not empty' },
  { name: 'unless', head: `\${1:condition}`, detail: 'when the value is missing or empty' },
  { name: 'each', head: `\${1:items}`, detail: 'once for every item' },
  { name: 'with', head: `\${1:value}`, detail: 'names are looked up in the value' },
];

/** The words of Handlebars, with those of the block helpers that a program adds. */
const languageWith = (blocks: readonly SectionWord[]): SectionLanguage => ({
  blocks: [...BLOCKS, ...blocks],
  middle: ({ name }) =>
    name === 'if'
      ? [
          ['else', 'otherwise'],
          ['else if', 'otherwise, when …'],
        ]
      : [['else', name === 'each' ? 'when there is no item' : 'otherwise']],
  helpers: [['lookup', 'the field of a value by a computed name']],
  names: (open) => open.flatMap(namesOf),
});

/** Names that a block brings: its parameters, and what a loop knows of the item. */
function namesOf({ name, rest }: OpenSection): readonly Word[] {
  const of = `of ${name}${rest.replace(/\s+as\s+\|.*$/s, '').trimEnd()}`;
  const words = (labels: readonly string[]): readonly Word[] =>
    labels.map((label) => ({ kind: 'name', label, detail: of }));
  const params = /\bas\s+\|([^|]*)\|?/.exec(rest)?.[1]?.trim().split(/\s+/) ?? [];
  const named = words(params.filter((one) => one !== ''));
  if (name === 'each') return [...named, ...words(['this', '@index', '@key', '@first', '@last'])];
  return name === 'with' ? [...named, ...words(['this'])] : named;
}

/** What fits at an offset, with block helpers besides those of the library. */
export function completeWith(
  blocks: readonly SectionWord[],
): (tree: TemplateTree, offset: number) => Completions | undefined {
  const language = languageWith(blocks);
  return (tree, offset) => sectionWords(tree, offset, language);
}

export const complete = completeWith([]);
