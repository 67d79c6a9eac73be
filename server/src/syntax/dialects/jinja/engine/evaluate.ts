import { quoted } from '../../python/repr';
import { attribute, item, slice } from '../library/access';
import { FILTERS } from '../library/filters';
import type { Host } from '../library/host';
import { TESTS } from '../library/tests';
import type { Arguments, Binary, Call, Expression, FilterUse, Item, Name, TestUse } from '../parse/expressions';
import { arithmetic, signed } from '../values/arithmetic';
import { holds } from '../values/comparators';
import { setEntry, truth } from '../values/compare';
import { itemsOf } from '../values/iterate';
import { concatenated, constant, made, NONE } from '../values/make';
import { escapedText } from '../values/markup';
import { raise, repr, str, typeName } from '../values/show';
import { type CallArguments, Dict, Float, List, PyObject, type Traced, Undefined } from '../values/value';
import { spendOn } from '../values/work';
import { lineOf } from '../white';
import { isConstant } from './folding';
import type { Frame } from './frame';
import { Gap } from './raised';
import type { Session } from './session';

/** Evaluates expressions. */
export class Evaluator {
  readonly session: Session;
  readonly #plain = this.#hostOf(false);
  readonly #escaping = this.#hostOf(true);

  constructor(session: Session) {
    this.session = session;
  }

  evaluate(node: Expression, frame: Frame): Traced {
    const { session } = this;
    session.spend(1);
    const depth = session.enter();
    try {
      const result = this.#node(node, frame);
      session.weigh(result.value);
      return result;
    } catch (error) {
      throw session.at(error, node);
    } finally {
      session.leave(depth);
    }
  }

  /** What a `{% filter %}` or `{% set x | … %}` makes of the text of its block. */
  filtered(node: FilterUse, text: Traced, frame: Frame): Traced {
    const input = node.input?.kind === 'filter' ? this.filtered(node.input, text, frame) : text;
    try {
      return this.#filter(node, input, frame);
    } catch (error) {
      throw this.session.at(error, node);
    }
  }

  /** Calls a value, with more named arguments than the template wrote. */
  call(node: Call, frame: Frame, more: ReadonlyMap<string, Traced> = new Map()): Traced {
    const callee = this.evaluate(node.callee, frame);
    const { value } = callee;
    if (value instanceof Undefined && node.callee.kind === 'name' && !frame.owns(node.callee.name)) {
      const { name } = node.callee;
      const refusal = this.session.adds(name) || this.session.knows(name) ? undefined : `${value.message}.`;
      this.#gap(`\`${name}\` is a function of the program, and a preview cannot call it`, node, refusal);
    }
    const { positional, named } = this.#arguments(node.args, frame);
    if (value instanceof Undefined) {
      if (value.hole !== undefined) return callee;
      return raise('UndefinedError', value.message);
    }
    const call = value instanceof PyObject ? value.behaviour.call : undefined;
    if (!call) return raise('TypeError', `'${typeName(value)}' object is not callable`);
    return call({ positional, named: new Map([...named, ...more]) });
  }

