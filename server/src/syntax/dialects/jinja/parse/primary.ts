import { quoted } from '../../python/repr';
import type { Collection, DictDisplay, Expression } from './expressions';
import type { Member, Target } from './nodes';
import type { Reader } from './reader';

/** Reads names, literals, brackets, and what a statement stores to. */
export abstract class PrimaryParser {
  readonly reader: Reader;

  constructor(reader: Reader) {
    this.reader = reader;
  }

  abstract expression(conditional?: boolean): Expression;

  protected primary(): Expression {
    const { reader } = this;
    const { type, value, start, end } = reader.current;
    switch (type) {
      case 'name':
        reader.next();
        return CONSTANTS.has(String(value))
          ? { kind: 'constant', start, end, value: CONSTANTS.get(String(value)) ?? null }
          : { kind: 'name', start, end, name: String(value) };
      case 'string':
        return this.#strings();
      case 'integer':
        reader.next();
        return { kind: 'constant', start, end, value };
      case 'float':
        reader.next();
        return { kind: 'constant', start, end, value, float: true };
    }
    if (reader.isOperator('(')) return this.#parenthesis();
    if (reader.isOperator('[')) return this.#list();
    if (reader.isOperator('{')) return this.#dict();
    return reader.unexpected();
  }

  /** `a, b`: a tuple, or the expression itself when there is no comma. */
  tuple({ conditional = true, parenthesized = false } = {}): Expression {
    const { start } = this.reader.current;
    const { items, comma } = this.#items(() => this.expression(conditional));
    const [first] = items;
    if (!comma && first) return first;
    if (!comma && !parenthesized) this.reader.fail(`Expected an expression, got ${quoted(this.reader.describe())}`);
    return { kind: 'tuple', start, end: Math.max(start, this.reader.lastEnd), items };
  }

  /** What is stored to; with `members`, attributes of namespaces as well. */
  target(members = false): Target {
    const { start } = this.reader.current;
    // Jinja reads the targets as it reads a value, and looks only then whether they can be stored to.
    const { items, comma } = this.#items(() => (members ? this.#member() : undefined) ?? this.primary());
    const [first] = items;
    if (!first) this.reader.fail(`Expected an expression, got ${quoted(this.reader.describe())}`);
    const end = Math.max(start, this.reader.lastEnd);
    const node: Expression | Member | TargetItems = !comma && first ? first : { kind: 'tuple', start, end, items };
    return this.#assignable(node);
  }

  /** A name that is stored to. */
  targetName(): { readonly kind: 'name'; readonly name: string; readonly start: number; readonly end: number } {
    const { value, start, end } = this.reader.expectAnyName();
    if (CONSTANTS.has(value)) this.reader.fail("can't assign to 'name'", { start, end });
    return { kind: 'name', name: value, start, end };
  }

  /** Items up to the end of the tag or a closing parenthesis. Only these end a tuple behind a comma. */
  #items<T>(item: () => T): { readonly items: readonly T[]; readonly comma: boolean } {
    const { reader } = this;
    const items: T[] = [];
    for (let comma = false; ; comma = true) {
      if (items.length > 0) reader.expectOperator(',');
      if (reader.isEnd || reader.isOperator(')')) return { items, comma };
      items.push(item());
      if (!reader.isOperator(',')) return { items, comma };
    }
  }

  #member(): Member | undefined {
    const { reader } = this;
    const { type, value, start, end } = reader.current;
    if (type !== 'name' || CONSTANTS.has(String(value))) return undefined;
    const { following } = reader;
    if (following.type !== 'operator' || following.value !== '.') return undefined;
    reader.next();
    reader.next();
    const attribute = reader.expectAnyName();
    return {
      kind: 'member',
      start,
      end: attribute.end,
      of: { kind: 'name', start, end, name: String(value) },
      name: attribute.value,
    };
  }

  #assignable(node: Expression | Member | TargetItems): Target {
    if (node.kind === 'name' || node.kind === 'member') return node;
    if (node.kind !== 'tuple')
      return this.reader.fail(`can't assign to ${quoted(KINDS.get(node.kind) ?? node.kind)}`, node);
    const items = node.items.map((item) => {
      if (item.kind === 'slice') return this.reader.fail("can't assign to 'slice'", item);
      if (item.kind === 'name' || item.kind === 'member') return item;
      // The message names what is not assignable as a whole, not the part that is not.
      return item.kind === 'tuple' ? this.#assignable(item) : this.reader.fail("can't assign to 'tuple'", node);
    });
    return { kind: 'tuple', start: node.start, end: node.end, items };
  }

  /** Neighbouring strings are one string. */
  #strings(): Expression {
    const { reader } = this;
    const { start } = reader.current;
    let value = '';
    while (reader.current.type === 'string') value += String(reader.next().value);
    return { kind: 'constant', start, end: reader.lastEnd, value };
  }

  #parenthesis(): Expression {
    const { reader } = this;
    reader.next();
    const inner = this.tuple({ parenthesized: true });
    reader.expectOperator(')');
    return inner;
  }

  #list(): Collection {
    const { reader } = this;
    const { start } = reader.next();
    const items: Expression[] = [];
    while (!reader.isOperator(']')) {
      if (items.length > 0) reader.expectOperator(',');
      if (reader.isOperator(']')) break;
      items.push(this.expression());
    }
    return { kind: 'list', start, end: reader.expectOperator(']').end, items };
  }

  #dict(): DictDisplay {
    const { reader } = this;
    const { start } = reader.next();
    const entries: { key: Expression; value: Expression }[] = [];
    while (!reader.isOperator('}')) {
      if (entries.length > 0) reader.expectOperator(',');
      if (reader.isOperator('}')) break;
      const key = this.expression();
      reader.expectOperator(':');
      entries.push({ key, value: this.expression() });
    }
    return { kind: 'dict', start, end: reader.expectOperator('}').end, entries };
  }
}

interface TargetItems {
  readonly kind: 'tuple';
  readonly start: number;
  readonly end: number;
  readonly items: readonly (Expression | Member)[];
}

const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
]);

/** What Jinja calls the nodes of which it says that nothing can be assigned to them. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['constant', 'const'],
  ['attribute', 'getattr'],
  ['item', 'getitem'],
  ['conditional', 'condexpr'],
  ['comparison', 'compare'],
  ['concatenation', 'concat'],
]);
