import type { Value } from '../../syntax/piece';

/** A text inside of a value: a field, an item, the value itself. */
export interface Leaf {
  /** As the origins of a rendering spell it, behind the name of the slot: `.comments[2].author`. */
  readonly path: string;
  readonly text: string;
}

/** Values are nested no deeper than this. */
const DEEPEST = 8;

/** Texts of one value that are changed. */
const MOST = 40;

/** The texts of a value, in order. */
export function leavesOf(value: Value): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const look = (one: Value, path: string, depth: number): void => {
    if (leaves.length >= MOST * 50) return;
    if (typeof one === 'string') leaves.push({ path, text: one });
    else if (Array.isArray(one) && depth < DEEPEST)
      for (const [i, item] of one.entries()) look(item, `${path}[${i}]`, depth + 1);
    else if (one !== null && typeof one === 'object' && depth < DEEPEST)
      for (const [key, item] of Object.entries(one)) look(item, `${path}.${key}`, depth + 1);
  };
  look(value, '', 0);
  return leaves;
}

/**
 * Of many texts those that are worth a try: of each kind of place the first one, so that a list of a thousand items is
 * attacked in one of them and in every field of it.
 */
export function worthTrying(leaves: readonly Leaf[]): ReadonlySet<string> {
  const shapes = new Map<string, string>();
  for (const { path } of leaves) {
    const shape = path.replace(/\[\d+\]/g, '[]');
    if (!shapes.has(shape) && shapes.size < MOST) shapes.set(shape, path);
  }
  return new Set(shapes.values());
}

/** The value with some of its texts changed. */
export function withTexts(value: Value, paths: ReadonlySet<string>, change: (text: string) => string): Value {
  const write = (one: Value, path: string, depth: number): Value => {
    if (typeof one === 'string') return paths.has(path) ? change(one) : one;
    if (one === null || typeof one !== 'object' || depth >= DEEPEST) return one;
    if (Array.isArray(one)) return one.map((item, i) => write(item, `${path}[${i}]`, depth + 1));
    return Object.fromEntries(
      Object.entries(one).map(([key, item]) => [key, write(item as Value, `${path}.${key}`, depth + 1)]),
    );
  };
  return write(value, '', 0);
}
