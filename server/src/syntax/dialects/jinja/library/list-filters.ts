import { arithmetic } from '../values/arithmetic';
import { compare, equal, hash, truth } from '../values/compare';
import { itemsOf, iterate, len } from '../values/iterate';
import { roomForItems } from '../values/limits';
import { constant, joined, lazy, list, made, textLike, tuple } from '../values/make';
import { escapedText } from '../values/markup';
import { defined, raise, str, typeName } from '../values/show';
import { characters } from '../values/text';
import { Dict, DictView, Lazy, List, PyObject, Range, type Traced, Undefined } from '../values/value';
import { spend } from '../values/work';
import { integer } from './arguments';
import { attributeGetter, type Getter, pathsOf, withoutCase } from './attribute-getter';
import { filter, REQUIRED } from './bind';
import type { Filter, Host } from './host';
import { sorted } from './sort';

const length = filter('len', {}, (input) => made(len(input), input));

const undefinedItem = (which: string): Traced => constant(new Undefined(`No ${which} item, sequence was empty.`));

export const listFilters: readonly (readonly [string, Filter])[] = [
  ['length', length],
  ['count', length],
  ['first', filter('do_first', {}, (input) => iterate(input)() ?? undefinedItem('first'))],
  ['last', filter('do_last', {}, (input) => reversed(input)[0] ?? undefinedItem('last'))],
  ['list', filter('do_list', {}, (input) => list(itemsOf(input)))],
  ['reverse', filter('do_reverse', {}, reverse)],
  ['sort', filter('do_sort', { reverse: false, case_sensitive: false, attribute: null }, sort)],
  ['unique', filter('do_unique', { case_sensitive: false, attribute: null }, unique)],
  ['min', filter('do_min', { case_sensitive: false, attribute: null }, (...args) => extreme(-1, ...args))],
  ['max', filter('do_max', { case_sensitive: false, attribute: null }, (...args) => extreme(1, ...args))],
  ['sum', filter('do_sum', { attribute: null, start: 0 }, sum)],
  ['join', filter('do_join', { d: '', attribute: null }, join)],
  [
    'batch',
    filter('do_batch', { linecount: REQUIRED, fill_with: null }, (input, given) => lazy(batches(input, given))),
  ],
  ['slice', filter('do_slice', { slices: REQUIRED, fill_with: null }, (input, given) => lazy(slices(input, given)))],
  ['items', filter('do_items', {}, (input) => lazy(pairs(input)))],
  ['dictsort', filter('do_dictsort', { case_sensitive: false, by: 'key', reverse: false }, dictSort)],
];

/** The items from the last to the first, of what Python can go through backwards. */
function reversed(input: Traced): readonly Traced[] {
  const { value } = input;
  const can = value instanceof List || value instanceof Dict || value instanceof DictView || value instanceof Range;
  if (can || typeof value === 'string' || value instanceof Undefined) return itemsOf(input).reverse();
  return raise('TypeError', `'${typeName(value)}' object is not reversible`);
}

function reverse(input: Traced): Traced {
  const { value } = input;
  if (typeof value === 'string') return textLike([...characters(value)].reverse().join(''), input);
  if (value instanceof Lazy) return list(itemsOf(input).reverse());
  if (
    value instanceof List ||
    value instanceof Dict ||
    value instanceof DictView ||
    value instanceof Range ||
    value instanceof Undefined
  ) {
    const items = reversed(input);
    const type = value instanceof List && value.kind === 'list' ? 'list_reverseiterator' : 'reversed';
    return { ...lazy(items.values(), type), origins: input.origins };
  }
  const own = value instanceof PyObject ? value.behaviour.iterate : undefined;
  if (!own) return raise('FilterArgumentError', 'argument must be iterable');
  return list(itemsOf(input).reverse());
}

type Sorting = { readonly reverse: Traced; readonly case_sensitive: Traced; readonly attribute: Traced };

function sort(input: Traced, given: Sorting, host: Host): Traced {
  const ignoreCase = !truth(given.case_sensitive);
  const getters = pathsOf(given.attribute).map((path) => attributeGetter(host, path, { ignoreCase }));
  // The keys are lists, so that they are compared one behind the other.
  const key = (one: Traced): Traced => list(getters.map((get) => get(one)));
  return list(sorted(itemsOf(input), key, integer(given.reverse) !== 0));
}

type Choosing = { readonly case_sensitive: Traced; readonly attribute: Traced };

const getterOf = (given: Choosing, host: Host): Getter =>
  attributeGetter(host, given.attribute, { ignoreCase: !truth(given.case_sensitive) });

