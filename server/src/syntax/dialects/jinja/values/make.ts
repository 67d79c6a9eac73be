import type { Value } from '../../../piece';
import { PythonError } from '../../python/error';
import { isInteger } from '../../python/repr';
import { stepOf } from '../parse/path';
import { room } from './limits';
import { madeRun, NO_ORIGINS, originsOfRuns, type Run, textOfRuns, unite } from './run';
import { str } from './show';
import { Dict, DictView, Float, Lazy, List, type PyValue, type Root, type Traced } from './value';
import { spend } from './work';

/** `None` from nowhere but the template, for functions that give nothing back. */
export const NONE: Traced = { value: null, origins: NO_ORIGINS };

/** A value that came from nowhere but the template. */
export const constant = (value: PyValue): Traced => ({ value, origins: NO_ORIGINS });

/** A value that was made of others. */
export const made = (value: PyValue, ...from: readonly (Traced | undefined)[]): Traced => ({
  value,
  origins: unite(from.map((traced) => (traced ? originsOf(traced) : NO_ORIGINS))),
});

/** A text that was made of another one and counts as escaped when that did. */
export function textLike(text: string, from: Traced, ...more: readonly (Traced | undefined)[]): Traced {
  const traced = made(text, from, ...more);
  return from.markup ? { ...traced, markup: true } : traced;
}

/** A text that keeps what is known of its parts, so that the preview can show where each came from. */
export const textOfRunsTraced = (runs: readonly Run[]): Traced => ({
  value: textOfRuns(runs),
  origins: originsOfRuns(runs),
  runs,
});

/** A text in the parts that are known of it. */
export function runsOf(traced: Traced, text: string): readonly Run[] {
  if (traced.runs) return traced.runs;
  const run = madeRun(text, originsOf(traced));
  return [traced.slot === undefined ? run : { ...run, whole: traced.slot }];
}

/** Texts one behind the other, each still in its parts. */
export const concatenated = (parts: readonly Traced[]): Traced =>
  textOfRunsTraced(together(parts.map((part) => runsOf(part, str(part)))));

/** Texts with a separator between them. */
export function joined(parts: readonly Traced[], separator: Traced): Traced {
  const between = runsOf(separator, str(separator));
  return textOfRunsTraced(
    together(
      parts.flatMap((part, index) => (index > 0 ? [between, runsOf(part, str(part))] : [runsOf(part, str(part))])),
    ),
  );
}

/** Parts that a text may have; one of more is one part only. */
const MOST_RUNS = 5000;

/** All runs in one list. What a tag made of the same is one run, so that a text that grows in a loop stays small. */
function together(lists: readonly (readonly Run[])[]): readonly Run[] {
  const runs: Run[] = [];
  let length = 0;
  for (const list of lists) {
    spend(1 + (list.length >> 2));
    for (const run of list) {
      length += run.text.length;
      room(length);
      const last = runs.at(-1);
      if (last && areAlike(last, run)) runs[runs.length - 1] = { ...last, text: last.text + run.text };
      else if (isKept(run)) runs.push(run);
    }
  }
  return runs.length <= MOST_RUNS ? runs : [madeRun(textOfRuns(runs), originsOfRuns(runs))];
}

/** Whether two runs were made inside of tags and of the same slots. */
const areAlike = (a: Run, b: Run): boolean =>
  a.kind === b.kind && a.origins === b.origins && isPlain(a) && isPlain(b) && b.text !== '';

const isPlain = ({ span, whole, hole, gap }: Run): boolean =>
  span === undefined && whole === undefined && hole === undefined && gap === undefined;

/** A run without text is worth keeping when it marks a place. */
const isKept = ({ text, whole, hole, gap }: Run): boolean =>
  text !== '' || whole !== undefined || hole !== undefined || gap !== undefined;

export const asMarkup = (traced: Traced): Traced => (traced.markup ? traced : { ...traced, markup: true });

/** `origins`: the path of the slot that the list came with; none when the template made it. */
export const list = (items: Traced[], origins: readonly string[] = NO_ORIGINS): Traced => ({
  value: new List(items),
  origins,
});

/** `fields`: names under which the items can be read as well, as of the groups of `groupby`. */
export const tuple = (items: Traced[], fields?: readonly string[]): Traced =>
  constant(new List(items, 'tuple', fields ? { fields } : {}));

/**
 * The paths that flowed into a value. A container that came with a slot is named by its own path, as long as nothing was
 * put into it; any other one by the paths of what it holds.
 */
export function originsOf(traced: Traced): readonly string[] {
  if (typeof traced.value !== 'object' || traced.value === null) return traced.origins;
  const lists: (readonly string[])[] = [];
  // What holds itself, or the same thing twice, is looked into once.
  const seen = new Set<PyValue>();
  const left = [traced];
  for (let next = left.pop(); next; next = left.pop()) {
    lists.push(next.origins);
    if (seen.has(next.value)) continue;
    const inside = itemsOf(next.value);
    if (!inside || (next.origins.length > 0 && !inside.changed)) continue;
    spend(inside.items.length >> 3);
    seen.add(next.value);
    // In the order of the items, as a person reads them.
    for (const item of [...inside.items].reverse()) left.push(item);
  }
  return unite(lists);
}

function itemsOf(value: PyValue): { readonly items: readonly Traced[]; readonly changed: boolean } | undefined {
  if (value instanceof List) return { items: value.items, changed: value.root.changed };
  const dict = value instanceof DictView ? value.dict : value;
  if (!(dict instanceof Dict)) return undefined;
  const items = [...dict.entries.values()].flatMap((entry) => [entry.key, entry.value]);
  return { items, changed: dict.root.changed };
}

/** Values inside of values; deeper ones cannot come from JSON that Python reads. */
const DEEPEST_VALUE = 400;

/** The value of a slot with the paths of everything in it: `issue.comments[2].author`. */
export function fromSlot(value: Value, name: string): Traced {
  return { ...fromValue(value, name, { changed: false }, 0), slot: name };
}

function fromValue(value: Value, path: string, root: Root, depth: number): Traced {
  const origins = [path];
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return { value, origins };
  if (typeof value === 'number') return { value: fromNumber(value), origins };
  if (depth > DEEPEST_VALUE) throw new PythonError('RecursionError', 'maximum recursion depth exceeded');
  if (isArray(value)) {
    const items = value.map((item, index) => fromValue(item, `${path}[${index}]`, root, depth + 1));
    return { value: new List(items, 'list', { root }), origins };
  }
  const dict = new Dict(root);
  for (const [key, item] of Object.entries(value)) {
    dict.entries.set(`s${key}`, {
      key: { value: key, origins },
      value: fromValue(item, path + stepOf(key), root, depth + 1),
    });
  }
  return { value: dict, origins };
}

const isArray = (value: Value): value is readonly Value[] => Array.isArray(value);

/** JSON has one type of numbers; a whole one that is written with digits alone is Python's `int`. */
function fromNumber(value: number): PyValue {
  if (!isInteger(value)) return new Float(value);
  return Number.isSafeInteger(value) ? value : BigInt(String(value));
}

/** A generator: it does its work when it is asked, item by item. */
export const lazy = (items: Iterator<Traced, void>, typeName?: string): Traced =>
  constant(
    new Lazy(() => {
      const { done, value } = items.next();
      return done ? undefined : (value as Traced);
    }, typeName),
  );
