import type { Value } from '../../../piece';
import { isList, isObject, pathOf } from '../../javascript/data';
import { madeRun, NO_ORIGINS, originsOfRuns, type Run, sliceRuns, textOfRuns, unite } from '../../jinja/values/run';
import { stringify } from './convert';
import { Dict, type LiquidValue, List, type Traced } from './value';

/** What a name gives that nothing defines: it prints nothing, and is no hole. */
export const ABSENT: Traced = { value: undefined, origins: NO_ORIGINS };

/** A value that came from nowhere but the template. */
export const constant = (value: LiquidValue): Traced => ({ value, origins: NO_ORIGINS });

/** A value that was made of others. */
export const made = (value: LiquidValue, ...from: readonly (Traced | undefined)[]): Traced => ({
  value,
  origins: unite(from.map((traced) => traced?.origins ?? NO_ORIGINS)),
});

/** The value of a slot with the paths of everything in it: `issue.comments[2].author`. */
export const fromSlot = (value: Value, name: string): Traced => ({ ...fromValue(value, name), slot: name });

function fromValue(value: Value, path: string): Traced {
  const origins = [path];
  if (isList(value)) {
    return { value: new List(() => value.map((item, index) => fromValue(item, `${path}[${index}]`))), origins };
  }
  if (!isObject(value)) return { value, origins };
  const entries = (): ReadonlyMap<string, Traced> =>
    new Map(Object.entries(value).map(([key, item]) => [key, fromValue(item, pathOf(path, value, key))]));
  return { value: new Dict(entries), origins };
}

/** A text in the parts that are known of it. */
export function runsOf(traced: Traced, text = stringify(traced.value)): readonly Run[] {
  if (traced.runs) return traced.runs;
  if (traced.value instanceof List && traced.slot === undefined)
    return together(traced.value.items.map((item) => runsOf(item)));
  if (text === '' && traced.slot === undefined) return [];
  const run = madeRun(text, traced.origins);
  // A list prints its items, which is not how the slot would write it itself.
  const isWhole =
    traced.slot !== undefined && (text === '' || !(traced.value instanceof List || traced.value instanceof Dict));
  return [isWhole && traced.slot !== undefined ? { ...run, whole: traced.slot } : run];
}

/** A text made of parts. */
export const fromRuns = (runs: readonly Run[]): Traced => ({
  value: textOfRuns(runs),
  origins: originsOfRuns(runs),
  runs,
});

/** A part of a text. */
export function sliced(traced: Traced, from: number, to: number): Traced {
  const text = stringify(traced.value);
  if (from === 0 && to >= text.length && typeof traced.value === 'string') return traced;
  if (!traced.runs) return made(text.slice(from, to), traced);
  // A text that was cut is made of the same values, whatever is left of it.
  return { ...fromRuns(sliceRuns(traced.runs, from, to)), origins: traced.origins };
}

/** Parts that a text may have; one of more is one part only. */
const MOST_RUNS = 5000;

/** All runs in one list. What a tag made of the same is one run, so that a text that grows in a loop stays small. */
export function together(lists: readonly (readonly Run[])[]): readonly Run[] {
  const runs: Run[] = [];
  for (const list of lists) {
    for (const run of list) {
      const last = runs.at(-1);
      if (last && areAlike(last, run)) runs[runs.length - 1] = { ...last, text: last.text + run.text };
      else if (run.text !== '' || run.whole !== undefined || run.hole !== undefined || run.gap) runs.push(run);
    }
  }
  return runs.length <= MOST_RUNS ? runs : [madeRun(textOfRuns(runs), originsOfRuns(runs))];
}

/** Whether two runs were made inside of tags and of the same slots. */
const areAlike = (a: Run, b: Run): boolean =>
  a.kind === b.kind && a.origins === b.origins && isPlain(a) && isPlain(b) && b.text !== '';

const isPlain = ({ span, whole, hole, gap }: Run): boolean =>
  span === undefined && whole === undefined && hole === undefined && gap === undefined;

/** Texts one behind the other, each still in its parts. */
export const concatenated = (...parts: readonly Traced[]): Traced => {
  const runs = together(parts.map((part) => runsOf(part)));
  return { ...fromRuns(runs), origins: unite(parts.map(({ origins }) => origins)) };
};
