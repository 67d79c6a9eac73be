import { roomForItems } from './limits';
import { raise, typeName, used } from './show';
import { characters, lengthInCharacters } from './text';
import { Dict, DictView, Lazy, List, PyObject, Range, type Traced, Undefined } from './value';
import { spend } from './work';

/** Gives the items of a value one by one, then undefined. */
export type Next = () => Traced | undefined;

const notIterable = (type: string): string => `'${type}' object is not iterable`;

/**
 * Goes through a value as Python's `iter` does: a list that grows on the way gives its new items too, a dict that changes
 * is an error, a generator gives what is left of it.
 */
export function iterate(traced: Traced, refusal: (typeName: string) => string = notIterable): Next {
  const { value, origins } = traced;
  if (value instanceof List) return indexed((index) => value.items[index]);
  if (value instanceof Dict) return keysOf(value, origins);
  if (value instanceof DictView) return viewed(value, origins);
  if (typeof value === 'string') {
    const all = characters(value);
    return indexed((index) => {
      const character = all[index];
      return character === undefined ? undefined : { value: character, origins };
    });
  }
  if (value instanceof Undefined) {
    used(value);
    return () => undefined;
  }
  if (value instanceof Lazy) return () => value.next();
  if (value instanceof Range) {
    return indexed((index) => (index < value.length ? { value: value.at(index), origins } : undefined));
  }
  const own = value instanceof PyObject ? value.behaviour.iterate?.() : undefined;
  return own ?? raise('TypeError', refusal(typeName(value)));
}

function indexed(item: (index: number) => Traced | undefined): Next {
  let index = 0;
  return () => item(index++);
}

function keysOf(dict: Dict, origins: readonly string[]): Next {
  return entriesOf(dict, ({ key }) => (key.origins.length === 0 && origins.length > 0 ? { ...key, origins } : key));
}

function viewed({ dict, kind }: DictView, origins: readonly string[]): Next {
  if (kind === 'dict_keys') return keysOf(dict, origins);
  if (kind === 'dict_values') return entriesOf(dict, ({ value }) => value);
  return entriesOf(dict, ({ key, value }) => ({ value: new List([key, value], 'tuple'), origins: [] }));
}

function entriesOf(dict: Dict, item: (entry: { readonly key: Traced; readonly value: Traced }) => Traced): Next {
  const { size } = dict.entries;
  const entries = dict.entries.values();
  return () => {
    if (dict.entries.size !== size) raise('RuntimeError', 'dictionary changed size during iteration');
    const { done, value } = entries.next();
    return done ? undefined : item(value);
  };
}

/** All items at once, as `list(value)` gives them. */
export function itemsOf(traced: Traced, refusal?: (typeName: string) => string): Traced[] {
  const next = iterate(traced, refusal);
  const items: Traced[] = [];
  for (let item = next(); item; item = next()) {
    spend(1);
    items.push(item);
    roomForItems(items.length);
  }
  return items;
}

/** What `len(value)` gives; undefined when the value has no length. */
export function lengthOf({ value }: Traced): number | undefined {
  if (typeof value === 'string') return lengthInCharacters(value);
  if (value instanceof List) return value.items.length;
  if (value instanceof Dict) return value.entries.size;
  if (value instanceof DictView) return value.dict.entries.size;
  if (value instanceof Undefined) {
    used(value);
    return 0;
  }
  if (value instanceof Range) return value.length;
  return value instanceof PyObject ? value.behaviour.length?.() : undefined;
}

/** `len()` of Python. Throws its `TypeError` for what has no length. */
export function len(traced: Traced): number {
  return lengthOf(traced) ?? raise('TypeError', `object of type '${typeName(traced.value)}' has no len()`);
}
