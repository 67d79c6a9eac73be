import { literally } from '../../../../text/pattern';
import { type Delimiters, type DialectOptions, delimitersIn } from '../../dialect';

/** What depends on the program in reading a text: what opens and closes tags, and which filters may stand in them. */
export class Marks {
  readonly output: Delimiters;
  readonly tag: Delimiters;
  /** The filters that there are, where any other one is an error. */
  readonly filters: ReadonlySet<string> | undefined;
  readonly #opening: RegExp;

  constructor({ delimiters }: DialectOptions, filters?: ReadonlySet<string>) {
    this.filters = filters;
    this.output = delimitersIn(delimiters?.slot, ['{{', '}}']);
    this.tag = delimitersIn(delimiters?.statement, ['{%', '%}']);
    this.#opening = new RegExp(`${literally(this.tag[0])}|${literally(this.output[0])}`, 'g');
  }

  /** Where the next output or tag opens; -1 when none does. */
  next(text: string, from: number): number {
    this.#opening.lastIndex = from;
    return this.#opening.exec(text)?.index ?? -1;
  }

  /** The delimiters of what opens here; a tag is looked for first. */
  at(text: string, at: number): Delimiters | undefined {
    return [this.tag, this.output].find(([open]) => text.startsWith(open, at));
  }

  /** A statement as it is written. */
  statement(words: string): string {
    return `${this.tag[0]} ${words} ${this.tag[1]}`;
  }

  /** A text as an output that prints it; Liquid reads both kinds of quotes, and a backslash before what has a meaning. */
  quote(text: string): string {
    const [open, close] = this.output;
    return `${open} '${text.replace(/[\\']/g, '\\$&')}' ${close}`;
  }

  /** All that opens something, with the characters before it that an output could begin with. */
  special(): RegExp {
    const first = literally(this.output[0].slice(0, 1));
    return new RegExp(`(?<!${first})${first}*(?:${this.#opening.source})`, 'g');
  }
}

export const OWN_MARKS = new Marks({});