  #node(node: Expression, frame: Frame): Traced {
    switch (node.kind) {
      case 'constant':
        return constant(node.float ? new Float(Number(node.value)) : node.value);
      case 'name':
        return this.#name(node, frame);
      case 'attribute':
        return attribute(this.evaluate(node.of, frame), node.name, this.#host(frame));
      case 'item':
        return this.#item(node, frame);
      case 'list':
      case 'tuple':
        return constant(new List(this.#items(node.items, frame), node.kind));
      case 'dict':
        return this.#dict(node, frame);
      case 'conditional':
        return this.#conditional(node, frame);
      case 'and':
      case 'or':
        return this.#either(node, frame);
      case 'not':
        return negated(this.evaluate(node.operand, frame));
      case 'sign':
        return signed(node.operator, this.evaluate(node.operand, frame));
      case 'binary':
        return this.#binary(node, frame);
      case 'comparison':
        return this.#comparison(node, frame);
      case 'concatenation':
        return this.#concatenation(node, frame);
      case 'call':
        return this.call(node, frame);
      case 'filter':
        return this.#filter(node, node.input ? this.evaluate(node.input, frame) : NONE, frame);
      case 'test':
        return this.#test(node, frame);
      case 'broken':
        return raise('TemplateSyntaxError', 'this cannot be read');
    }
  }

  #name(node: Name, frame: Frame): Traced {
    const found = frame.find(node.name);
    if (!found && this.session.adds(node.name)) this.#gap(`\`${node.name}\` is the program's own`, node);
    if (!found) return this.undefinedName(node.name, frame);
    const gap = found.value instanceof Undefined ? found.value.absence.gap : undefined;
    return gap === undefined ? found : this.#gap(gap, node);
  }

  /** A name without a value: a hole, when it is a slot that only the program can fill. */
  undefinedName(name: string, { context }: Frame): Traced {
    const message = `${quoted(name)} is undefined`;
    const asks = this.session.asks(name);
    if (asks === undefined || (asks === 'slot' && context.isAlone))
      return constant(new Undefined(message, { shown: name }));
    const asked = { asked: name, shown: name };
    return constant(new Undefined(message, asks === 'slot' ? { ...asked, hole: name } : asked));
  }

  #item(node: Item, frame: Frame): Traced {
    const object = this.evaluate(node.of, frame);
    if (node.key.kind !== 'slice') return item(object, this.evaluate(node.key, frame), this.#host(frame));
    const { from, to, step } = node.key;
    const bound = (expression: Expression | undefined): Traced | undefined =>
      expression && this.evaluate(expression, frame);
    return slice(object, { from: bound(from), to: bound(to), step: bound(step) });
  }

  #items(nodes: Extract<Expression, { kind: 'list' | 'tuple' }>['items'], frame: Frame): Traced[] {
    return nodes.map((one) =>
      one.kind === 'slice' ? raise('SyntaxError', 'invalid syntax') : this.evaluate(one, frame),
    );
  }

