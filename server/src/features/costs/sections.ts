import type { Snapshot } from '../../workspace/snapshot';
import type { Tokens } from '../../workspace/tokens';
import { type Heading, headingsOf } from '../places/headings';

/** Counts the stretches of a text between ascending offsets: one more than there are offsets. */
export type CountStretches = (uri: string, text: string, bounds: readonly number[]) => readonly Tokens[];

/** A section of a text with what it costs, the sections inside of it included. */
export interface CountedSection {
  readonly heading: Heading;
  readonly tokens: Tokens;
  /** It has the highest level that the text has. */
  readonly isTop: boolean;
}

/** What a template of no system costs. */
export interface CountedText {
  readonly bodyStart: number;
  readonly total: Tokens;
  readonly sections: readonly CountedSection[];
}

/** The sections of a template that no manifest names; undefined for every other file. */
export function countedText(snapshot: Snapshot, uri: string, count: CountStretches): CountedText | undefined {
  const [context] = snapshot.textsOf(uri);
  if (!context || context.system) return undefined;
  const { file, bodyStart } = context;
  const headings = headingsOf(file, bodyStart);
  const stretches = count(
    uri,
    file.text.slice(bodyStart),
    headings.map((heading) => heading.line.start - bodyStart),
  );
  const top = headings.reduce((least, heading) => Math.min(least, heading.level), 7);
  // Sums up to each heading, so that a section is the difference of two.
  const sums = [NOTHING];
  for (const stretch of stretches) sums.push(plus(sums.at(-1) as Tokens, stretch, 1));
  const total = sums.at(-1) as Tokens;
  const ends = endsOf(headings);
  return {
    bodyStart,
    total,
    sections: headings.map((heading, i) => ({
      heading,
      isTop: heading.level === top,
      tokens: plus(sums[(ends[i] ?? headings.length) + 1] as Tokens, sums[i + 1] as Tokens, -1),
    })),
  };
}

/** For each heading the index of the next one of the same or a higher level. */
function endsOf(headings: readonly Heading[]): readonly number[] {
  const ends = headings.map(() => headings.length);
  const open: number[] = [];
  headings.forEach(({ level }, i) => {
    for (let top = open.at(-1); top !== undefined && (headings[top] as Heading).level >= level; top = open.at(-1)) {
      ends[top] = i;
      open.pop();
    }
    open.push(i);
  });
  return ends;
}

const NOTHING: Tokens = { tokens: 0, low: 0, high: 0, exact: true, pending: false };

function plus(a: Tokens, b: Tokens, sign: 1 | -1): Tokens {
  return {
    tokens: a.tokens + sign * b.tokens,
    low: a.low + sign * b.low,
    high: a.high + sign * b.high,
    exact: a.exact && b.exact,
    pending: a.pending || b.pending,
  };
}
