import type { Span } from '../../../../text/span';
import { OUTPUT_LIMIT } from '../../../output';
import type { FillContext, Filled, Piece } from '../../../piece';
import type { TemplateTree } from '../../../tree';
import type { DialectOptions } from '../../dialect';
import { Effort, giveUp, type Place } from '../../javascript/stop';
import type { Run } from '../../jinja/values/run';
import { fromSlot } from '../values/make';
import type { Traced } from '../values/value';
import { Context, holeOf } from './context';
import { type Page, placeIn } from './page';

/** Bodies and texts that stand in each other: three or four calls each, so that this is well within the stack of a worker. */
const DEEPEST = 350;

/** What belongs to one rendering: its budgets, what it has written, and where it is. */
export class Session {
  /** What is being written: the output, or a text that is captured. */
  out: Run[] = [];
  readonly fill: FillContext;
  readonly escapes: boolean;
  /** A name or field that is not there is an error; conditions and defaults may ask for one all the same. */
  readonly isStrict: boolean;
  readonly isLenient: boolean;
  /** A filter that the engine does not know is an error. */
  readonly needsFilters: boolean;
  /** Filters that the program adds. */
  readonly adds: ReadonlySet<string>;
  /** A context without a variable. */
  readonly nowhere = Context.empty();
  /** The text whose statements run. */
  page: Page = { text: '' };
  readonly #effort = new Effort(DEEPEST);
  readonly #slots = new Map<string, Traced>();
  readonly #gaps = new Map<string, NonNullable<Filled['gaps']>[number]>();
  readonly #bodies = new Map<Span, boolean>();
  /** The texts that were brought in, by their addresses. */
  readonly #texts = new Map<string | undefined, string>();
  #place: Place = { span: { start: 0, end: 0 } };
  #depth = 0;

  constructor(fill: FillContext, main: TemplateTree, options: DialectOptions) {
    this.fill = fill;
    this.escapes = options.escapeHtml === true;
    this.isStrict = options.missing === 'error';
    this.isLenient = options.lenientIf === true;
    this.needsFilters = options.strictFilters === true;
    this.adds = new Set(options.functions ?? []);
    this.#texts.set(undefined, main.text);
  }

  /** The value of a slot. A name that nobody knows is as much of a hole as a slot without a value. */
  slot(name: string): Traced | undefined {
    const known = this.#slots.get(name);
    if (known) return known;
    const value = this.fill.value(name);
    if (value === undefined && name === 'size' && !this.fill.known(name)) return undefined;
    const traced = value === undefined ? holeOf(name) : fromSlot(value, name);
    this.#slots.set(name, traced);
    return traced;
  }

  /** Goes on at a statement. */
  at(page: Page, span: Span): void {
    this.page = page;
    this.#place = placeIn(page, span);
    this.#effort.steps(1, this.#place);
  }

  steps(count: number): void {
    this.#effort.steps(count, this.#place);
  }

  /** Another text is about to be brought in. */
  text(): void {
    this.#effort.text(this.#place);
  }

  reading(characters: number): void {
    this.#effort.reading(characters, this.#place);
  }

  /** Refuses a text that is too long for a preview, before it is made. */
  room(characters: number): void {
    this.reading(characters);
    if (characters > OUTPUT_LIMIT) throw giveUp('a text has grown too long', this.#place);
  }

  deeper(run: () => void): void {
    this.#effort.depth(++this.#depth, this.#place);
    run();
    this.#depth--;
  }

  /** Writes a part of what a tag of the page prints. */
  write(run: Run, tag: Span, page: Page): void {
    this.#effort.writing(run.text.length, this.#place);
    const { file } = page;
    const here = run.span ? run : { ...run, span: page.quoted ?? spanOf(tag), ...(file === undefined ? {} : { file }) };
    const site = here.file === undefined || here.site !== undefined ? undefined : (page.site ?? spanOf(tag));
    this.out.push(site ? { ...here, site } : here);
  }

  /** What is written while something runs, instead of writing it. */
  captured(run: () => void): readonly Run[] {
    const before = this.out;
    const own: Run[] = [];
    this.out = own;
    try {
      run();
    } finally {
      // What an error leaves behind was printed as far as anybody can see.
      this.out = before;
    }
    return own;
  }

  /** Keeps that only the program knows what a tag does, each tag once. */
  gap(why: string, span: Span, page: Page): void {
    const place = placeIn(page, span);
    const message = `The tag is shown as it is written: ${why}.`;
    this.#gaps.set(`${place.span.start} ${place.file}`, { message, ...place });
  }

  /** Keeps that a part of the text that is filled ran, or that it was switched off. */
  mark(body: Span, page: Page, runs: boolean): void {
    if (page.file !== undefined || page.quoted) return;
    this.#bodies.set(body, runs || this.#bodies.get(body) === true);
  }

  open({ file, text }: Page): void {
    this.#texts.set(file, text);
  }

  filled(stopped: Filled['stopped']): Filled {
    const off = [...this.#bodies].filter(([{ start, end }, runs]) => !runs && start < end);
    const skipped = off.map(([span]) => spanOf(span)).sort((a, b) => a.start - b.start);
    const gaps = [...this.#gaps.values()];
    return {
      pieces: this.out.flatMap((run) => this.#piece(run)),
      ...(stopped ? { stopped } : {}),
      ...(gaps.length > 0 ? { gaps } : {}),
      ...(skipped.length > 0 ? { skipped } : {}),
    };
  }

  /** What prints nothing and is to be seen all the same stands as it is written. */
  #piece(run: Run): readonly Piece[] {
    const { span, gap, ...rest } = run;
    if (!span) return [];
    if (!gap && run.hole === undefined) return [{ ...rest, span }];
    const text = this.#texts.get(run.file) ?? '';
    return [{ ...rest, span, text: text.slice(span.start, span.end) }];
  }
}

const spanOf = ({ start, end }: Span): Span => ({ start, end });
