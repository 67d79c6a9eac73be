import type { Span } from '../../../../text/span';
import { OUTPUT_LIMIT } from '../../../output';
import type { FillContext, Filled, IncludedText } from '../../../piece';
import type { DialectOptions } from '../../dialect';
import { MOST_TEXTS, TOO_MANY_TEXTS } from '../../javascript/stop';
import { LIMIT, PythonError } from '../../python/error';
import { isJinjaTree, type JinjaTree } from '../tree';
import { fromSlot } from '../values/make';
import type { Run } from '../values/run';
import { Dict, List, type PyObject, type PyValue, type Traced } from '../values/value';
import type { Context, Template } from './context';
import { EndlessError, type Gap, Raised } from './raised';

/** Statements, turns of loops and parts of expressions that one rendering may run through. */
const MOST_STEPS = 2_000_000;

/** How deep expressions, statements and texts may stand inside of each other, all together. */
const DEEPEST = 900;

/** Includes, macros and blocks that call each other. */
const DEEPEST_TEXT = 60;

/** A text that was run for what it exports. */
export interface Module {
  readonly module: PyObject;
  readonly context: Context;
  /** What it printed, which nobody sees but who prints the module. */
  readonly runs: readonly Run[];
}

/** What belongs to one rendering: its budgets, what it has written, and where it is. */
export class Session {
  readonly options: DialectOptions;
  /** Whether the engine was told to escape for HTML what it prints. */
  readonly escapes: boolean;
  /** What the texts export that were imported without the context. */
  readonly modules = new Map<Template, Module>();
  /** What is being written: the output, or a text that is captured. */
  out: Run[] = [];
  /** The text whose statements run. */
  template: Template;
  /** The tag of the text that is filled which brought in the text that runs. */
  site: Span | undefined;
  readonly #main: Template;
  readonly #fill: FillContext;
  readonly #slots = new Map<string, Traced | undefined>();
  readonly #known = new Map<string, Template>();
  /** The names of the slots of each text. */
  readonly #asked = new Map<JinjaTree, ReadonlySet<string>>();
  readonly #gaps = new Map<string, NonNullable<Filled['gaps']>[number]>();
  readonly #run = new Set<Span>();
  readonly #off = new Set<Span>();
  #steps = 0;
  #size = 0;
  #depth = 0;
  /** Texts that were brought in. */
  #brought = 0;
  /** The texts that are in each other just now: a macro and a block count once more. */
  readonly #texts: Template[] = [];

  constructor(main: Template, fill: FillContext, options: DialectOptions) {
    this.#main = main;
    this.template = main;
    this.options = options;
    this.escapes = options.escapeHtml === true;
    this.#fill = fill;
  }

  spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > MOST_STEPS) throw new PythonError(LIMIT, 'it would run for too long');
  }

  /** Counts the size of a value that is handled: what is done with a large one takes longer. */
  weigh(value: PyValue): void {
    if (typeof value === 'string') this.spend(value.length >> 8);
    else if (value instanceof List) this.spend(value.items.length >> 4);
    else if (value instanceof Dict) this.spend(value.entries.size >> 4);
  }

  /** Counts characters that are written, captured ones too. */
  grow(characters: number): void {
    this.#size += characters;
    this.spend(characters >> 8);
    if (this.#size > OUTPUT_LIMIT) throw new PythonError(LIMIT, 'the text has grown too long');
  }

  /** Goes one level deeper; what is returned is to be given back to `leave`. */
  enter(): number {
    if (this.#depth >= DEEPEST) throw new PythonError(LIMIT, 'it nests so deeply');
    return this.#depth++;
  }

  leave(depth: number): void {
    this.#depth = depth;
  }

  /** Runs statements of a text that is entered by `tag`. */
  inside<T>(template: Template, tag: Span | undefined, run: () => T): T {
    const { template: before, site } = this;
    if (this.#texts.length >= DEEPEST_TEXT) throw new EndlessError(this.#cycle(template));
    this.#texts.push(template);
    const depth = this.enter();
    const entered = before.uri === undefined && tag ? { start: tag.start, end: tag.end } : undefined;
    this.site = template.uri === undefined ? undefined : (site ?? entered);
    this.template = template;
    try {
      return run();
    } finally {
      this.template = before;
      this.site = site;
      this.#texts.pop();
      this.leave(depth);
    }
  }

  /** Addresses of the texts that bring each other in, from one to itself; empty when a text calls only itself. */
  #cycle(template: Template): readonly string[] {
    const from = this.#texts.lastIndexOf(template);
    const cycle = [...this.#texts.slice(Math.max(from, 0)), template].map(({ uri }) => uri ?? '');
    return new Set(cycle).size === 1 ? [] : cycle;
  }

  /** What is written while something runs, instead of writing it. */
  captured(run: () => void): readonly Run[] {
    const before = this.out;
    const own: Run[] = [];
    this.out = own;
    try {
      run();
    } finally {
      this.out = before;
    }
    return own;
  }

  /** Keeps that only the program knows what a tag prints or stores, each tag once. */
  gap({ message, refusal }: Pick<Gap, 'message' | 'refusal'>, { start, end }: Span): void {
    const { uri } = this.template;
    const file = uri === undefined ? {} : { file: uri };
    this.#gaps.set(`${uri} ${start}`, {
      message,
      span: { start, end },
      ...file,
      ...(refusal === undefined ? {} : { refusal }),
    });
  }

  get gaps(): NonNullable<Filled['gaps']> {
    return [...this.#gaps.values()];
  }

  /** The value of a slot; undefined when nothing gives one. */
  slot(name: string): Traced | undefined {
    if (this.#slots.has(name)) return this.#slots.get(name);
    const value = this.#fill.value(name);
    const traced = value === undefined ? undefined : fromSlot(value, name);
    this.#slots.set(name, traced);
    return traced;
  }

  /** Whether the program adds a filter, test or global of this name, as the author says. */
  adds(name: string): boolean {
    return this.options.functions?.includes(name) === true;
  }

  /** Whether the name is one of the slots, as far as somebody says which there are. */
  knows(name: string): boolean {
    return this.#fill.known(name);
  }

  /** Whether the program is to give the name, and whether it is one of the slots that somebody knows. */
  asks(name: string): 'slot' | 'unknown' | undefined {
    const { tree } = this.template;
    const names = this.#asked.get(tree) ?? new Set(tree.slots.map((slot) => slot.name));
    this.#asked.set(tree, names);
    if (!names.has(name)) return undefined;
    return this.#fill.known(name) ? 'slot' : 'unknown';
  }

  /** Another text by the path that a tag of the current one names. */
  text(path: string): Template | undefined {
    const found: IncludedText | undefined = this.#fill.include?.(path, this.template.uri);
    if (!found || !isJinjaTree(found.tree)) return undefined;
    this.#brought++;
    if (this.#brought > MOST_TEXTS) throw new PythonError(LIMIT, TOO_MANY_TEXTS);
    const known = this.#known.get(found.uri);
    if (known && known.tree === found.tree) return known;
    const text = { tree: found.tree, uri: found.uri };
    this.#known.set(found.uri, text);
    return text;
  }

  /** The text at an address that this rendering has come to; the text that is filled, when there is none. */
  textAt(uri: string | undefined): Template {
    return (uri === undefined ? undefined : this.#known.get(uri)) ?? this.#main;
  }

  /** Keeps that a part of the text that is filled ran, or that the values switched it off. */
  mark(stretch: Span | undefined, runs: boolean): void {
    if (!stretch || this.template.uri !== undefined) return;
    if (runs) this.#run.add(stretch);
    else this.#off.add(stretch);
  }

  /** What never ran although it was come to. */
  get skipped(): readonly Span[] {
    const spans = [...this.#off].filter((stretch) => !this.#run.has(stretch) && stretch.end > stretch.start);
    spans.sort((a, b) => a.start - b.start);
    return spans.map(({ start, end }) => ({ start, end }));
  }

  /** An error that happened at a place of the current text. */
  at(error: unknown, span: Span): unknown {
    if (!(error instanceof PythonError)) return error;
    const { uri } = this.template;
    return new Raised(error, error.span ?? span, uri);
  }
}
