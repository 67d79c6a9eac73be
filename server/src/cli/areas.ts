import { folderOf } from '../text/address';
import { isManifestName } from '../workspace/names';

/** What is checked together. */
export interface Batch {
  /** Manifests and templates. */
  readonly files: readonly string[];
  /** Roots of the areas that may be read from. */
  readonly roots: readonly string[];
}

/** Manifests and templates in one batch, unless a single area holds more. */
const BATCH = 50;

/**
 * A folder in parts that are checked each on its own. An area is what lies below a manifest that has no other above it;
 * what lies below none is one more, whose root is the empty text. They are put together to batches of some size.
 */
export class Areas {
  readonly batches: readonly Batch[];
  readonly #manifestFolders: ReadonlySet<string>;

  /** Made from the addresses of all manifests and templates. */
  constructor(listed: readonly string[]) {
    this.#manifestFolders = new Set(listed.filter(isManifestName).map(folderOf));
    const areas = new Map<string, string[]>();
    for (const uri of listed) {
      const root = this.rootOf(uri);
      const area = areas.get(root);
      if (area) area.push(uri);
      else areas.set(root, [uri]);
    }
    const batches: { readonly files: string[]; readonly roots: string[] }[] = [];
    for (const [root, files] of areas) {
      const last = batches.at(-1);
      if (last && last.files.length + files.length <= BATCH) {
        last.files.push(...files);
        last.roots.push(root);
      } else batches.push({ files, roots: [root] });
    }
    this.batches = batches;
  }

  /** The root of the area that a file lies in, whether it is listed or not. */
  rootOf(uri: string): string {
    let root = '';
    let folder = uri;
    for (let above = folderOf(uri); above !== folder && above !== ''; above = folderOf(above)) {
      folder = above;
      if (this.#manifestFolders.has(folder)) root = folder;
    }
    return root;
  }
}

/**
 * Which batches stand alone, and which are to be checked again, put together with those whose areas they read from: by
 * number of a batch, the roots of these areas.
 */
export function joined(
  batches: readonly Batch[],
  strays: ReadonlyMap<number, readonly string[]>,
): { readonly alone: ReadonlySet<number>; readonly together: readonly Batch[] } {
  const batchOf = new Map(batches.flatMap(({ roots }, i) => roots.map((root) => [root, i])));
  // Files below no manifest, of which none is listed, are like one more batch.
  const rest = batches.length;
  const groups = new Groups(rest + 1);
  for (const [batch, roots] of strays) for (const root of roots) groups.join(batch, batchOf.get(root) ?? rest);
  const members = new Map<number, number[]>();
  for (const i of batches.keys()) {
    const group = members.get(groups.of(i));
    if (group) group.push(i);
    else members.set(groups.of(i), [i]);
  }
  const straysOf = (i: number): readonly string[] => strays.get(i) ?? [];
  const alone = [...members.values()].filter((own) => own.length === 1 && own.every((i) => straysOf(i).length === 0));
  const others = [...members.values()].filter((own) => !alone.includes(own));
  return {
    alone: new Set(alone.flat()),
    together: others.map((own) => ({
      files: own.flatMap((i) => batches[i]?.files ?? []),
      roots: [...new Set(own.flatMap((i) => [...(batches[i]?.roots ?? []), ...straysOf(i)]))],
    })),
  };
}

/** Numbers that belong together. */
class Groups {
  readonly #above: number[];

  constructor(count: number) {
    this.#above = Array.from({ length: count }, (_, i) => i);
  }

  of(one: number): number {
    let top = one;
    while (this.#above[top] !== top) top = this.#above[top] ?? top;
    return top;
  }

  join(one: number, other: number): void {
    this.#above[this.of(one)] = this.of(other);
  }
}
