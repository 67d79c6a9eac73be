import type { Path } from '../../model/manifest/manifest';
import type { System } from '../../model/schema';

/** Two declarations of one system that cannot both hold. Paths are counted from the entry. */
export interface Contradiction {
  readonly message: string;
  readonly path: Path;
  readonly part: 'key' | 'value';
  readonly related?: { readonly path: Path; readonly message: string };
  readonly layer?: string;
  readonly slot?: string;
  /** The names that might have been meant instead of `name`. */
  readonly instead?: { readonly name: string; readonly of: readonly string[] };
}

export function* contradictionsIn(entry: System): Generator<Contradiction> {
  yield* layersTwice(entry);
  yield* startsTwice(entry);
  yield* slotsTwice(entry);
  yield* axisDefaults(entry);
}

function* layersTwice(entry: System): Generator<Contradiction> {
  const seen = new Map<string, number>();
  for (const [i, { id }] of (entry.layers ?? []).entries()) {
    const first = seen.get(id);
    if (first === undefined) seen.set(id, i);
    else {
      yield {
        message: `Two layers are called \`${id}\`, so nobody can say which one is meant. Give one of them another id.`,
        path: ['layers', i, 'id'],
        part: 'value',
        layer: id,
        related: { path: ['layers', first, 'id'], message: 'the first layer of this id' },
      };
    }
  }
}

function* startsTwice(entry: System): Generator<Contradiction> {
  const seen = new Map<string, { id: string; path: Path }>();
  for (const [i, { id, starts }] of (entry.layers ?? []).entries()) {
    const all = starts === undefined ? [] : Array.isArray(starts) ? starts : [starts];
    for (const [k, start] of all.entries()) {
      const path = Array.isArray(starts) ? ['layers', i, 'starts', k] : ['layers', i, 'starts'];
      const first = seen.get(start);
      if (!first) seen.set(start, { id, path });
      else if (first.id !== id) {
        yield {
          message: `\`${start}\` begins the layers \`${first.id}\` and \`${id}\`, but a line can begin only one. Give one of them another beginning.`,
          path,
          part: 'value',
          layer: id,
          related: { path: first.path, message: `it begins ${first.id} here` },
        };
      }
    }
  }
}

function* slotsTwice(entry: System): Generator<Contradiction> {
  const seen = new Map<string, { id: string; path: Path }>();
  for (const [i, { id, slots }] of (entry.layers ?? []).entries()) {
    for (const [k, slot] of (slots ?? []).entries()) {
      const path = ['layers', i, 'slots', k];
      const first = seen.get(slot);
      if (!first) seen.set(slot, { id, path });
      else {
        const where = first.id === id ? `twice in the layer \`${id}\`` : `in the layers \`${first.id}\` and \`${id}\``;
        yield {
          message: `The slot \`${slot}\` is listed ${where}, but its value is one layer. Remove it from one of them.`,
          path,
          part: 'value',
          slot,
          related: { path: first.path, message: 'it is listed here first' },
        };
      }
    }
  }
}

type AxisEntry = NonNullable<System['axes']>[string];

const valuesOf = (axis: AxisEntry | undefined): readonly string[] =>
  axis === undefined ? [] : (Array.isArray(axis) ? axis : axis.values).map(String);

function defaultOf(
  axis: AxisEntry | undefined,
): string | { by: string; map: Readonly<Record<string, unknown>> } | undefined {
  if (axis === undefined || Array.isArray(axis) || axis.default === undefined) return undefined;
  return typeof axis.default === 'object' ? axis.default : String(axis.default);
}

function* axisDefaults(entry: System): Generator<Contradiction> {
  const axes = entry.axes ?? {};
  for (const [name, axis] of Object.entries(axes)) {
    const given = defaultOf(axis);
    const values = valuesOf(axis);
    const path: Path = ['axes', name, 'default'];
    if (typeof given === 'string') {
      if (!values.includes(given)) yield noValue(name, given, values, path);
    } else if (given) yield* defaultByAnother(entry, name, given, values);
  }
}

function noValue(axis: string, value: string, values: readonly string[], path: Path): Contradiction {
  return {
    message: `\`${value}\` is no value of the axis \`${axis}\`, which has ${values.join(', ')}.`,
    path,
    part: 'value',
    instead: { name: value, of: values },
  };
}

function* defaultByAnother(
  entry: System,
  name: string,
  { by, map }: { by: string; map: Readonly<Record<string, unknown>> },
  values: readonly string[],
): Generator<Contradiction> {
  const axes = entry.axes ?? {};
  const path: Path = ['axes', name, 'default'];
  const other = axes[by];
  if (other === undefined) {
    const message = `There is no axis \`${by}\`, by which the default of \`${name}\` should be chosen.`;
    yield { message, path: [...path, 'by'], part: 'value', instead: { name: by, of: Object.keys(axes) } };
    return;
  }
  const circle = circleFrom(name, axes);
  if (circle) {
    const way = circle.map((axis) => `\`${axis}\``).join(' follows ');
    yield {
      message: `The default of \`${name}\` goes round in a circle: ${way}. Give one of them a value.`,
      path: [...path, 'by'],
      part: 'value',
    };
  }
  const deciding = valuesOf(other);
  const missing = deciding.filter((value) => !Object.hasOwn(map, value));
  if (missing.length > 0) {
    const message = `\`${name}\` has no default where \`${by}\` is ${missing.join(' or ')}. Add ${missing.length > 1 ? 'them' : 'it'} to the map.`;
    yield { message, path: [...path, 'map'], part: 'key' };
  }
  for (const [key, value] of Object.entries(map)) {
    if (!deciding.includes(key)) yield { ...noValue(by, key, deciding, [...path, 'map', key]), part: 'key' };
    if (!values.includes(String(value))) yield noValue(name, String(value), values, [...path, 'map', key]);
  }
}

/** Nobody can follow a longer way by hand either. */
const LONGEST_CIRCLE = 50;

/** The axes from `name` back to itself, each following the next; undefined when there is no such way, or it is told elsewhere. */
function circleFrom(name: string, axes: NonNullable<System['axes']>): string[] | undefined {
  const way = [name];
  const seen = new Set<string>();
  for (let at = name; ; ) {
    const given = defaultOf(axes[at]);
    if (typeof given !== 'object') return undefined;
    at = given.by;
    way.push(at);
    if (at === name) break;
    // A circle that this axis only leads to.
    if (seen.has(at) || seen.size === LONGEST_CIRCLE) return undefined;
    seen.add(at);
  }
  const first = Object.keys(axes).find((axis) => axis === name || seen.has(axis));
  return first === name ? way : undefined;
}
