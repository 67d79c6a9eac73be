import type { Span } from '../../../../text/span';
import type { Names } from '../names';
import type { Traced } from '../values/value';
import { spend } from '../values/work';
import type { Context, Template } from './context';

/** One run of a text from its top: an `extends` in it puts another text in its place. */
export interface Run {
  readonly template: Template;
  parent?: Template;
  /** The tag that put it there. */
  extends?: Span;
}

/** Whether what is printed is escaped: decided when the text is read, or asked of the context while it runs. */
export type Escaping = boolean | 'asked';

interface FrameOptions {
  readonly context: Context;
  readonly run: Run;
  readonly escaping: Escaping;
  readonly outer?: Frame;
  /** At the top of a text, where what is set is exported. */
  readonly top?: boolean;
  /** Prints nothing once the text has been put in another's place. */
  readonly checked?: boolean;
}

/** The variables of one frame while it runs. */
export class Frame {
  readonly names: Names;
  readonly context: Context;
  readonly run: Run;
  readonly escaping: Escaping;
  readonly outer: Frame | undefined;
  readonly top: boolean;
  readonly #checked: boolean;
  /** Undefined: the name is the frame's and has no value yet. */
  readonly #vars = new Map<string, Traced | undefined>();

  constructor(names: Names, { context, run, escaping, outer, top = false, checked = false }: FrameOptions) {
    this.names = names;
    this.context = context;
    this.run = run;
    this.escaping = escaping;
    this.outer = outer;
    this.top = top;
    this.#checked = checked;
    spend(names.origins.size >> 2);
    for (const [name, origin] of names.origins) {
      if (origin === 'outer') this.#vars.set(name, outer?.find(name));
      else if (origin !== 'asked') this.#vars.set(name, undefined);
      // What is never stored here can be asked for when it is read.
      else if (names.stored.has(name)) this.#vars.set(name, context.resolve(name));
    }
  }

  inner(
    names: Names,
    changes: { readonly context?: Context; readonly escaping?: Escaping; readonly captured?: boolean } = {},
  ): Frame {
    const { context, run, escaping } = this;
    const checked = this.#checked && !changes.captured;
    return new Frame(names, { context, run, escaping, ...changes, outer: this, checked });
  }

  /** Whether nothing of this frame is printed, because the text extends another one. */
  get mute(): boolean {
    return this.#checked && this.run.parent !== undefined;
  }

  get escapes(): boolean {
    return this.escaping === 'asked' ? this.context.evaluation.escapes : this.escaping;
  }

  /** The value of a name, or undefined when nothing has given it one. */
  find(name: string): Traced | undefined {
    for (let frame: Frame | undefined = this; frame; frame = frame.outer) {
      const { found, value } = frame.own(name);
      if (found) return value;
      spend(1);
    }
    return this.context.resolve(name);
  }

  /** Whether the name is one of this frame or of those round it, with or without a value. */
  owns(name: string): boolean {
    return this.own(name).found || (this.outer?.owns(name) ?? false);
  }

  own(name: string): { readonly found: boolean; readonly value: Traced | undefined } {
    const value = this.#vars.get(name);
    return { found: value !== undefined || this.#vars.has(name), value };
  }

  /** Gives a name a value that only this frame sees. */
  setLocal(name: string, value: Traced): void {
    this.#vars.set(name, value);
  }

  set(name: string, value: Traced): void {
    this.setLocal(name, value);
    if (!this.top) return;
    this.context.vars.set(name, value);
    if (!name.startsWith('_')) this.context.exported.add(name);
  }

  /** The names that this frame and those round it store to, as far as they have values: what other texts get to see. */
  locals(): ReadonlyMap<string, Traced> {
    const locals = new Map<string, Traced>();
    for (let frame: Frame | undefined = this; frame; frame = frame.outer) {
      for (const name of frame.names.stored) {
        const value = locals.has(name) ? undefined : this.find(name);
        if (value) locals.set(name, value);
      }
    }
    return locals;
  }
}
