import type { Span } from '../../../../text/span';
import type { FillContext, Filled, IncludedText, Piece } from '../../../piece';
import type { DialectOptions } from '../../dialect';
import { Effort, type Place, Stop } from '../../javascript/stop';
import { notDefined } from '../calls';
import type { Body, Definition } from '../parse/nodes';
import { type GoTree, isGoTree } from '../tree';
import { fromData, type Traced } from '../values';

/** A text that takes part in a rendering. */
export interface Page {
  readonly tree: GoTree;
  /** Address of an included text. */
  readonly file?: string;
}

/** A template that can be called: a whole text, or a part of one that has a name. */
export interface Callee {
  readonly page: Page;
  readonly body: Body;
}

/** Blocks and templates in each other. Go's own limit is far beyond any stack of ours. */
const DEEPEST = 300;

const gapKey = (start: number, file: string | undefined): string => `${start} ${file ?? ''}`;

/** What belongs to one rendering: its budgets, what it has written, and the texts that it knows. */
export class Session {
  readonly effort = new Effort(DEEPEST);
  readonly pieces: Piece[] = [];
  readonly missing: DialectOptions['missing'];
  /** Functions that the program adds. */
  readonly #adds: ReadonlySet<string>;
  readonly #context: FillContext;
  readonly #main: Page;
  /** Texts in the order in which they were met. */
  readonly #pages: Page[];
  /** How many of them have been asked for the texts that they name. */
  #explored = 0;
  readonly #named = new Map<string, Page | undefined>();
  readonly #slots = new Map<string, Traced>();
  readonly #gaps = new Map<string, NonNullable<Filled['gaps']>[number]>();
  /** Bodies of the main text that were come to, and whether one of the times they ran. */
  readonly #bodies = new Map<Body, boolean>();

  constructor(tree: GoTree, context: FillContext, { missing, functions }: DialectOptions) {
    this.#context = context;
    this.missing = missing;
    this.#adds = new Set(functions);
    this.#main = { tree };
    this.#pages = [this.#main];
  }

  get main(): Callee {
    return { page: this.#main, body: this.#main.tree.body };
  }

  /** The slot of a name; without a value it is a hole. */
  slot(name: string): Traced {
    const known = this.#slots.get(name);
    if (known) return known;
    const value = this.#context.value(name);
    const traced = value === undefined ? { value: undefined, origins: [], hole: name } : fromData(value, name, name);
    this.#slots.set(name, traced);
    return traced;
  }

  /** A template by its name: all texts share one list of names, and what a text is called is a name as well. */
  template(name: string, from: Page): Callee | undefined {
    const found = this.#defined(name) ?? this.#file(name, from);
    if (found) return found;
    // It may be defined in a text that has not been looked into so far.
    for (; this.#explored < this.#pages.length; this.#explored++) {
      const page = this.#pages[this.#explored];
      for (const { path } of page?.tree.references ?? []) if (page && path !== undefined) this.#file(path, page);
    }
    return this.#defined(name);
  }

  #defined(name: string): Callee | undefined {
    for (const page of this.#pages) {
      const definition: Definition | undefined = page.tree.definitions.get(name);
      if (definition) return { page, body: definition.body };
    }
    return undefined;
  }

  #file(name: string, from: Page): Callee | undefined {
    const key = `${from.file ?? ''}\n${name}`;
    if (!this.#named.has(key)) this.#named.set(key, this.#open(this.#context.include?.(name, from.file)));
    const page = this.#named.get(key);
    return page && { page, body: page.tree.body };
  }

  #open(found: IncludedText | undefined): Page | undefined {
    if (!found || !isGoTree(found.tree)) return undefined;
    const known = this.#pages.find(({ file }) => file === found.uri);
    if (known) return known;
    const page: Page = { tree: found.tree, file: found.uri };
    this.#pages.push(page);
    return page;
  }

  write(piece: Piece, place: Place): void {
    this.effort.writing(piece.text.length, place);
    this.pieces.push(piece);
  }

  /** Keeps that only the program knows what a tag prints, each tag once. */
  gap(why: string, place: Place): void {
    const message = `The tag is shown as it is written: ${why}.`;
    this.#gaps.set(gapKey(place.span.start, place.file), { message, ...place });
  }

  /** Keeps which functions nobody has, as far as the author has said: Go asks for them wherever they stand. */
  refuseCalls(): void {
    for (const { tree, file } of this.#pages) {
      const from = file === undefined ? {} : { file };
      for (const { name, tag } of tree.added) {
        if (this.#adds.has(name)) continue;
        const refusal = `${notDefined(name)}.`;
        const key = gapKey(tag.start, file);
        const message = `Only the program knows the function \`${name}\`.`;
        const gap = this.#gaps.get(key) ?? { message, span: { start: tag.start, end: tag.end }, ...from };
        if (gap.refusal === undefined) this.#gaps.set(key, { ...gap, refusal });
      }
    }
  }

  get gaps(): NonNullable<Filled['gaps']> {
    return [...this.#gaps.values()];
  }

  mark(body: Body | undefined, page: Page, runs: boolean): void {
    if (body && page.file === undefined) this.#bodies.set(body, runs || this.#bodies.get(body) === true);
  }

  /** What never ran although it was come to. */
  get skipped(): readonly Span[] {
    const spans: Span[] = [];
    for (const [{ start, end }, ran] of this.#bodies) if (!ran && end > start) spans.push({ start, end });
    return spans.sort((a, b) => a.start - b.start);
  }

  /** Ends the rendering where a text cannot be read. */
  refuse({ tree, file }: Page): never {
    const { message = '', span = { start: 0, end: 0 }, engine } = tree.refusal ?? {};
    throw new Stop({
      message,
      span,
      ...(file === undefined ? {} : { file }),
      ...(engine === undefined ? {} : { engine }),
    });
  }
}
