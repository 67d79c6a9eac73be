import type { Yaml } from '../../syntax/yaml';
import { behind, entryOf, type YamlNode } from '../../syntax/yaml/tree';
import type { Span } from '../../text/span';
import type { Path } from './manifest';

/**
 * Takes paths of the data to places in the text and back. The tree of the text is many times as large as the text, and
 * of most manifests of a workspace nobody asks for a place once their systems are known: what is soon made again is held
 * only for as long as there is room.
 */
export class Places {
  readonly #orders: ReadonlyMap<YamlNode, readonly number[]>;
  readonly #parse: () => Yaml;
  /** A tree that takes long to make, or whose nodes are known by their identity. */
  readonly #kept: Yaml | undefined;
  #held: WeakRef<Yaml>;

  constructor(yaml: Yaml, orders: ReadonlyMap<YamlNode, readonly number[]>, parse: () => Yaml) {
    this.#orders = orders;
    this.#parse = parse;
    this.#kept = yaml.isQuick && orders.size === 0 ? undefined : yaml;
    this.#held = new WeakRef(yaml);
  }

  place(path: Path): { readonly key?: Span; readonly value?: Span } | undefined {
    const yaml = this.#yaml();
    return yaml.place(this.#renumbered(yaml, path, 'to text'));
  }

  at(offset: number): { path: Path; part: 'key' | 'value'; span: Span } | undefined {
    const yaml = this.#yaml();
    const at = yaml.at(offset);
    return at && { ...at, path: this.#renumbered(yaml, at.path, 'to data') };
  }

  #yaml(): Yaml {
    const held = this.#kept ?? this.#held.deref();
    if (held) return held;
    const yaml = this.#parse();
    this.#held = new WeakRef(yaml);
    return yaml;
  }

  #renumbered({ root }: Yaml, path: Path, direction: 'to text' | 'to data'): Path {
    if (this.#orders.size === 0) return path;
    let node = root;
    return path.map((step) => {
      const at: YamlNode | undefined = node && behind(node);
      if (typeof step !== 'number') {
        node = at?.kind === 'map' ? entryOf(at, step)?.value : undefined;
        return step;
      }
      const order = at && this.#orders.get(at);
      const inText = direction === 'to text' ? (order?.[step] ?? step) : step;
      node = at?.kind === 'list' ? at.items[inText] : undefined;
      return direction === 'to text' || !order ? inText : order.indexOf(step);
    });
  }
}
