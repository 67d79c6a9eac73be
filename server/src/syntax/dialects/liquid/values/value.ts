// Values as a template sees them. Everything that holds other values holds them with their origins.
import type { Run } from '../../jinja/values/run';

/**
 * The values of a template as LiquidJS sees them: `undefined` is what is not there, `null` what is there and nothing.
 */
export type LiquidValue = undefined | null | boolean | number | string | List | Dict | Drop;

/** A value with the paths of the slots that flowed into it. */
export interface Traced {
  readonly value: LiquidValue;
  readonly origins: readonly string[];
  /** Of a text: the parts that it was put together from. */
  readonly runs?: readonly Run[];
  /** Name of the slot whose whole value this is. */
  readonly slot?: string;
  /** The slot that would give the value and has none. */
  readonly hole?: string;
}

/** Items are made when they are asked for: a value of a slot may be large, and a template looks at little of it. */
export class List {
  #items: readonly Traced[] | undefined;
  readonly #make: (() => readonly Traced[]) | undefined;

  constructor(items: readonly Traced[] | (() => readonly Traced[])) {
    if (typeof items === 'function') this.#make = items;
    else this.#items = items;
  }

  get items(): readonly Traced[] {
    this.#items ??= this.#make?.() ?? [];
    return this.#items;
  }
}

/** Entries are made when the first of them is asked for, as those of a list are. */
export class Dict {
  #entries: ReadonlyMap<string, Traced> | undefined;
  readonly #make: (() => ReadonlyMap<string, Traced>) | undefined;

  constructor(entries: ReadonlyMap<string, Traced> | (() => ReadonlyMap<string, Traced>)) {
    if (typeof entries === 'function') this.#make = entries;
    else this.#entries = entries;
  }

  get entries(): ReadonlyMap<string, Traced> {
    this.#entries ??= this.#make?.() ?? new Map();
    return this.#entries;
  }
}

/** Values of the engine's own, which are compared and printed in ways of their own. */
export type Drop = Nothing | LoopState | ParentBlock | Unknown;

/** `nil`, `empty` or `blank`, as they are written in a template. */
export class Nothing {
  readonly word: 'nil' | 'empty' | 'blank';

  constructor(word: Nothing['word']) {
    this.word = word;
  }
}

export const NIL = new Nothing('nil');
export const EMPTY = new Nothing('empty');
export const BLANK = new Nothing('blank');

/** `forloop`, and with `cols` `tablerowloop`. */
export class LoopState {
  index0 = 0;
  readonly length: number;
  readonly name: string;
  /** How many cells a row has, as it was given. */
  readonly cols: LiquidValue;
  readonly isTable: boolean;

  constructor(length: number, name: string, table?: { readonly cols: LiquidValue }) {
    this.length = length;
    this.name = name;
    this.isTable = table !== undefined;
    this.cols = table?.cols;
  }
}

/** `block`: what the layout has in the place of a block, as `block.super`. */
export class ParentBlock {
  readonly print: () => Traced;

  constructor(print: () => Traced) {
    this.print = print;
  }
}

/** What only the program knows: the time, or chance. `why` is the end of a sentence. */
export class Unknown {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}
