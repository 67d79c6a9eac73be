import { Kept } from '../../../../text/kept';
import type { Names } from '../names';

/** Names of frames, by the part of the tree that they were made for. They are the same each time it runs. */
const known = new Kept<object, Names>();

export function remembered(node: object, make: () => Names): Names {
  let names = known.get(node);
  if (!names) {
    names = make();
    known.set(node, names);
  }
  return names;
}
