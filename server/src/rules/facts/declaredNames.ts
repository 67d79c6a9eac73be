import type { System } from '../../model/schema';
import type { Mention } from './mentions';

/** The names that a system declares, by what they are names of; read once for all that mention one. */
export class DeclaredNames {
  readonly #entry: System;
  readonly #known = new Map<string, ReadonlySet<string>>();

  constructor(entry: System) {
    this.#entry = entry;
  }

  declared({ kind, axis = '' }: Mention): ReadonlySet<string> {
    const key = kind === 'value' ? `value ${axis}` : kind;
    let names = this.#known.get(key);
    if (!names) {
      names = new Set(this.#read(kind, axis));
      this.#known.set(key, names);
    }
    return names;
  }

  #read(kind: Mention['kind'], name: string): readonly string[] {
    const { layers = [], axes = {}, slots = {} } = this.#entry;
    if (kind === 'layer') return layers.map((layer) => layer.id);
    if (kind === 'axis') return Object.keys(axes);
    if (kind === 'slot') return [...layers.flatMap((layer) => layer.slots ?? []), ...Object.keys(slots)];
    const axis = Object.hasOwn(axes, name) ? axes[name] : undefined;
    return axis === undefined ? [] : (Array.isArray(axis) ? axis : axis.values).map(String);
  }
}
