// Filters that look for items by what is in them: by a field, or by an expression that is written in a string.
import { equals } from '../values/compare';
import { isTrue, isTruthy, stringify, toText } from '../values/convert';
import { made } from '../values/make';
import { Dict, type LiquidValue, List, type Traced } from '../values/value';
import { enumerated, type Filter, type Filters, type Host, itemsIn, listOf } from './filter';

type Find = (item: Traced) => LiquidValue;

/** Whether the field of an item is the expected value; without one, whether it is true. */
function byField(property: Traced | undefined, expected: Traced | undefined, host: Host): (item: Traced) => boolean {
  const read = host.variable(stringify(property?.value));
  const wanted = expected?.value;
  return (item) => (wanted === undefined ? isTrue(read(item).value) : equals(read(item).value, wanted));
}

/** What an expression gives for an item, which it calls by a name. */
const byExpression = (
  name: Traced | undefined,
  expression: Traced | undefined,
  host: Host,
): ((item: Traced) => Traced) => host.expression(stringify(expression?.value), toText(name?.value));

const where =
  (isWanted: boolean): Filter =>
  (input, [property, expected], host) => {
    const holds = byField(property, expected, host);
    return listOf(
      itemsIn(input, host).filter((item) => holds(item) === isWanted),
      input,
    );
  };

/** Only `true` and `false` themselves count here. */
const whereExpression =
  (wanted: boolean): Filter =>
  (input, [name, expression], host) => {
    const read = byExpression(name, expression, host);
    return listOf(
      itemsIn(input, host).filter((item) => read(item).value === wanted),
      input,
    );
  };

const finder =
  (isExpression: boolean, give: (index: number, items: readonly Traced[], input: Traced) => Traced): Filter =>
  (input, [first, second], host) => {
    const find: Find = isExpression ? asFound(byExpression(first, second, host)) : byField(first, second, host);
    const items = itemsIn(input, host);
    return give(
      items.findIndex((item) => find(item)),
      items,
      input,
    );
  };

const asFound =
  (read: (item: Traced) => Traced): Find =>
  (item) =>
    isTruthy(read(item).value);

const has = (index: number, _: readonly Traced[], input: Traced): Traced => made(index >= 0, input);
const indexOf = (index: number, _: readonly Traced[], input: Traced): Traced =>
  made(index < 0 ? undefined : index, input);
const itemAt = (index: number, items: readonly Traced[], input: Traced): Traced =>
  items[index] ?? made(undefined, input);

const groupBy =
  (isExpression: boolean): Filter =>
  (input, [first, second], host) => {
    const read = isExpression ? byExpression(first, second, host) : host.variable(stringify(first?.value));
    const items = enumerated(input, host.session);
    host.session.steps(items.length);
    const groups = new Map<LiquidValue, { readonly key: Traced; readonly items: Traced[] }>();
    for (const item of items) {
      const key = read(item);
      const group = groups.get(key.value);
      if (group) group.items.push(item);
      else groups.set(key.value, { key, items: [item] });
    }
    const made = [...groups.values()].map(({ key, items: members }) => ({
      value: new Dict(
        new Map([
          ['name', key],
          ['items', { value: new List(members), origins: input.origins }],
        ]),
      ),
      origins: input.origins,
    }));
    return listOf(made, input);
  };

export const SEARCH: Filters = [
  ['where', where(true)],
  ['reject', where(false)],
  ['where_exp', whereExpression(true)],
  ['reject_exp', whereExpression(false)],
  ['group_by', groupBy(false)],
  ['group_by_exp', groupBy(true)],
  ['has', finder(false, has)],
  ['has_exp', finder(true, has)],
  ['find', finder(false, itemAt)],
  ['find_exp', finder(true, itemAt)],
  ['find_index', finder(false, indexOf)],
  ['find_index_exp', finder(true, indexOf)],
];
