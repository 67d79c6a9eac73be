import type { TemplateTree } from '../../tree';
import type { Lookalike } from '../dialect';
import { foreignTags, plainTags } from '../lookalikes';
import { FILTERS } from './filters/filters';
import { TAGS } from './parse/tags';

const WORDS: ReadonlySet<string> = new Set(TAGS);

/** Tags of other engines. Liquid reads the plain statements and filters of Jinja, and has others of its own. */
export function lookalikes({ text }: TemplateTree): readonly Lookalike[] {
  const foreign = foreignTags(text).filter((tag) => tag.writtenIn !== 'liquid' && !isOwn(tag, text));
  return [...plainTags(text), ...foreign].sort((a, b) => a.span.start - b.span.start);
}

function isOwn({ name, writtenIn, span }: Lookalike, text: string): boolean {
  if (writtenIn !== 'jinja') return false;
  if (text.startsWith('{%', span.start)) return WORDS.has(name);
  const filter = /\|\s{0,9}(\w+)/.exec(text.slice(span.start, Math.min(span.end, span.start + 300)))?.[1];
  return filter === undefined || FILTERS.has(filter);
}
