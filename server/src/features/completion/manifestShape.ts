import type { Path } from '../../model/manifest/manifest';
import {
  headShape,
  type Key,
  type LeafShape,
  type MapShape,
  manifestShape,
  type RecordShape,
  type Shape,
  type Word,
} from '../../model/shape';

/** What may stand at a path of a manifest: one shape, or the branches of a choice. Empty: the path leads nowhere. */
export function shapesAt(path: Path, kind: 'manifest' | 'head'): readonly Shape[] {
  // A head holds one system, whose place in a manifest would be `systems/<name>`.
  const isHead = kind === 'head' && path[0] === 'systems';
  const root = isHead ? headShape() : manifestShape();
  let shapes = branchesOf(root);
  for (const step of isHead ? path.slice(2) : path) shapes = shapes.flatMap((shape) => stepInto(shape, step));
  return shapes;
}

function stepInto(shape: Shape, step: string | number): readonly Shape[] {
  switch (shape.kind) {
    case 'map': {
      const key = shape.keys.get(String(step));
      return key ? branchesOf(key.shape) : [];
    }
    case 'record':
      return branchesOf(shape.value);
    case 'list':
      return typeof step === 'number' ? branchesOf(shape.item) : [];
    default:
      return [];
  }
}

function branchesOf(shape: Shape): readonly Shape[] {
  return shape.kind === 'choice' ? shape.branches.flatMap(branchesOf) : [shape];
}

/** What the items of the lists among some shapes may be. */
export const itemsIn = (shapes: readonly Shape[]): readonly Shape[] =>
  shapes.flatMap((shape) => (shape.kind === 'list' ? branchesOf(shape.item) : []));

/** The key that a path ends with, as the schema describes it. */
export function keyAt(path: Path, kind: 'manifest' | 'head'): Key | undefined {
  const name = path.at(-1);
  if (typeof name !== 'string') return undefined;
  for (const shape of shapesAt(path.slice(0, -1), kind)) {
    const key = shape.kind === 'map' ? shape.keys.get(name) : undefined;
    if (key) return key;
  }
  return undefined;
}

export const mapsIn = (shapes: readonly Shape[]): readonly MapShape[] => shapes.filter((s) => s.kind === 'map');
export const recordsIn = (shapes: readonly Shape[]): readonly RecordShape[] =>
  shapes.filter((s) => s.kind === 'record');
const leavesIn = (shapes: readonly Shape[]): readonly LeafShape[] => shapes.filter((s) => s.kind === 'leaf');

/** The words that a value can be, where there are only some. */
export function wordsIn(shapes: readonly Shape[]): readonly Word[] {
  const words = leavesIn(shapes).flatMap((leaf) => leaf.words ?? []);
  const isYesOrNo = shapes.length > 0 && shapes.every((shape) => shape.kind === 'leaf' && shape.type === 'boolean');
  return words.length > 0 || !isYesOrNo ? words : [{ value: true }, { value: false }];
}

/** What kind of value a key takes, in a word or two. */
export function kindWords(shape: Shape): string {
  switch (shape.kind) {
    case 'map':
      return shape.title ?? 'map';
    case 'record':
      return shape.value.title ? `map of ${shape.value.title}s by name` : 'map';
    case 'list':
      return `list of ${kindWords(shape.item)}s`;
    case 'choice':
      return shape.branches.map(kindWords).join(' or ');
    case 'leaf':
      return shape.words ? shape.words.map((word) => String(word.value)).join(' | ') : shape.type;
    case 'any':
      return 'any value';
  }
}
