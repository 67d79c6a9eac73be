import { type Names, namesOfFrame, namesOfText } from './names';
import { namesOf } from './parse/children';
import type { Body, Target } from './parse/nodes';

/** Names that Jinja gives itself. */
export const SPECIAL: ReadonlySet<string> = new Set(
  'range dict lipsum cycler joiner namespace loop self super caller varargs kwargs'.split(' '),
);

/** The names that the text itself gives at one place of it, read from its beginning on. */
export class Scope {
  readonly #names: Names;
  readonly #parent: Scope | undefined;
  /** What it is given from elsewhere. */
  readonly #given: ReadonlySet<string> | undefined;
  readonly #own = new Set<string>();

  private constructor(names: Names, parent?: Scope, given?: ReadonlySet<string>) {
    this.#names = names;
    this.#parent = parent;
    this.#given = given;
    // A name that its frame stores before it reads it is never asked of the program, not even by a macro above.
    for (const [name, origin] of names.origins) if (origin === 'unset' || origin === 'parameter') this.#own.add(name);
  }

  static ofText(body: Body): Scope {
    return new Scope(namesOfText(body));
  }

  inner(body: Body, parameters: readonly { readonly name: string }[] = []): Scope {
    const given = parameters.map(({ name }) => name);
    return new Scope(namesOfFrame(body, this.#names, given), this);
  }

  /** A block sees no frame round it, but what the top of the text has set. */
  ofBlock(body: Body): Scope {
    let top: Scope = this;
    while (top.#parent) top = top.#parent;
    return new Scope(namesOfText(body), undefined, top.#names.stored);
  }

  has(name: string): boolean {
    return this.#own.has(name) || (this.#given?.has(name) ?? false) || (this.#parent?.has(name) ?? false);
  }

  add(name: string): void {
    this.#own.add(name);
  }

  store(target: Target): void {
    for (const { name } of namesOf(target)) this.add(name);
  }
}
