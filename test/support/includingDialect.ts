import type { Dialect } from '../../server/src/syntax/dialects/dialect';
import { dialect as base } from '../../server/src/syntax/dialects/single-brace';
import type { TemplateBlock, TextReference } from '../../server/src/syntax/tree';

/** A dialect with as little as an include needs: `@include name`, `@extends name`, `@maybe name`, and `@if … @end`. */
export const including: Dialect = {
  ...base,
  id: 'including',
  scan(text) {
    const references = [...text.matchAll(/@(include|extends|maybe) ([\w./-]+)/g)].map((match): TextReference => {
      const start = match.index;
      const end = start + match[0].length;
      const path = match[2] ?? '';
      return {
        kind: match[1] === 'extends' ? 'extends' : 'include',
        path,
        span: { start, end },
        pathSpan: { start: end - path.length, end },
        ...(match[1] === 'maybe' ? { optional: true } : {}),
      };
    });
    const blocks = [...text.matchAll(/@(if|block)\b[\s\S]*?@end/g)].map((match): TemplateBlock => {
      const span = { start: match.index, end: match.index + match[0].length };
      return { keyword: match[1] ?? '', span, open: { start: span.start, end: span.start + 3 } };
    });
    return { ...base.scan(text), references, blocks };
  },
  includeNames: (name) => [name, `${name}.md`],
};
