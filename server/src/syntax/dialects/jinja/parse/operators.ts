import type { Binary, Comparator, Comparison, Expression, Operator } from './expressions';
import { PostfixParser } from './postfix';

/** Reads the expressions of one tag, from the loosest operator (`if … else`) down to the tightest (`-x`). */
export class ExpressionParser extends PostfixParser {
  expression(conditional = true): Expression {
    return this.reader.nested(() => (conditional ? this.#conditional() : this.#or()));
  }

  #conditional(): Expression {
    let then = this.#or();
    while (this.reader.takeName('if')) {
      const test = this.#or();
      // Without `else` a false test gives an undefined value.
      const otherwise = this.reader.takeName('else') ? this.expression() : undefined;
      const span = { start: then.start, end: (otherwise ?? test).end };
      then = { kind: 'conditional', ...span, test, then, ...(otherwise ? { otherwise } : {}) };
    }
    return then;
  }

  #or(): Expression {
    let left = this.#and();
    while (this.reader.takeName('or')) left = this.#logic('or', left, this.#and());
    return left;
  }

  #and(): Expression {
    let left = this.#not();
    while (this.reader.takeName('and')) left = this.#logic('and', left, this.#not());
    return left;
  }

  #logic(kind: 'or' | 'and', left: Expression, right: Expression): Expression {
    this.reader.link();
    return { kind, start: left.start, end: right.end, left, right };
  }

  #not(): Expression {
    if (!this.reader.isName('not')) return this.#comparison();
    const { start } = this.reader.next();
    const operand = this.reader.nested(() => this.#not());
    return { kind: 'not', start, end: operand.end, operand };
  }

  #comparison(): Expression {
    const first = this.#sum();
    const rest: Comparison['rest'][number][] = [];
    for (let comparator = this.#comparator(); comparator; comparator = this.#comparator()) {
      this.reader.link();
      rest.push({ comparator, operand: this.#sum() });
    }
    const last = rest.at(-1);
    return last ? { kind: 'comparison', start: first.start, end: last.operand.end, first, rest } : first;
  }

  /** Takes a comparator when one stands here. */
  #comparator(): Comparator | undefined {
    const { reader } = this;
    const { type, value } = reader.current;
    if (type === 'operator' && COMPARATORS.has(value as Comparator)) return reader.next().value as Comparator;
    if (reader.takeName('in')) return 'in';
    if (!reader.isName('not') || !reader.isFollowedByName('in')) return undefined;
    reader.next();
    reader.next();
    return 'not in';
  }

  #sum(): Expression {
    return this.#binary(SUM, () => this.#concatenation());
  }

  #concatenation(): Expression {
    const first = this.#product();
    const items = [first];
    while (this.reader.takeOperator('~')) {
      this.reader.link();
      items.push(this.#product());
    }
    const end = items.at(-1)?.end ?? first.end;
    return items.length === 1 ? first : { kind: 'concatenation', start: first.start, end, items };
  }

  #product(): Expression {
    return this.#binary(PRODUCT, () => this.#power());
  }

  /** Powers group to the left, unlike Python's. */
  #power(): Expression {
    return this.#binary(POWER, () => this.unary());
  }

  #binary(operators: ReadonlySet<string>, operand: () => Expression): Expression {
    let left = operand();
    for (;;) {
      const { type, value } = this.reader.current;
      if (type !== 'operator' || !operators.has(String(value))) return left;
      this.reader.next();
      this.reader.link();
      const right = operand();
      const node: Binary = {
        kind: 'binary',
        operator: value as Operator,
        start: left.start,
        end: right.end,
        left,
        right,
      };
      left = node;
    }
  }
}

const COMPARATORS: ReadonlySet<string> = new Set<Comparator>(['==', '!=', '<', '<=', '>', '>=']);
const SUM: ReadonlySet<string> = new Set(['+', '-']);
const PRODUCT: ReadonlySet<string> = new Set(['*', '/', '//', '%']);
const POWER: ReadonlySet<string> = new Set(['**']);