function unique(input: Traced, given: Choosing, host: Host): Traced {
  return lazy(
    (function* () {
      const get = getterOf(given, host);
      const seen = new Set<string | object>();
      const next = iterate(input);
      for (let one = next(); one; one = next()) {
        spend(1);
        const key = hash(get(one).value);
        if (seen.has(key)) continue;
        seen.add(key);
        yield one;
      }
    })(),
  );
}

/** The least (`-1`) or greatest (`1`) item; of equal ones the first. */
function extreme(direction: 1 | -1, input: Traced, given: Choosing, host: Host): Traced {
  const next = iterate(input);
  let best = next();
  if (!best) return undefinedItem('aggregated');
  const get = getterOf(given, host);
  let bestKey = get(best);
  for (let one = next(); one; one = next()) {
    spend(1);
    const key = get(one);
    if (direction * compare(key, bestKey, direction > 0 ? '>' : '<') > 0) {
      best = one;
      bestKey = key;
    }
  }
  return best;
}

function sum(input: Traced, given: { readonly attribute: Traced; readonly start: Traced }, host: Host): Traced {
  const get: Getter = given.attribute.value === null ? (one) => one : attributeGetter(host, given.attribute);
  const next = iterate(input);
  if (typeof given.start.value === 'string') raise('TypeError', "sum() can't sum strings [use ''.join(seq) instead]");
  let total = given.start;
  for (let one = next(); one; one = next()) {
    spend(1);
    total = arithmetic('+', total, get(one));
  }
  return total;
}

function join(input: Traced, given: { readonly d: Traced; readonly attribute: Traced }, host: Host): Traced {
  const get: Getter = given.attribute.value === null ? (one) => one : attributeGetter(host, given.attribute);
  const items = itemsOf(input).map(get);
  if (!host.escapes) return joined(items.map(plainText), plainText(given.d));
  // One escaped text makes all of it escaped.
  const markup = given.d.markup === true || items.some((one) => one.markup);
  if (!markup) return joined(items.map(plainText), plainText(given.d));
  return { ...joined(items.map(escapedText), escapedText(given.d)), markup: true };
}

const plainText = (traced: Traced): Traced => (typeof traced.value === 'string' ? traced : made(str(traced), traced));

function* batches(
  input: Traced,
  given: { readonly linecount: Traced; readonly fill_with: Traced },
): Generator<Traced, void> {
  let row: Traced[] = [];
  const next = iterate(input);
  for (let one = next(); one; one = next()) {
    if (equal(row.length, given.linecount.value)) {
      yield list(row);
      row = [];
    }
    row.push(one);
    roomForItems(row.length);
  }
  if (row.length === 0) return;
  if (given.fill_with.value !== null) {
    const missing = integer(given.linecount) - row.length;
    roomForItems(missing);
    for (let count = 0; count < missing; count++) row.push(given.fill_with);
  }
  yield list(row);
}

function* slices(
  input: Traced,
  given: { readonly slices: Traced; readonly fill_with: Traced },
): Generator<Traced, void> {
  const items = itemsOf(input);
  const count = integer(given.slices);
  if (count === 0) raise('ZeroDivisionError', 'integer division or modulo by zero');
  const size = Math.floor(items.length / count);
  const larger = ((items.length % count) + count) % count;
  for (let index = 0, start = 0; index < count; index++) {
    const end = start + size + (index < larger ? 1 : 0);
    const part = items.slice(start, end);
    if (given.fill_with.value !== null && index >= larger) part.push(given.fill_with);
    start = end;
    yield list(part);
  }
}

function* pairs(input: Traced): Generator<Traced, void> {
  const { value } = input;
  if (value instanceof Undefined) return;
  if (!(value instanceof Dict)) return raise('TypeError', 'Can only get item pairs from a mapping.');
  const next = iterate({ value: new DictView(value, 'dict_items'), origins: input.origins });
  for (let one = next(); one; one = next()) {
    spend(1);
    yield one;
  }
}

type DictSorting = { readonly case_sensitive: Traced; readonly by: Traced; readonly reverse: Traced };

function dictSort(input: Traced, given: DictSorting): Traced {
  const by = given.by.value;
  if (by !== 'key' && by !== 'value') {
    return raise('FilterArgumentError', 'You can only sort by either "key" or "value"');
  }
  defined(input);
  const { value } = input;
  if (!(value instanceof Dict)) return raise('AttributeError', `'${typeName(value)}' object has no attribute 'items'`);
  const key = (entry: { readonly key: Traced; readonly value: Traced }): Traced =>
    truth(given.case_sensitive) ? entry[by] : withoutCase(entry[by]);
  const entries = sorted([...value.entries.values()], key, truth(given.reverse));
  return list(entries.map((entry) => tuple([entry.key, entry.value])));
}
