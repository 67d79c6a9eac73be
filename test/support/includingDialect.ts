import type { Dialect } from '../../server/src/syntax/dialects/dialect';
import { dialect as base } from '../../server/src/syntax/dialects/single-brace';
import type { TextReference } from '../../server/src/syntax/tree';

/** A dialect with as little as an include needs: `@include name`, `@extends name`, `@maybe name`. */
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
    return { ...base.scan(text), references };
  },
  includeNames: (name) => [name, `${name}.md`],
};
