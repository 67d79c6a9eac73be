import { numeric, plain, toText } from '../values/convert';
import { ABSENT, constant, made, sliced } from '../values/make';
import { Dict, type LiquidValue, List, LoopState, ParentBlock, type Traced, Unknown } from '../values/value';

/** A field of a value. Only own properties exist, and those that the engine adds: `size`, `first`, `last`. */
export function propertyOf(of: Traced, key: LiquidValue): Traced {
  const { value, origins, hole } = of;
  if (value === undefined || value === null) return { value, origins, ...(hole === undefined ? {} : { hole }) };
  if (value instanceof Unknown) return of;
  const known = plain(key);
  if (value instanceof List && typeof known === 'number') return elementOf(of, known);
  const name = toText(known);
  if (value instanceof LoopState) return stateOf(value, name);
  if (value instanceof ParentBlock) return name === 'super' ? value.print() : ABSENT;
  if (value instanceof Dict) {
    const own = value.entries.get(name);
    if (own) return own;
    return known === 'size' ? made(value.entries.size, of) : ABSENT;
  }
  if (typeof value !== 'string' && !(value instanceof List)) return ABSENT;
  const length = typeof value === 'string' ? value.length : value.items.length;
  if (name === 'length' || known === 'size') return made(length, of);
  if (/^(?:0|[1-9]\d{0,9})$/.test(name)) return elementOf(of, Number(name));
  if (value instanceof List && known === 'first') return elementOf(of, 0);
  return value instanceof List && known === 'last' ? elementOf(of, -1) : ABSENT;
}

/** An item of a list, or a character of a text; counted from the end, when the index is negative. */
export function elementOf(of: Traced, index: number): Traced {
  const { value } = of;
  if (value instanceof List) return value.items[index < 0 ? value.items.length + index : index] ?? ABSENT;
  if (typeof value !== 'string') return ABSENT;
  const at = index < 0 ? value.length + index : index;
  return Number.isInteger(at) && at >= 0 && at < value.length ? sliced(of, at, at + 1) : ABSENT;
}

function stateOf(state: LoopState, name: string): Traced {
  const { index0, length } = state;
  switch (name) {
    case 'i':
    case 'index0':
      return constant(index0);
    case 'index':
      return constant(index0 + 1);
    case 'length':
      return constant(length);
    case 'name':
      return constant(state.name);
    case 'first':
      return constant(index0 === 0);
    case 'last':
      return constant(index0 === length - 1);
    case 'rindex':
      return constant(length - index0);
    case 'rindex0':
      return constant(length - index0 - 1);
    case 'next':
      // A method of the engine's own that a template can call: it goes one item on.
      state.index0++;
      return ABSENT;
    default:
      return state.isTable ? cellOf(state, name) : ABSENT;
  }
}

function cellOf(state: LoopState, name: string): Traced {
  const column = state.index0 % numeric(state.cols);
  switch (name) {
    case 'cols':
      return constant(state.cols);
    case 'row':
      return constant(rowOf(state));
    case 'col0':
      return constant(column);
    case 'col':
      return constant(column + 1);
    case 'col_first':
      return constant(column === 0);
    case 'col_last':
      return constant(column + 1 === state.cols);
    default:
      return ABSENT;
  }
}

export const rowOf = ({ index0, cols }: LoopState): number => Math.floor(index0 / numeric(cols)) + 1;

/** A field of an item that stands for all variables: only its own ones, and the size of the map that is asked at last. */
export function variableOf(of: Traced, name: string): Traced {
  const { value } = of;
  if (value === undefined || value === null) return name === 'size' ? constant(0) : ABSENT;
  const isOwn =
    value instanceof Dict ? value.entries.has(name) : name !== 'size' && name !== 'first' && name !== 'last';
  const found = isOwn ? propertyOf(of, name) : ABSENT;
  return found.value === undefined && name === 'size' ? constant(0) : found;
}
