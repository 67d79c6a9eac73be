import { equal, truth } from '../values/compare';
import { itemsOf, iterate } from '../values/iterate';
import { constant, lazy, list, tuple } from '../values/make';
import { raise, repr } from '../values/show';
import type { CallArguments, Traced } from '../values/value';
import { spend } from '../values/work';
import { attributeGetter, type Getter } from './attribute-getter';
import { filter, REQUIRED } from './bind';
import type { Filter, Host } from './host';
import { sorted } from './sort';

export const selectFilters: readonly (readonly [string, Filter])[] = [
  ['map', (...args) => lazy(mapped(...args))],
  ['select', (...args) => lazy(selected(true, false, ...args))],
  ['reject', (...args) => lazy(selected(false, false, ...args))],
  ['selectattr', (...args) => lazy(selected(true, true, ...args))],
  ['rejectattr', (...args) => lazy(selected(false, true, ...args))],
  ['groupby', filter('do_groupby', { attribute: REQUIRED, default: null, case_sensitive: false }, groupBy)],
];

/** `items|map('upper')`, `items|map(attribute='name', default='')` */
function* mapped(input: Traced, args: CallArguments, host: Host): Generator<Traced, void> {
  if (!truth(input)) return;
  const change = changeOf(args, host);
  const next = iterate(input);
  for (let one = next(); one; one = next()) {
    spend(1);
    yield change(one);
  }
}

function changeOf({ positional, named }: CallArguments, host: Host): Getter {
  const [name, ...rest] = positional;
  const attribute = named.get('attribute');
  if (!name && attribute) {
    const other = [...named.keys()].find((key) => key !== 'attribute' && key !== 'default');
    if (other !== undefined) raise('FilterArgumentError', `Unexpected keyword argument ${repr(constant(other))}`);
    const fallback = named.get('default');
    return attributeGetter(host, attribute, fallback ? { fallback } : {});
  }
  if (!name) return raise('FilterArgumentError', 'map requires a filter argument');
  return (one) => host.filter(name, one, { positional: rest, named });
}

function* selected(
  wanted: boolean,
  byAttribute: boolean,
  input: Traced,
  args: CallArguments,
  host: Host,
): Generator<Traced, void> {
  if (!truth(input)) return;
  const holds = testOf(args, byAttribute, host);
  const next = iterate(input);
  for (let one = next(); one; one = next()) {
    spend(1);
    if (holds(one) === wanted) yield one;
  }
}

function testOf({ positional, named }: CallArguments, byAttribute: boolean, host: Host): (one: Traced) => boolean {
  const [attribute] = positional;
  if (byAttribute && !attribute) raise('FilterArgumentError', 'Missing parameter for attribute name');
  const get: Getter = byAttribute && attribute ? attributeGetter(host, attribute) : (one) => one;
  const [name, ...rest] = byAttribute ? positional.slice(1) : positional;
  return name ? (one) => host.test(name, get(one), { positional: rest, named }) : (one) => truth(get(one));
}

type Grouping = { readonly attribute: Traced; readonly default: Traced; readonly case_sensitive: Traced };

/** Groups as pairs of the common value and the items, which can be read as `grouper` and `list` too. */
function groupBy(input: Traced, given: Grouping, host: Host): Traced {
  const ignoreCase = !truth(given.case_sensitive);
  const key = attributeGetter(host, given.attribute, { ignoreCase, fallback: given.default });
  const shown = attributeGetter(host, given.attribute, { fallback: given.default });
  const groups: { readonly key: Traced; readonly items: Traced[] }[] = [];
  for (const one of sorted(itemsOf(input), key, false)) {
    const current = key(one);
    const last = groups.at(-1);
    if (last && equal(last.key.value, current.value)) last.items.push(one);
    else groups.push({ key: current, items: [one] });
  }
  return list(
    groups.map((group) => {
      const [first] = group.items;
      // The value as the first item has it, and not in the small letters that were compared.
      return tuple([first ? shown(first) : group.key, list(group.items)], ['grouper', 'list']);
    }),
  );
}
