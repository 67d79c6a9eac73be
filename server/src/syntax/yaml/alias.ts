import type { Span } from '../../text/span';
import type { YamlError } from './faults';
import type { YamlAlias, YamlNode } from './tree';

/**
 * How many nodes all aliases of a text may stand for together, and how deep what one stands for may be. In memory
 * aliases share their value, but whoever walks the data meets every copy: ten lines could stand for billions of nodes.
 */
const MOST_NODES = 100_000;
const DEEPEST = 100;

interface Size {
  readonly nodes: number;
  readonly depth: number;
}

const ONE: Size = { nodes: 1, depth: 1 };

/** Finds what each alias stands for, in the order of the text, and refuses circles and explosions. */
export class AliasReader {
  readonly #anchors = new Map<string, YamlNode | 'open'>();
  readonly #sizes = new Map<YamlNode, Size>();
  readonly #errors: YamlError[];
  #left = MOST_NODES;

  constructor(errors: YamlError[]) {
    this.#errors = errors;
  }

  begin(anchor: string): void {
    this.#anchors.set(anchor, 'open');
  }

  end(anchor: string, node: YamlNode): void {
    this.#anchors.set(anchor, node);
    this.#size(node);
  }

  alias(name: string, span: Span): YamlAlias {
    const target = this.#anchors.get(name);
    const alias = { kind: 'alias', span, name } as const;
    if (target === undefined)
      return this.#refuse(alias, 'NO_ANCHOR', [...this.#anchors.keys()].slice(0, 100).join(' '));
    if (target === 'open') return this.#refuse(alias, 'CIRCLE', '');
    const size = this.#size(target);
    if (size.nodes > this.#left || size.depth > DEEPEST) return this.#refuse(alias, 'EXPLOSION', '');
    this.#left -= size.nodes;
    return { ...alias, target };
  }

  #refuse(alias: { kind: 'alias'; span: Span; name: string }, code: string, message: string): YamlAlias {
    if (alias.name !== '') this.#errors.push({ code, message, ...alias.span });
    return { ...alias, target: undefined };
  }

  /** Nodes and depth of what a node stands for. Anchors inside are measured already, so this goes no deeper than the text. */
  #size(node: YamlNode): Size {
    const known = this.#sizes.get(node);
    if (known) return known;
    if (node.kind === 'alias') return node.target ? this.#size(node.target) : ONE;
    if (node.kind === 'scalar') return ONE;
    let nodes = 1;
    let depth = 0;
    const inner = node.kind === 'list' ? node.items : node.entries.map((entry) => entry.value);
    for (const child of inner) {
      const size = this.#size(child);
      nodes += size.nodes;
      depth = Math.max(depth, size.depth);
    }
    const size = { nodes, depth: depth + 1 };
    this.#sizes.set(node, size);
    return size;
  }
}
