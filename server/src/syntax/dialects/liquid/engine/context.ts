import { NO_ORIGINS } from '../../jinja/values/run';
import type { Slot } from '../parse/nodes';
import { ABSENT, constant } from '../values/make';
import type { ParentBlock, Traced } from '../values/value';
import type { Page } from './page';

/** Fills a block, with what stands in its place further out. */
export type BlockWriter = (parent: ParentBlock) => void;

/** Variables, and what tags remember from one use to the next. A text that is brought in with `render` has its own. */
export class Context {
  /** Innermost last. What is assigned is put into the first. */
  readonly scopes: Map<string, Traced>[] = [new Map()];
  /** What `increment` and `decrement` made of the program's values. */
  readonly counters = new Map<string, Traced>();
  /** Where each `cycle` is. */
  readonly cycles = new Map<string, number>();
  /** Where each loop ended, for `offset: continue`. */
  readonly ends = new Map<string, Traced>();
  /** Blocks that a text stores for its layout. */
  blocks = new Map<string, BlockWriter>();
  isStoring = false;
  /** Blocks that are being filled. One of a text that is brought in twice is two to the engine, which reads it twice. */
  readonly filling: { readonly node: Slot; readonly page: Page }[] = [];
  /** A `break` or `continue` was met: the statements of all bodies end, up to the loop. */
  breaks = false;
  continues = false;
  readonly #program: (name: string) => Traced | undefined;

  constructor(program: (name: string) => Traced | undefined) {
    this.#program = program;
  }

  /** A context that sees nothing of this one. */
  static empty = (): Context => new Context(() => undefined);

  get jumps(): boolean {
    return this.breaks || this.continues;
  }

  find(name: string): Traced {
    for (let at = this.scopes.length - 1; at >= 0; at--) {
      const found = this.scopes[at]?.get(name);
      if (found) return found;
    }
    // Of the map of nothing that the engine asks at last, the size is known.
    return this.given(name) ?? (name === 'size' ? constant(0) : ABSENT);
  }

  /** What the program gives, or a counter made of it. */
  given(name: string): Traced | undefined {
    return this.counters.get(name) ?? this.#program(name);
  }

  assign(name: string, value: Traced): void {
    this.scopes[0]?.set(name, value);
  }

  /** Runs something with more variables. */
  within(scope: Map<string, Traced>, run: () => void): void {
    this.scopes.push(scope);
    run();
    this.scopes.pop();
  }
}

/** A slot that nothing gives a value for. */
export const holeOf = (name: string): Traced => ({ value: undefined, origins: NO_ORIGINS, hole: name });
