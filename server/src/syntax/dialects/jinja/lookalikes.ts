import type { TemplateTree } from '../../tree';
import type { Lookalike } from '../dialect';
import { foreignTags, plainTags } from '../lookalikes';

/** Tags of other engines. `{{ name }}` and statements are Jinja's own, and what looks like its slot is one. */
export function lookalikes({ text, slots }: TemplateTree): readonly Lookalike[] {
  const own = new Set(slots.map(({ span }) => span.start));
  const foreign = foreignTags(text).filter(({ writtenIn, span }) => writtenIn !== 'jinja' && !own.has(span.start));
  return [...plainTags(text), ...foreign].sort((a, b) => a.span.start - b.span.start);
}
