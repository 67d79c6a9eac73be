import { entryOf, equal, hash, setEntry, truth } from '../values/compare';
import { itemsOf, iterate } from '../values/iterate';
import { roomForItems } from '../values/limits';
import { constant, list, made, NONE, tuple } from '../values/make';
import { defined, raise, repr } from '../values/show';
import { type CallArguments, Dict, DictView, type List, type Traced } from '../values/value';
import { integer } from './arguments';
import { REQUIRED } from './bind';
import { type Method, method, unsupported } from './method';
import { sorted } from './sort';

const itemsIn = (self: Traced): Traced[] => (self.value as List).items;

/** The items of a list that is about to change. */
function changing(self: Traced): Traced[] {
  const { items, root } = self.value as List;
  root.changed = true;
  return items;
}

const position = (items: readonly Traced[], wanted: Traced): number =>
  items.findIndex((item) => equal(item.value, wanted.value));

/** What lists and tuples have in common. */
export const tupleMethods: ReadonlyMap<string, Method> = new Map([
  [
    'index',
    method('index', { value: REQUIRED }, (self, { value }) => {
      const at = position(itemsIn(self), value);
      return made(at < 0 ? raise('ValueError', `${repr(value)} is not in list`) : at, self);
    }),
  ],
  [
    'count',
    method('count', { value: REQUIRED }, (self, { value }) =>
      made(itemsIn(self).filter((item) => equal(item.value, value.value)).length, self),
    ),
  ],
]);

export const listMethods: ReadonlyMap<string, Method> = new Map([
  ...tupleMethods,
  ['append', method('append', { object: REQUIRED }, (self, { object }) => nothing(grown(changing(self), [object])))],
  [
    'extend',
    method('extend', { iterable: REQUIRED }, (self, { iterable }) => nothing(grown(changing(self), itemsOf(iterable)))),
  ],
  [
    'insert',
    method('insert', { index: REQUIRED, object: REQUIRED }, (self, { index, object }) => {
      const items = changing(self);
      const at = integer(index);
      items.splice(at < 0 ? Math.max(0, at + items.length) : at, 0, object);
      return nothing(roomForItems(items.length));
    }),
  ],
  ['pop', method('pop', { index: -1 }, (self, { index }) => popped(changing(self), integer(index)))],
  [
    'remove',
    method('remove', { value: REQUIRED }, (self, { value }) => {
      const items = changing(self);
      const at = position(items, value);
      if (at < 0) raise('ValueError', 'list.remove(x): x not in list');
      return nothing(items.splice(at, 1));
    }),
  ],
  ['reverse', method('reverse', {}, (self) => nothing(changing(self).reverse()))],
  ['clear', method('clear', {}, (self) => nothing(changing(self).splice(0)))],
  ['copy', method('copy', {}, (self) => list([...itemsIn(self)]))],
  ['sort', sort],
]);

/** Python's methods that change something give None. */
const nothing = (_: unknown): Traced => NONE;

function grown(items: Traced[], more: readonly Traced[]): void {
  roomForItems(items.length + more.length);
  for (const item of more) items.push(item);
}

function popped(items: Traced[], index: number): Traced {
  if (items.length === 0) return raise('IndexError', 'pop from empty list');
  const at = index < 0 ? index + items.length : index;
  const [item] = at >= 0 && at < items.length ? items.splice(at, 1) : [];
  return item ?? raise('IndexError', 'pop index out of range');
}

function sort(self: Traced, { positional, named }: CallArguments): Traced {
  if (positional.length > 0) raise('TypeError', 'sort() takes no positional arguments');
  for (const name of named.keys()) if (name !== 'reverse') raise('TypeError', `sort() does not take \`${name}\` here`);
  const reverse = named.get('reverse');
  const items = changing(self);
  const inOrder = sorted(items, (item) => item, reverse !== undefined && truth(reverse));
  for (const [at, item] of inOrder.entries()) items[at] = item;
  return nothing(undefined);
}

const dictOf = (self: Traced): Dict => self.value as Dict;

function changingDict(self: Traced): Dict {
  const dict = dictOf(self);
  dict.root.changed = true;
  return dict;
}

const view = (kind: DictView['kind']): Method =>
  method(kind.slice('dict_'.length), {}, (self) => ({
    value: new DictView(dictOf(self), kind),
    origins: self.origins,
  }));

export const dictMethods: ReadonlyMap<string, Method> = new Map([
  ['items', view('dict_items')],
  ['keys', view('dict_keys')],
  ['values', view('dict_values')],
  [
    'get',
    method(
      'get',
      { key: REQUIRED, default: null },
      (self, given) => entryOf(dictOf(self), given.key.value)?.value ?? given.default,
    ),
  ],
  ['copy', method('copy', {}, (self) => constant(copyOf(dictOf(self))))],
  ['update', update],
  [
    'setdefault',
    method('setdefault', { key: REQUIRED, default: null }, (self, given) => {
      const dict = changingDict(self);
      const entry = entryOf(dict, given.key.value);
      if (!entry) setEntry(dict, given.key, given.default);
      return entry?.value ?? given.default;
    }),
  ],
  ['pop', popKey],
  [
    'popitem',
    method('popitem', {}, (self) => {
      const dict = changingDict(self);
      const last = [...dict.entries].at(-1);
      if (!last) return raise('KeyError', "'popitem(): dictionary is empty'");
      dict.entries.delete(last[0]);
      return tuple([last[1].key, last[1].value]);
    }),
  ],
  ['clear', method('clear', {}, (self) => nothing(changingDict(self).entries.clear()))],
  ['fromkeys', unsupported('dict.fromkeys')],
]);

export function copyOf(dict: Dict): Dict {
  const copy = new Dict();
  for (const { key, value } of dict.entries.values()) setEntry(copy, key, value);
  return copy;
}

/** What `dict(…)` and `update(…)` take: a mapping or pairs, and named values. */
export function fill(dict: Dict, { positional, named }: CallArguments): void {
  const [from] = positional;
  if (from) defined(from);
  if (positional.length > 1) raise('TypeError', `expected at most 1 argument, got ${positional.length}`);
  if (from?.value instanceof Dict) for (const { key, value } of from.value.entries.values()) setEntry(dict, key, value);
  else if (from) {
    const next = iterate(from);
    for (let pair = next(); pair; pair = next()) {
      const [key, value, ...more] = itemsOf(
        pair,
        (type) => `cannot convert dictionary update sequence element #0 to a sequence (${type})`,
      );
      if (!key || !value || more.length > 0)
        raise('ValueError', 'dictionary update sequence element has wrong length; 2 is required');
      else setEntry(dict, key, value);
    }
  }
  for (const [name, value] of named) setEntry(dict, constant(name), value);
  roomForItems(dict.entries.size);
}

function update(self: Traced, args: CallArguments): Traced {
  return nothing(fill(changingDict(self), args));
}

function popKey(self: Traced, { positional, named }: CallArguments): Traced {
  const [key, fallback] = positional;
  if (named.size > 0 || !key || positional.length > 2) return raise('TypeError', 'pop expected 1 or 2 arguments');
  const dict = changingDict(self);
  const entry = entryOf(dict, key.value);
  if (!entry) return fallback ?? raise('KeyError', repr(key));
  dict.entries.delete(hash(key.value));
  return entry.value;
}
