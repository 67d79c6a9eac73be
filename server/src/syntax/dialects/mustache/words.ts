import type { TemplateTree } from '../../tree';
import type { Completions } from '../dialect';
import { type SectionLanguage, sectionWords } from '../sections';

const language: SectionLanguage = {
  blocks: [],
  middle: () => [],
  helpers: [],
  names: (open) =>
    open.length === 0 ? [] : [{ kind: 'name', label: '.', detail: `the value of ${open.at(-1)?.name ?? ''}` }],
};

/** The closing tag of the innermost section, and `.` in it. Mustache has no other words. */
export const complete = (tree: TemplateTree, offset: number): Completions | undefined =>
  sectionWords(tree, offset, language);
