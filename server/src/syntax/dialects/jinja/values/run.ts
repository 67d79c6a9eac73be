import type { Piece } from '../../../piece';

/**
 * A part of a text that the engine holds in its hands: what a macro, a `{% set %}` block or a `join` made stays in the parts
 * that it was made of, so that each can still be told apart when it is printed at last. Without a `span` it was made inside
 * of a tag, and stands wherever it is printed.
 */
export type Run = Omit<Piece, 'span'> & {
  readonly span?: Piece['span'];
  /** What only the program knows: nothing is printed for it, and the preview shows the tag as it is written. */
  readonly gap?: true;
};

/** Shared by all that comes from no slot, so that most values have no list of their own. */
export const NO_ORIGINS: readonly string[] = [];

/** More paths than this are named by their slots only. */
const MOST_ORIGINS = 24;

/** Paths of several lists, each once. */
export function unite(lists: Iterable<readonly string[]>): readonly string[] {
  let first: readonly string[] = NO_ORIGINS;
  let all: Set<string> | undefined;
  for (const list of lists) {
    if (list.length === 0 || list === first) continue;
    if (first.length === 0) first = list;
    else {
      all ??= new Set(first);
      for (const path of list) all.add(path);
    }
  }
  if (!all) return first;
  return all.size <= MOST_ORIGINS ? [...all] : [...new Set([...all].map(rootOf))];
}

/** Name of the slot that a path begins with. */
function rootOf(path: string): string {
  let end = 0;
  while (end < path.length && path[end] !== '.' && path[end] !== '[') end++;
  return path.slice(0, end);
}

export const textOfRuns = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');

/** The paths of all parts, each once; past a limit only their slots. */
export const originsOfRuns = (runs: readonly Run[]): readonly string[] =>
  unite(runs.map(({ origins }) => origins ?? NO_ORIGINS));

/** A run of text that was made of values, or of nothing but constants. */
export const madeRun = (text: string, origins: readonly string[]): Run =>
  origins.length > 0 ? { kind: 'value', text, origins } : { kind: 'tag', text };

/** The runs of [from, to) of a text. What is cut is no whole value any more. */
export function sliceRuns(runs: readonly Run[], from: number, to: number): readonly Run[] {
  const result: Run[] = [];
  let at = 0;
  for (const run of runs) {
    const start = Math.max(from - at, 0);
    const end = Math.min(to - at, run.text.length);
    at += run.text.length;
    if (start === 0 && end === run.text.length) {
      // What has no text (an empty value, a hole) stays where it stands.
      if (at >= from) result.push(run);
    } else if (start < end) result.push(cutRun(run, start, end));
    if (at > to) break;
  }
  return result;
}

/** Cuts a text from its beginning to its end, so that all its parts together cost what one does. */
export class RunReader {
  readonly #runs: readonly Run[];
  #next = 0;
  /** How much of the next run is read. */
  #read = 0;
  #at = 0;

  constructor(runs: readonly Run[]) {
    this.#runs = runs;
  }

  /** What has not been read up to an offset. What has no text belongs to the text behind it, or to the end. */
  until(offset: number): readonly Run[] {
    const parts: Run[] = [];
    for (let run = this.#runs[this.#next]; run && this.#at < offset; run = this.#runs[this.#next]) {
      const left = run.text.length - this.#read;
      const length = Math.min(left, offset - this.#at);
      const isWhole = this.#read === 0 && length === left;
      parts.push(isWhole ? run : cutRun(run, this.#read, this.#read + length));
      this.#at += length;
      this.#read += length;
      if (length < left) break;
      this.#next++;
      this.#read = 0;
    }
    return parts;
  }
}

function cutRun(run: Run, from: number, to: number): Run {
  const { whole: _, span, ...rest } = run;
  const cut = { ...rest, text: run.text.slice(from, to) };
  if (!span) return cut;
  const exact = run.kind === 'literal' && run.text.length === span.end - span.start;
  return { ...cut, span: exact ? { start: span.start + from, end: span.start + to } : span };
}

/** The runs with their texts changed one by one, as an escape does it that looks at one character at a time. */
export function mapRuns(runs: readonly Run[], change: (text: string) => string): readonly Run[] {
  return runs.map((run) => {
    const text = change(run.text);
    if (text === run.text) return run;
    const { whole: _, span, ...rest } = run;
    // Template text that is printed otherwise than it is written is text that a tag made.
    if (run.kind === 'literal') return { kind: 'tag', text };
    return span ? { ...rest, text, span } : { ...rest, text };
  });
}
