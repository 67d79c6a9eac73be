import { unite } from '../../jinja/values/run';
import { elementOf, propertyOf } from '../engine/properties';
import { isNil, isTruthy, numeric, plain, stringify, toText } from '../values/convert';
import { constant, fromRuns, made, runsOf, together } from '../values/make';
import { Dict, type LiquidValue, List, LoopState, type Traced } from '../values/value';
import { type Filter, type Filters, type Host, itemsIn, listOf, textIn } from './filter';

const join: Filter = (input, [separator], host) => {
  const items = itemsIn(input, host);
  const known = plain(separator?.value);
  const mark = separator && !isNil(known) ? { ...separator, value: textIn(separator, host) } : constant(' ');
  const texts = items.map(({ value }) => (isNil(value) ? '' : toText(value)));
  host.session.room(sum(texts.map(({ length }) => length)) + stringify(mark.value).length * texts.length);
  const between = runsOf(mark);
  const runs = together(
    items.flatMap((item, index) => {
      const text = texts[index] ?? '';
      // What is printed of a list or a map in the list is another text than what the engine prints alone.
      const own = typeof item.value === 'string' ? runsOf(item, text) : runsOf(made(text, item), text);
      return index > 0 ? [between, own] : [own];
    }),
  );
  return { ...fromRuns(runs), origins: unite([input.origins, mark.origins, ...items.map(({ origins }) => origins)]) };
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The first or last item. Of what has no length, nothing. */
const end =
  (index: 0 | -1): Filter =>
  (input) => {
    const value = plain(input.value);
    const of = value === input.value ? input : { ...input, value };
    if (value instanceof List || (typeof value === 'string' && value !== '')) return elementOf(of, index);
    if (!(value instanceof Dict)) return made('', input);
    const length = value.entries.get('length')?.value;
    if (typeof length !== 'number') return made('', input);
    return propertyOf(of, String(index < 0 ? length + index : index));
  };

type Compare = (a: LiquidValue, b: LiquidValue) => number;

/** Nothing stands at the end. */
const orderedBy =
  (compare: Compare): Compare =>
  (a, b) => {
    if (isNil(a) || isNil(b)) return isNil(a) && isNil(b) ? 0 : isNil(a) ? 1 : -1;
    return compare(a, b);
  };

const inOrder = orderedBy((a, b) => ordered(comparable(a), comparable(b)));
const inNaturalOrder = orderedBy((a, b) => ordered(toText(a).toLowerCase(), toText(b).toLowerCase()));

const ordered = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

/** Texts are compared as texts, and everything else with a number as a number, as JavaScript's `<` does. */
function comparable(value: LiquidValue): number {
  const known = plain(value);
  return (typeof known === 'object' && known !== null ? toText(known) : known) as number;
}

const sortBy =
  (compare: Compare): Filter =>
  (input, [property], host) => {
    const path = isTruthy(property?.value) ? stringify(property?.value).split('.') : undefined;
    const rows = itemsIn(input, host).map((item) => [item, path ? atPath(item, path).value : item.value] as const);
    host.session.steps(rows.length * 4);
    // The order of two values may depend on the way in which they are asked for, so that it must be the engine's own way.
    return listOf(
      [...rows].sort(([, a], [, b]) => compare(a, b)).map(([item]) => item),
      input,
    );
  };

const atPath = (item: Traced, path: readonly string[]): Traced =>
  path.reduce<Traced>((value, key) => propertyOf(value, key), item);

const fieldOf = (item: Traced, property: Traced | undefined): Traced =>
  atPath(item, stringify(property?.value).split('.'));

const map: Filter = (input, [property], host) =>
  listOf(
    itemsIn(input, host).map((item) => fieldOf(item, property)),
    input,
  );

const total: Filter = (input, [property], host) => {
  const items = itemsIn(input, host);
  const numbers = items.map((item) => numeric((isTruthy(property?.value) ? fieldOf(item, property) : item).value));
  return made(sum(numbers.map((number) => (Number.isNaN(number) ? 0 : number))), input, ...items);
};

const concat = (input: Traced, more: Traced | undefined, items: readonly Traced[], host: Host): Traced =>
  listOf([...itemsIn(input, host), ...items], input, more);

const uniq: Filter = (input, _, host) => {
  const first = new Map<LiquidValue, Traced>();
  for (const item of itemsIn(input, host)) if (!first.has(item.value)) first.set(item.value, item);
  return listOf([...first.values()], input);
};

const size: Filter = (input) => {
  const { value } = input;
  if (typeof value === 'string') return made(value.length, input);
  if (value instanceof List) return made(value.items.length, input);
  if (value instanceof LoopState) return constant(value.length);
  const length = value instanceof Dict ? value.entries.get('length') : undefined;
  return length && isTruthy(length.value) ? length : made(0, input);
};

const changedItems =
  (change: (items: readonly Traced[]) => readonly Traced[]): Filter =>
  (input, _, host) =>
    listOf(change(itemsIn(input, host)), input);

export const LISTS: Filters = [
  ['join', join],
  ['first', end(0)],
  ['last', end(-1)],
  ['sort', sortBy(inOrder)],
  ['sort_natural', sortBy(inNaturalOrder)],
  ['map', map],
  ['sum', total],
  ['size', size],
  ['uniq', uniq],
  ['reverse', changedItems((items) => [...items].reverse())],
  ['compact', changedItems((items) => items.filter(({ value }) => !isNil(plain(value))))],
  ['pop', changedItems((items) => items.slice(0, -1))],
  ['shift', changedItems((items) => items.slice(1))],
  ['concat', (input, [more], host) => concat(input, more, itemsIn(more, host), host)],
  ['push', (input, [item], host) => concat(input, item, [item ?? constant(undefined)], host)],
  ['unshift', (input, [item], host) => listOf([item ?? constant(undefined), ...itemsIn(input, host)], input, item)],
];
