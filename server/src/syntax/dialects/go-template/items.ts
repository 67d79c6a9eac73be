// `index`, `slice` and `len`.
import { byteLength, bytesOf, sliceBytes } from './characters';
import { fail } from './failure';
import {
  Byte,
  Dict,
  fromData,
  type GoValue,
  List,
  MISSING,
  madeOf,
  Root,
  type Traced,
  typeName,
  unboxed,
} from './values';

/** What `index` reads of the program's own data, by its name. */
export type Lookup = (name: string) => Traced;

/** `index x 1 "k"`: `x[1]["k"]`. */
export function index(item: Traced = MISSING, indexes: readonly Traced[], slot?: Lookup): Traced {
  let current = unboxed(item);
  if (current.value === undefined) fail('index of untyped nil');
  for (const one of indexes) {
    current = unboxedItem(current);
    current = at(current, unboxed(one), slot);
  }
  return current;
}

function unboxedItem(item: Traced): Traced {
  const inner = unboxed(item);
  return inner.value === undefined ? fail('index of nil pointer') : inner;
}

function at(item: Traced, key: Traced, slot: Lookup | undefined): Traced {
  const { value } = item;
  if (value instanceof List) {
    const place = position(key.value, value.length);
    if (place === value.length) fail('reflect: slice index out of range');
    return withKey(fromData(value.at(place), value.pathAt(place)), key);
  }
  if (typeof value === 'string') {
    const length = byteLength(value);
    const place = position(key.value, length);
    if (place === length) fail('reflect: string index out of range');
    return madeOf(new Byte(bytesOf(value)[place] ?? 0), [item, key]);
  }
  if (value instanceof Dict) {
    const name = keyOf(key.value);
    const found = value.get(name);
    return withKey(
      found === undefined ? { ...madeOf(null, [item]), boxed: true } : fromData(found, value.pathOf(name)),
      key,
    );
  }
  if (value instanceof Root && slot) return slot(keyOf(key.value));
  return fail(`can't index item of type ${typeName(value)}`);
}

/** Which item it is may depend on another value. */
function withKey(item: Traced, key: Traced): Traced {
  if (key.origins.length === 0 && key.hole === undefined) return item;
  const { boxed } = item;
  const both = madeOf(item.value, [item, key]);
  return boxed ? { ...both, boxed } : both;
}

function keyOf(key: GoValue): string {
  if (key === undefined) return fail('value is nil; should be of type string');
  return typeof key === 'string' ? key : fail(`value has type ${typeName(key)}; should be string`);
}

/** An index as a number, at most the capacity. */
function position(key: GoValue, capacity: number): number {
  if (key === undefined) fail('cannot index slice/array with nil');
  const number = typeof key === 'bigint' ? key : key instanceof Byte ? BigInt(key.value) : undefined;
  if (number === undefined) return fail(`cannot index slice/array with type ${typeName(key)}`);
  return number < 0n || number > BigInt(capacity) ? fail(`index out of range: ${number}`) : Number(number);
}

/** `slice x 1 2`: `x[1:2]`. */
export function slice(item: Traced = MISSING, indexes: readonly Traced[]): Traced {
  const inner = unboxed(item);
  const { value } = inner;
  if (value === undefined) fail('slice of untyped nil');
  if (indexes.length > 3) fail(`too many slice indexes: ${indexes.length}`);
  const isText = typeof value === 'string';
  if (isText && indexes.length === 3) fail('cannot 3-index slice a string');
  if (!isText && !(value instanceof List)) return fail(`can't slice item of type ${typeName(value)}`);
  const length = isText ? byteLength(value) : value.length;
  const capacity = isText ? length : value.capacity;
  const places = indexes.map((one) => position(asIndex(one), capacity));
  const [from = 0, to = length, most = capacity] = places;
  if (from > to) fail(`invalid slice index: ${from} > ${to}`);
  if (to > most) fail(`invalid slice index: ${to} > ${most}`);
  const part = isText
    ? sliceBytes(value, from, to)
    : new List(value.items, value.path, value.from + from, to - from, most - from);
  return madeOf(part, [inner, ...indexes]);
}

/** Unlike `index`, Go's `slice` does not look into the box of a number that comes right out of the data. */
const asIndex = ({ value, boxed }: Traced): GoValue =>
  boxed ? fail('cannot index slice/array with type interface {}') : value;

export function length(item: Traced = MISSING): Traced {
  const { value, boxed } = item;
  if (boxed && value === null) fail('len of nil pointer');
  if (value === undefined || value === null) fail('reflect: call of reflect.Value.Type on zero Value');
  if (typeof value === 'string') return madeOf(BigInt(byteLength(value)), [item]);
  if (value instanceof List) return madeOf(BigInt(value.length), [item]);
  if (value instanceof Dict) return madeOf(BigInt(value.keys.length), [item]);
  return fail(`len of type ${typeName(value)}`);
}
