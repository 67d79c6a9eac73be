// Names that a text gives itself (`set`, loops, `with`, block parameters): what each stands for, and what is read behind it.
import { Kept } from '../../text/kept';
import type { Span } from '../../text/span';
import type { Binding, BindingUse, TemplateTree } from '../tree';
import type { Dialect } from './dialect';

const known = new Kept<TemplateTree, readonly Binding[]>();

/** The names that a text gives itself, in the order of their tags. */
export function bindingsOf(dialect: Dialect, tree: TemplateTree): readonly Binding[] {
  if (!dialect.bindings) return [];
  let bindings = known.get(tree);
  if (!bindings) {
    bindings = dialect.bindings(tree);
    known.set(tree, bindings);
  }
  return bindings;
}

/** The binding that a name means at an offset: the innermost that is known there. */
export function bindingAt(bindings: readonly Binding[], name: string, offset: number): Binding | undefined {
  let found: Binding | undefined;
  for (const binding of bindings) {
    const { scope } = binding;
    if (binding.name !== name || offset < scope.start || scope.end < offset) continue;
    if (!found || scope.start >= found.scope.start) found = binding;
  }
  return found;
}

/** A path that is read: a name and the steps behind it. */
export interface ReadPath {
  readonly root: string;
  readonly steps: readonly string[];
  readonly span: Span;
}

/** What is known of a binding where its tag is read. */
export type NewBinding = Omit<Binding, 'uses' | 'source'> & {
  /** The path that it stands for or is made of. */
  readonly source?: ReadPath | undefined;
};

interface Draft extends Binding {
  readonly uses: BindingUse[];
}

/** Collects the bindings of one text while a dialect goes through its tree. */
export class BindingReader {
  readonly #found: Draft[] = [];
  readonly #known = new Map<string, Draft[]>();
  /** Names that were given in the frames that are open. */
  readonly #frames: string[][] = [[]];

  get found(): readonly Binding[] {
    return this.#found.sort((a, b) => a.tag.start - b.tag.start || a.nameSpan.start - b.nameSpan.start);
  }

  /** Names that are given inside are forgotten behind it. */
  frame(run: () => void): void {
    this.#frames.push([]);
    run();
    for (const name of this.#frames.pop() ?? []) this.#known.get(name)?.pop();
  }

  /** Gives a name in the innermost frame; `everywhere`: in the whole rest of the text. */
  give({ source, ...given }: NewBinding, everywhere = false): void {
    const of = source && this.at(source.root);
    const draft: Draft = {
      ...given,
      uses: [],
      ...(source ? { source: { ...source, ...(of ? { of } : {}) } } : {}),
    };
    this.#found.push(draft);
    const all = this.#known.get(given.name) ?? [];
    all.push(draft);
    this.#known.set(given.name, all);
    if (!everywhere) this.#frames.at(-1)?.push(given.name);
  }

  at(name: string): Binding | undefined {
    return this.#known.get(name)?.at(-1);
  }

  /** A path is read; nothing when its name is none of the text's own. */
  read({ root, steps, span }: ReadPath): void {
    this.#known.get(root)?.at(-1)?.uses.push({ steps, span });
  }
}

/** The steps of a path as it is written: `.a[0]['b c']`. */
export const stepsIn = (path: string): readonly string[] => path.split(/[.[\]'"]+/).filter((step) => step !== '');
