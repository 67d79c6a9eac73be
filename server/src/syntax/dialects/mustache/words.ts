import type { TemplateTree } from '../../tree';
import type { Completions } from '../dialect';
import { type SectionLanguage, sectionWords } from '../sections';
import type { Delimiters } from './tag';

const WORDS: SectionLanguage = {
  blocks: [],
  middle: () => [],
  helpers: [],
  names: (open) =>
    open.length === 0 ? [] : [{ kind: 'name', label: '.', detail: `the value of ${open.at(-1)?.name ?? ''}` }],
};

/** The closing tag of the innermost section, and `.` in it. Mustache has no other words. */
export function completeWith({
  open,
  close,
}: Delimiters): (tree: TemplateTree, offset: number) => Completions | undefined {
  const language: SectionLanguage = { ...WORDS, delimiters: [open, close] };
  return (tree, offset) => sectionWords(tree, offset, language);
}