  #dict(node: Extract<Expression, { kind: 'dict' }>, frame: Frame): Traced {
    const dict = new Dict();
    for (const { key, value } of node.entries) {
      const evaluated = this.evaluate(key, frame);
      setEntry(dict, evaluated, this.evaluate(value, frame));
    }
    return constant(dict);
  }

  #conditional(node: Extract<Expression, { kind: 'conditional' }>, frame: Frame): Traced {
    if (truth(this.evaluate(node.test, frame))) return this.evaluate(node.then, frame);
    if (node.otherwise) return this.evaluate(node.otherwise, frame);
    const line = lineOf(this.session.template.tree.text, node.start);
    const message = `the inline if-expression on line ${line} evaluated to false and no else section was defined.`;
    return constant(new Undefined(message, { isPlain: true }));
  }

  #either(node: Extract<Expression, { kind: 'and' | 'or' }>, frame: Frame): Traced {
    const left = this.evaluate(node.left, frame);
    return truth(left) === (node.kind === 'and') ? this.evaluate(node.right, frame) : left;
  }

  #binary(node: Binary, frame: Frame): Traced {
    const { operator, left, right } = node;
    // Jinja folds `-1` and writes it into a Python program, where the power binds tighter: `-1 ** n` is `-(1 ** n)`.
    if (operator === '**' && left.kind === 'sign' && left.operator === '-' && isConstant(left) && !isConstant(right)) {
      const power = arithmetic('**', this.evaluate(left.operand, frame), this.evaluate(right, frame));
      return signed('-', power);
    }
    return arithmetic(operator, this.evaluate(left, frame), this.evaluate(right, frame));
  }

  #comparison(node: Extract<Expression, { kind: 'comparison' }>, frame: Frame): Traced {
    let left = this.evaluate(node.first, frame);
    const seen = [left];
    for (const { comparator, operand } of node.rest) {
      const right = this.evaluate(operand, frame);
      seen.push(right);
      if (!holds(comparator, left, right)) return made(false, ...seen);
      left = right;
    }
    return made(true, ...seen);
  }

  #concatenation(node: Extract<Expression, { kind: 'concatenation' }>, frame: Frame): Traced {
    const items = node.items.map((one) => this.evaluate(one, frame));
    // With escaping, one escaped text makes all of it escaped; not where a variable says whether there is escaping, where
    // Jinja asks something that nobody has set.
    if (!frame.escapes || frame.escaping === 'asked' || !items.some((one) => one.markup))
      return concatenated(items.map(asText));
    // What Jinja joins before the text runs is plain text, and escaped where it is printed.
    if (isConstant(node)) return concatenated(items.map(asText));
    return { ...concatenated(items.map(escapedText)), markup: true };
  }

  #filter(node: FilterUse, input: Traced, frame: Frame): Traced {
    const filter = FILTERS.get(node.name);
    if (!filter)
      return this.#gap(
        `\`${node.name}\` is no filter of Jinja's own, and a preview cannot run the program's`,
        node,
        this.session.adds(node.name) ? undefined : `No filter named '${node.name}'.`,
      );
    const args = this.#arguments(node.args, frame);
    spendOn(input.value);
    for (const { value } of args.positional) spendOn(value);
    return filter(input, args, this.#host(frame));
  }

  #test(node: TestUse, frame: Frame): Traced {
    const subject = this.evaluate(node.subject, frame);
    const test = TESTS.get(node.name);
    if (!test)
      return this.#gap(
        `\`${node.name}\` is no test of Jinja's own, and a preview cannot run the program's`,
        node,
        this.session.adds(node.name) ? undefined : `No test named '${node.name}'.`,
      );
    const args = this.#arguments(node.args, frame);
    return made(test(subject, args, this.#host(frame)), subject, ...args.positional);
  }

  #arguments({ positional, named, spread, spreadNamed }: Arguments, frame: Frame): CallArguments {
    const list = positional.map((node) => this.evaluate(node, frame));
    const map = new Map<string, Traced>();
    for (const { name, value } of named) map.set(name, this.evaluate(value, frame));
    if (spread) for (const item of itemsOf(this.evaluate(spread, frame))) list.push(item);
    if (spreadNamed) addNamed(map, this.evaluate(spreadNamed, frame));
    return { positional: list, named: map };
  }

  #host(frame: Frame): Host {
    return frame.context.evaluation.escapes ? this.#escaping : this.#plain;
  }

  #hostOf(escapes: boolean): Host {
    const host: Host = {
      escapes,
      filter: (name, input, args) => {
        const filter = typeof name.value === 'string' ? FILTERS.get(name.value) : undefined;
        spendOn(input.value);
        return filter ? filter(input, args, host) : raise('TemplateRuntimeError', `No filter named ${repr(name)}.`);
      },
      test: (name, subject, args) => {
        const test = typeof name.value === 'string' ? TESTS.get(name.value) : undefined;
        return test ? test(subject, args, host) : raise('TemplateRuntimeError', `No test named ${repr(name)}.`);
      },
    };
    return host;
  }

  #gap(message: string, node: Expression, refusal?: string): never {
    throw new Gap(message, node, this.session.template.uri, refusal);
  }
}

const negated = (operand: Traced): Traced => made(!truth(operand), operand);

const asText = (traced: Traced): Traced =>
  typeof traced.value === 'string'
    ? traced
    : { ...made(str(traced), traced), ...(traced.slot === undefined ? {} : { slot: traced.slot }) };

function addNamed(map: Map<string, Traced>, { value }: Traced): void {
  if (!(value instanceof Dict)) {
    raise('TypeError', `argument after ** must be a mapping, not ${typeName(value)}`);
    return;
  }
  for (const { key, value: item } of value.entries.values()) {
    if (typeof key.value !== 'string') raise('TypeError', 'keywords must be strings');
    else if (map.has(key.value)) raise('TypeError', `got multiple values for keyword argument '${key.value}'`);
    else map.set(key.value, item);
  }
}
