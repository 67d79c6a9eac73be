import type { Span } from '../../../../text/span';
import type { Body, Control, Definition, Statement } from './nodes';
import type { TokenKind } from './tokens';

/** Blocks in blocks. */
const DEEPEST = 300;

/** Variables that are known, the newest last. The program's data is always there, as `$`. */
export class Variables {
  readonly #names: string[] = [];
  readonly #counts = new Map<string, number>();

  constructor() {
    this.add('$');
  }

  get size(): number {
    return this.#names.length;
  }

  add(name: string): void {
    this.#names.push(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  has(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0;
  }

  /** Back to as many as there were. */
  forget(size: number): void {
    while (this.#names.length > size) {
      const name = this.#names.pop() ?? '';
      this.#counts.set(name, (this.#counts.get(name) ?? 0) - 1);
    }
  }
}

/** A block that is open. */
export interface Frame {
  readonly kind: 'if' | 'with' | 'range' | 'define' | 'block';
  readonly node: Control | Definition;
  /** The body that is being read: of `otherwise` once that has begun. */
  body: Body;
  /** How many variables were known before it. */
  readonly variables: number;
  readonly open: Span;
  /** Its opening tag cannot be read, which is said already. */
  readonly salvaged?: true;
}

/** What a definition puts aside while its own body is read: variables and loops round it are none of its business. */
interface Outside {
  readonly variables: Variables;
  readonly loops: number;
}

interface Opened {
  readonly name: string;
  readonly nameSpan: Span;
  readonly keyword: Definition['keyword'];
  readonly tag: Span;
}

/** The blocks that are open while a text is read, and what has been defined in it. */
export class Frames {
  readonly root: Body;
  readonly definitions = new Map<string, Definition>();
  readonly defined: Definition[] = [];
  /** Variables that are known at this place. */
  variables = new Variables();
  /** Loops round this place. */
  loops = 0;
  readonly #text: string;
  readonly #frames: Frame[] = [];
  /** Blocks that were too deep to be read; their ends are still to come. */
  #beyond = 0;
  readonly #outside: Outside[] = [];

  constructor(text: string) {
    this.#text = text;
    this.root = { start: 0, end: text.length, nodes: [] };
  }

  get top(): Frame | undefined {
    return this.#frames.at(-1);
  }

  get depth(): number {
    return this.#frames.length;
  }

  /** Whether an `{{end}}` or `{{else}}` here belongs to a block that was too deep; an end takes it off. */
  isBeyond(word: 'else' | 'end'): boolean {
    if (this.#beyond === 0) return false;
    if (word === 'end') this.#beyond--;
    return true;
  }

  get isFull(): boolean {
    return this.#frames.length >= DEEPEST;
  }

  add(statement: Statement): void {
    (this.top?.body ?? this.root).nodes.push(statement);
  }

  push(frame: Frame): void {
    this.#frames.push(frame);
    if (frame.kind === 'range') this.loops++;
  }

  define({ name, nameSpan, keyword, tag }: Opened): void {
    const body: Body = { start: tag.end, end: tag.end, nodes: [] };
    const node: Definition = { name, nameSpan, keyword, open: tag, body, end: tag.end };
    this.defined.push(node);
    this.push({ kind: keyword, node, body, variables: 0, open: tag });
    this.#outside.push({ variables: this.variables, loops: this.loops });
    this.variables = new Variables();
    this.loops = 0;
  }

  /** A block whose opening tag is broken. Nothing in it is lost, and its `{{end}}` finds it. */
  salvage(keyword: TokenKind | undefined, tag: Span, names: readonly string[]): void {
    if (this.isFull) {
      if (keyword !== undefined && OPENING.has(keyword)) this.#beyond++;
      return;
    }
    if (keyword === undefined || !OPENING.has(keyword)) return;
    // What it would do is no matter: nothing behind an error is run.
    const kind = keyword === 'with' || keyword === 'range' ? keyword : 'if';
    const variables = this.variables.size;
    for (const name of names) this.variables.add(name);
    const nothing = { kind: 'pipeline', variables: [], assigns: false, commands: [], ...tag } as const;
    const body: Body = { start: tag.end, end: tag.end, nodes: [] };
    const node: Control = { kind, pipe: nothing, body, open: tag, ...tag };
    this.add(node);
    this.push({ kind, node, body, variables, open: tag, salvaged: true });
  }

  /**
   * Closes the innermost block, and with the last of a chain of `{{else if}}` the whole chain. Returns a definition that
   * has one of its name before it.
   */
  close(tag: Span | undefined): Definition | undefined {
    const end = tag?.end ?? this.root.end;
    let frame = this.#frames.pop();
    while (frame) {
      frame.body.end = tag?.start ?? this.root.end;
      frame.node.end = end;
      if (!('kind' in frame.node)) return this.#closeDefinition(frame.node);
      if (frame.kind === 'range' && !frame.node.otherwise) this.loops--;
      this.variables.forget(frame.variables);
      if (!frame.node.chained) {
        if (tag) frame.node.close = tag;
        return undefined;
      }
      frame = this.#frames.pop();
    }
    return undefined;
  }

  #closeDefinition(node: Definition): Definition | undefined {
    const outside = this.#outside.pop();
    this.variables = outside?.variables ?? new Variables();
    this.loops = outside?.loops ?? 0;
    const before = this.definitions.get(node.name);
    if (!before || this.#isBlank(before.body)) this.definitions.set(node.name, node);
    else if (!this.#isBlank(node.body)) return node;
    return undefined;
  }

  /** Whether there is nothing in a body but white space: then another definition of the name takes its place. */
  #isBlank({ nodes }: Body): boolean {
    return nodes.every((node) => node.kind === 'text' && BLANK.test(this.#text.slice(node.from, node.to)));
  }
}

const OPENING: ReadonlySet<TokenKind> = new Set<TokenKind>(['if', 'with', 'range', 'define', 'block']);

/** White space, as Go has it. */
const BLANK = /^[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/;
