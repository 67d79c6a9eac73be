import type { Span } from '../../../../text/span';
import type { Place } from '../../javascript/stop';
import { fail } from '../failure';
import type { Traced } from '../values';
import type { Page } from './session';

/** One call of a template: its text, its variables, and where it stands. */
export class Frame {
  readonly page: Page;
  /** The tag of the main text that brought in the text that runs. */
  readonly site: Span | undefined;
  readonly depth: number;
  readonly #variables: { readonly name: string; value: Traced }[];

  constructor(page: Page, dot: Traced, { site, depth }: { readonly site: Span | undefined; readonly depth: number }) {
    this.page = page;
    this.site = site;
    this.depth = depth;
    this.#variables = [{ name: '$', value: dot }];
  }

  placeOf({ start, end }: Span): Place {
    const span = { start, end };
    return this.page.file === undefined ? { span } : { span, file: this.page.file };
  }

  /** How many variables there are; to be given back to `forget` at the end of a block. */
  get size(): number {
    return this.#variables.length;
  }

  forget(size: number): void {
    this.#variables.length = size;
  }

  variable(name: string): Traced {
    return this.#find(name).value;
  }

  declare(name: string, value: Traced): void {
    this.#variables.push({ name, value });
  }

  assign(name: string, value: Traced): void {
    this.#find(name).value = value;
  }

  /** Sets one of the newest variables, counted from the end. */
  setNewest(back: number, value: Traced): void {
    const variable = this.#variables.at(-back);
    if (variable) variable.value = value;
  }

  #find(name: string): { value: Traced } {
    return this.#variables.findLast((variable) => variable.name === name) ?? fail(`undefined variable: ${name}`);
  }
}
