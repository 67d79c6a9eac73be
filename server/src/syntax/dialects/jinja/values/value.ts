// Python's values as a template sees them. Numbers are `number` while they are whole and safe, `bigint` beyond, and `Float`
// when Python has a float. Everything that holds other values holds them with their origins.
import type { Run } from './run';

/**
 * The values of a template as Python sees them. Whole numbers are `number` while that is exact and `bigint` beyond it;
 * what JavaScript cannot tell apart (1 and 1.0, lists and tuples) has a class.
 */
export type PyValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Float
  | List
  | Dict
  | DictView
  | Range
  | Lazy
  | Undefined
  | PyObject;

/** A value with the paths of the slots that flowed into it. */
export interface Traced {
  readonly value: PyValue;
  readonly origins: readonly string[];
  /** Of a text: the parts that it was put together from. */
  readonly runs?: readonly Run[];
  /** Text that counts as escaped: `Markup`, as `e`, `safe` and `tojson` give it. */
  readonly markup?: true;
  /** Name of the slot whose whole value this is. */
  readonly slot?: string;
}

/** A number with a point, which Python prints as `1.0` where JavaScript has `1`. */
export class Float {
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

/** Shared by all values that came with one slot: whether something was put into any of them. */
export interface Root {
  changed: boolean;
}

/** A list or a tuple; only lists are changed. */
export class List {
  readonly kind: 'list' | 'tuple';
  readonly items: Traced[];
  readonly root: Root;
  /** Names of the items of a named tuple, as `groupby` makes them. */
  readonly fields: readonly string[] | undefined;

  constructor(
    items: Traced[],
    kind: 'list' | 'tuple' = 'list',
    { root = { changed: false }, fields }: { readonly root?: Root; readonly fields?: readonly string[] } = {},
  ) {
    this.items = items;
    this.kind = kind;
    this.root = root;
    this.fields = fields;
  }
}

export interface Entry {
  readonly key: Traced;
  value: Traced;
}

/** A dict with the order of its keys. Keys are compared as Python does: `1`, `1.0` and `True` are one. */
export class Dict {
  /** By the hash of the key, in the order in which the keys came. */
  readonly entries = new Map<string | object, Entry>();
  readonly root: Root;

  constructor(root: Root = { changed: false }) {
    this.root = root;
  }
}

/** What `keys()`, `values()` and `items()` give: it shows the dict as it is when it is looked at. */
export class DictView {
  readonly dict: Dict;
  readonly kind: 'dict_keys' | 'dict_values' | 'dict_items';

  constructor(dict: Dict, kind: DictView['kind']) {
    this.dict = dict;
    this.kind = kind;
  }
}

/** What `range()` gives. Its numbers are not made: one of a million items costs nothing until it is walked. */
export class Range {
  readonly start: number;
  readonly stop: number;
  readonly step: number;

  constructor(start: number, stop: number, step: number) {
    this.start = start;
    this.stop = stop;
    this.step = step;
  }

  get length(): number {
    return Math.max(0, Math.ceil((this.stop - this.start) / this.step));
  }

  at(index: number): number {
    return this.start + index * this.step;
  }
}

/** Something that is gone through once: a generator, or `reversed` of something. */
export class Lazy {
  readonly typeName: string;
  readonly #pull: () => Traced | undefined;

  constructor(pull: () => Traced | undefined, typeName = 'generator') {
    this.#pull = pull;
    this.typeName = typeName;
  }

  next(): Traced | undefined {
    return this.#pull();
  }
}

/** Why something is undefined. */
export interface Absence {
  /** The slot that nothing gives a value for: looking into it gives it again, so that a preview can show the hole. */
  readonly hole?: string;
  /** The name that was asked of the program. */
  readonly asked?: string;
  /** What `DebugUndefined` says of it; absent: its message. */
  readonly shown?: string;
  /** What only the program knows: its own filter or function made the value. */
  readonly gap?: string;
  /** An `if` without an `else`: nothing, whatever a program does about what is missing. */
  readonly isPlain?: boolean;
}

/** What a missing name, attribute or item gives. It prints nothing and is empty; nearly anything else with it is an error. */
export class Undefined {
  readonly message: string;
  readonly absence: Absence;

  constructor(message: string, absence: Absence = {}) {
    this.message = message;
    this.absence = absence;
  }

  get hole(): string | undefined {
    return this.absence.hole;
  }
}

/** Arguments of a call, filled in. */
export interface CallArguments {
  readonly positional: readonly Traced[];
  readonly named: ReadonlyMap<string, Traced>;
}

/** Everything that is not data: functions, macros, `loop`, namespaces, modules. */
export interface Behaviour {
  /** What Python calls its type. */
  readonly typeName: string;
  attribute?(name: string): Traced | undefined;
  call?(args: CallArguments): Traced;
  /** What is printed; without it Python would print an address. */
  print?(): string | Traced;
  /** What `repr` gives; without it, `print` does. */
  repr?(): string;
  length?(): number;
  iterate?(): () => Traced | undefined;
}

/**
 * An object of the engine (`loop`, a macro, a cycler): what it can do is in its behaviour, and the rest fails as in
 * Python.
 */
export class PyObject {
  readonly behaviour: Behaviour;

  constructor(behaviour: Behaviour) {
    this.behaviour = behaviour;
  }
}

/** The variables that a template keeps in one `namespace(…)`. */
export class Namespace extends PyObject {
  readonly attributes: Map<string, Traced>;

  constructor(attributes: Map<string, Traced>, repr: (attributes: ReadonlyMap<string, Traced>) => string) {
    super({
      typeName: 'Namespace',
      attribute: (name) => attributes.get(name),
      print: () => repr(attributes),
    });
    this.attributes = attributes;
  }
}
