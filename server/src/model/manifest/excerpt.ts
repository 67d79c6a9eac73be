// The systems of a long manifest in which something is wrong, as a manifest of their own: what is looked for in it at every
// key is found in a few lines as well as in all of them.
import { lineEnd } from '../../syntax/yaml/text';
import { type Span, span as spanOf } from '../../text/span';

export interface Excerpt {
  readonly text: string;
  /** From a place in the excerpt to the one in the whole text. */
  back(span: Span): Span;
}

/** With fewer systems, or more of them in which something is wrong, the whole text is hardly longer. */
const FEWEST = 3;
const MOST_WRONG = 6;

/**
 * What stands before the systems and behind them, with the systems that are wrong and their neighbours, since a line that
 * has slipped may belong to the one before. Undefined where a text has no such form.
 */
export function excerptAround(text: string, isWrong: (system: Span) => boolean): Excerpt | undefined {
  const systems = systemsIn(text);
  const [first, last] = [systems[0], systems.at(-1)];
  if (!first || !last || systems.length < FEWEST) return undefined;
  const wrong = systems.flatMap((system, i) => (isWrong(system) ? [i] : []));
  if (wrong.length > MOST_WRONG) return undefined;
  const near = new Set(wrong.flatMap((i) => [i - 1, i, i + 1]));
  const kept = [
    spanOf(0, first.start),
    ...systems.filter((_, i) => near.has(i)),
    ...(last.end < text.length ? [spanOf(last.end, text.length)] : []),
  ];
  return excerptOf(text, kept);
}

function excerptOf(text: string, kept: readonly Span[]): Excerpt {
  const offset = (at: number, isEnd: boolean): number => {
    let passed = 0;
    for (const { start, end } of kept) {
      const length = end - start;
      if (isEnd ? at <= passed + length : at < passed + length) return start + at - passed;
      passed += length;
    }
    return text.length;
  };
  return {
    text: kept.map(({ start, end }) => text.slice(start, end)).join(''),
    back: ({ start, end }) => {
      const from = offset(start, false);
      return spanOf(from, start === end ? from : offset(end, true));
    },
  };
}

/** The lines of each system: from the one with its name to the one with the next. */
function systemsIn(text: string): readonly Span[] {
  const head = /^systems:[ ]*(?:#[^\n]*)?\n/m.exec(text);
  if (!head) return [];
  const systems: Span[] = [];
  let column = 0;
  let start = -1;
  let at = head.index + head[0].length;
  for (; at < text.length; at = lineEnd(text, at) + 1) {
    let begin = at;
    while (text[begin] === ' ') begin++;
    const char = text[begin];
    if (char === '\n' || char === '#' || char === undefined) continue;
    const own = begin - at;
    if (column === 0) column = own;
    if (own > column || (own === column && char === '-')) continue;
    if (start >= 0) systems.push(spanOf(start, at));
    start = own === column && own > 0 ? at : -1;
    if (start < 0) break;
  }
  if (start >= 0) systems.push(spanOf(start, text.length));
  return systems;
}
