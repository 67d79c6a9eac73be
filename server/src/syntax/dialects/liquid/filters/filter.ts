import { mapRuns, textOfRuns } from '../../jinja/values/run';
import { plain, stringify } from '../values/convert';
import { fromRuns, made } from '../values/make';
import { Dict, type LiquidValue, List, type Traced } from '../values/value';

/** What a rendering may spend. Each ends it when too much is asked for. */
export interface Meter {
  steps(count: number): void;
  /** Characters that are read or made on the way. */
  reading(characters: number): void;
  /** Characters of a text that is about to be made. */
  room(characters: number): void;
}

/** What a filter may ask for. */
export interface Host {
  readonly session: Meter;
  /** Reads a text as a variable, and gives what that is in an item and nowhere else. */
  variable(text: string): (item: Traced) => Traced;
  /** Reads a text as an expression, and gives its value where the filter stands, with an item under a name. */
  expression(text: string, name: string): (item: Traced) => Traced;
}

export type Filter = (input: Traced, args: readonly Traced[], host: Host) => Traced;

export type Filters = readonly (readonly [name: string, filter: Filter])[];

/** The text of an input or argument, and what it costs to read. */
export function textIn(traced: Traced | undefined, { session }: Host): string {
  const text = stringify(traced?.value);
  session.reading(text.length);
  return text;
}

/** The items of a list; a single value is a list of itself, and nothing is an empty one. */
export function itemsIn(traced: Traced | undefined, { session }: Host): readonly Traced[] {
  const value = plain(traced?.value);
  if (!traced || value === undefined || value === null) return [];
  if (!(value instanceof List)) return [value === traced.value ? traced : { ...traced, value }];
  session.steps(1 + value.items.length);
  return value.items;
}

/** What a loop goes through: the items of a list, the pairs of a map, a text as one item. */
export function enumerated(traced: Traced, session: Meter): readonly Traced[] {
  const value = plain(traced.value);
  if (value instanceof List) return value.items;
  if (typeof value === 'string') return value.length > 0 ? [{ ...traced, value }] : [];
  if (!(value instanceof Dict)) return [];
  session.steps(value.entries.size);
  return [...value.entries].map(([key, item]) => made(new List([made(key, traced), item]), traced));
}

/** A list that a filter makes of the items of others. */
export const listOf = (items: readonly Traced[], ...from: readonly (Traced | undefined)[]): Traced =>
  made(new List(items), ...from);

/** A filter that changes a text and knows nothing but the text. What was put together stays in its parts where that gives the same. */
export const mapped =
  (change: (text: string) => string): Filter =>
  (input, _, host) =>
    changed(input, change, host);

export function changed(input: Traced, change: (text: string) => string, host: Host): Traced {
  const text = textIn(input, host);
  const result = change(text);
  if (result === input.value) return input;
  if (!input.runs) return made(result, input);
  const runs = mapRuns(input.runs, change);
  return textOfRuns(runs) === result ? { ...fromRuns(runs), origins: input.origins } : made(result, input);
}

/** A value that a filter computes from those of its input and arguments. */
export const computed =
  (compute: (input: LiquidValue, ...args: readonly LiquidValue[]) => LiquidValue): Filter =>
  (input, args) =>
    made(compute(input.value, ...args.map(({ value }) => value)), input, ...args);

/** Number of code points. */
export function lengthInCharacters(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at = pastCharacters(text, at, 1)) length++;
  return length;
}

/** Offset behind `count` code points. */
export function pastCharacters(text: string, from: number, count: number): number {
  let at = from;
  for (let i = 0; i < count && at < text.length; i++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}
