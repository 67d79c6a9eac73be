import type { Block } from '../parse/nodes';
import type { JinjaTree } from '../tree';
import type { Traced } from '../values/value';
import { spend } from '../values/work';

/** A text that takes part in a rendering. */
export interface Template {
  readonly tree: JinjaTree;
  /** Address of an included text; undefined: the text that is filled. */
  readonly uri: string | undefined;
}

/** One definition of a block; of several, the first is the one that counts. */
export interface BlockEntry {
  readonly node: Block;
  readonly template: Template;
}

/** What an `{% autoescape %}` changes while it runs. */
export interface Evaluation {
  escapes: boolean;
}

interface ContextOptions {
  readonly blocks?: Map<string, BlockEntry[]>;
  readonly isAlone?: boolean;
}

/** The variables of one text that runs: what it was given, and what its top level has set. */
export class Context {
  /** Set at the top level. */
  readonly vars = new Map<string, Traced>();
  /** Names that an import of the text gets. */
  readonly exported = new Set<string>();
  readonly blocks: Map<string, BlockEntry[]>;
  readonly evaluation: Evaluation;
  /** Belongs to a text that was brought in without a context: what the program gives is not seen there. */
  readonly isAlone: boolean;
  readonly #given: (name: string) => Traced | undefined;

  constructor(
    given: (name: string) => Traced | undefined,
    evaluation: Evaluation,
    { blocks = new Map<string, BlockEntry[]>(), isAlone = false }: ContextOptions = {},
  ) {
    this.#given = given;
    this.isAlone = isAlone;
    this.evaluation = evaluation;
    this.blocks = blocks;
  }

  resolve(name: string): Traced | undefined {
    return this.vars.get(name) ?? this.#given(name);
  }

  /** The same variables, with those of a frame before them: what a scoped block, an include and an import with context see. */
  withLocals(locals: ReadonlyMap<string, Traced>): (name: string) => Traced | undefined {
    spend((this.vars.size + locals.size) >> 2);
    const own = new Map([...this.vars, ...locals]);
    return (name) => own.get(name) ?? this.#given(name);
  }

  derived(locals: ReadonlyMap<string, Traced>): Context {
    const blocks = new Map<string, BlockEntry[]>();
    spend(this.blocks.size);
    for (const [name, entries] of this.blocks) blocks.set(name, [...entries]);
    return new Context(this.withLocals(locals), this.evaluation, { blocks, isAlone: this.isAlone });
  }

  /** Adds the blocks of a text behind those that are there. */
  addBlocks(template: Template): void {
    spend(template.tree.inheritance.size);
    for (const [name, node] of template.tree.inheritance) {
      const entries = this.blocks.get(name);
      if (entries) entries.push({ node, template });
      else this.blocks.set(name, [{ node, template }]);
    }
  }
}
