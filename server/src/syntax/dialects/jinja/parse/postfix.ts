import type { Span } from '../../../../text/span';
import type { Arguments, Call, Expression, FilterUse, Slice, TestUse } from './expressions';
import { PrimaryParser } from './primary';

export const NO_ARGUMENTS: Arguments = { positional: [], named: [] };

/** Reads what follows a value: `.name`, `[key]`, `(arguments)`, `|filter`, `is test`. */
export abstract class PostfixParser extends PrimaryParser {
  protected unary(withFilters = true): Expression {
    const { reader } = this;
    const { start, value } = reader.current;
    let node: Expression;
    if (reader.isOperator('-') || reader.isOperator('+')) {
      reader.next();
      const operand = reader.nested(() => this.unary(false));
      node = { kind: 'sign', operator: value === '-' ? '-' : '+', start, end: operand.end, operand };
    } else node = this.primary();
    node = this.#postfix(node);
    return withFilters ? this.#filters(node) : node;
  }

  /** `|a|b(1)` behind `input`, or without the first bar at the head of a `{% filter %}`. */
  filter(input: Expression | undefined, headless = false): FilterUse | undefined {
    const { reader } = this;
    let node: FilterUse | undefined;
    for (let bare = headless; bare || reader.isOperator('|'); bare = false) {
      reader.link();
      if (!bare) reader.next();
      const { name, span } = this.#dottedName();
      const args = reader.isOperator('(') ? this.#arguments() : NO_ARGUMENTS;
      const before: Expression | undefined = node ?? input;
      node = {
        kind: 'filter',
        start: before?.start ?? span.start,
        end: reader.lastEnd,
        name,
        nameSpan: span,
        args,
        ...(before ? { input: before } : {}),
      };
    }
    return node;
  }

  #filters(start: Expression): Expression {
    let node = start;
    for (;;) {
      if (this.reader.isOperator('|')) node = this.filter(node) ?? node;
      else if (this.reader.isName('is')) node = this.#test(node);
      else if (this.reader.isOperator('(')) node = this.#call(node);
      else return node;
    }
  }

  #postfix(start: Expression): Expression {
    let node = start;
    for (;;) {
      if (this.reader.isOperator('.')) node = this.#attribute(node);
      else if (this.reader.isOperator('[')) node = this.#item(node);
      else if (this.reader.isOperator('(')) node = this.#call(node);
      else return node;
    }
  }

  /** `of.name`, or `of.0`, which is `of[0]`. */
  #attribute(of: Expression): Expression {
    const { reader } = this;
    reader.link();
    reader.next();
    const token = reader.current;
    reader.next();
    const span = { start: of.start, end: token.end };
    const nameSpan = { start: token.start, end: token.end };
    if (token.type === 'name') return { kind: 'attribute', ...span, of, name: String(token.value), nameSpan };
    if (token.type !== 'integer') reader.fail('expected name or number', token);
    return { kind: 'item', ...span, of, key: { kind: 'constant', ...nameSpan, value: token.value } };
  }

  #item(of: Expression): Expression {
    const { reader } = this;
    reader.link();
    const open = reader.next();
    const keys: (Expression | Slice)[] = [];
    while (!reader.isOperator(']')) {
      if (keys.length > 0) reader.expectOperator(',');
      keys.push(this.#key());
    }
    const { end } = reader.expectOperator(']');
    const [first] = keys;
    const key: Expression | Slice =
      first && keys.length === 1 ? first : { kind: 'tuple', start: open.start, end, items: keys };
    return { kind: 'item', start: of.start, end, of, key };
  }

  #key(): Expression | Slice {
    const { reader } = this;
    const { start } = reader.current;
    let from: Expression | undefined;
    if (!reader.isOperator(':')) {
      from = this.expression();
      if (!reader.isOperator(':')) return from;
    }
    reader.next();
    const to = reader.isOperator(':') ? undefined : this.#bound();
    const step = reader.takeOperator(':') ? this.#bound() : undefined;
    return {
      kind: 'slice',
      start,
      end: reader.lastEnd,
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
      ...(step ? { step } : {}),
    };
  }

  /** One bound of a slice; the last may be left out. */
  #bound(): Expression | undefined {
    const { reader } = this;
    return reader.isOperator(']') || reader.isOperator(',') ? undefined : this.expression();
  }

  #call(callee: Expression): Call {
    this.reader.link();
    const args = this.#arguments();
    return { kind: 'call', start: callee.start, end: this.reader.lastEnd, callee, args };
  }

  #arguments(): Arguments {
    const { reader } = this;
    const open = reader.expectOperator('(');
    const positional: Expression[] = [];
    const named: { name: string; value: Expression }[] = [];
    let spread: Expression | undefined;
    let spreadNamed: Expression | undefined;
    const ensure = (holds: boolean): void => {
      if (!holds) reader.fail('invalid syntax for function call expression', open);
    };
    for (let first = true; !reader.isOperator(')'); first = false) {
      if (!first) {
        reader.expectOperator(',');
        if (reader.isOperator(')')) break;
      }
      if (reader.isOperator('*')) {
        ensure(!spread && !spreadNamed);
        reader.next();
        spread = this.expression();
      } else if (reader.isOperator('**')) {
        ensure(!spreadNamed);
        reader.next();
        spreadNamed = this.expression();
      } else if (this.#isNamed()) {
        ensure(!spreadNamed);
        const name = String(reader.next().value);
        reader.next();
        named.push({ name, value: this.expression() });
      } else {
        ensure(!spread && !spreadNamed && named.length === 0);
        positional.push(this.expression());
      }
    }
    reader.expectOperator(')');
    return { positional, named, ...(spread ? { spread } : {}), ...(spreadNamed ? { spreadNamed } : {}) };
  }

  #isNamed(): boolean {
    if (this.reader.current.type !== 'name') return false;
    const { type, value } = this.reader.following;
    return type === 'operator' && value === '=';
  }

  #dottedName(): { readonly name: string; readonly span: Span } {
    const { reader } = this;
    const first = reader.expectAnyName();
    let name = first.value;
    while (reader.takeOperator('.')) name += `.${reader.expectAnyName().value}`;
    return { name, span: { start: first.start, end: reader.lastEnd } };
  }

  #test(subject: Expression): Expression {
    const { reader } = this;
    reader.link();
    reader.next();
    const negated = reader.takeName('not');
    const { name, span } = this.#dottedName();
    let args = NO_ARGUMENTS;
    if (reader.isOperator('(')) args = this.#arguments();
    else if (this.#beginsArgument()) {
      if (reader.isName('is')) reader.fail('You cannot chain multiple tests with is');
      // `is divisibleby 3`: one argument needs no brackets.
      args = { positional: [this.#postfix(this.primary())], named: [] };
    }
    const range = { start: subject.start, end: reader.lastEnd };
    const test: TestUse = { kind: 'test', ...range, subject, name, nameSpan: span, args };
    return negated ? { kind: 'not', ...range, operand: test } : test;
  }

  #beginsArgument(): boolean {
    const { type, value } = this.reader.current;
    if (type === 'operator') return value === '[' || value === '{';
    if (type === 'name') return value !== 'else' && value !== 'or' && value !== 'and';
    return type === 'string' || type === 'integer' || type === 'float';
  }
}
