import { Stop } from '../../javascript/stop';
import type { Host } from '../filters/filter';
import { FILTERS } from '../filters/filters';
import { Cursor } from '../parse/cursor';
import type { Filtered, FilterUse, Hash, Operand, Pair, Path, Postfix, Range } from '../parse/expressions';
import { Failure, place } from '../parse/problem';
import { operate } from '../values/compare';
import { isParent, numeric, plain, stringify, toText } from '../values/convert';
import { ABSENT, constant, made } from '../values/make';
import { BLANK, EMPTY, type LiquidValue, List, NIL, type Traced, Unknown } from '../values/value';
import type { Context } from './context';
import { EngineFailure } from './failure';
import { propertyOf, variableOf } from './properties';
import type { Session } from './session';

/** Evaluates what stands in tags. */
export class Evaluator {
  readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /** `lenient`: what is not there is nothing, also where it is an error elsewhere. */
  filtered({ initial, filters }: Filtered, context: Context, lenient = false): Traced {
    const hasDefault = this.session.isLenient && filters[0]?.name === 'default';
    let value = this.postfix(initial, context, lenient || hasDefault);
    for (const filter of filters) value = this.#filter(filter, value, context);
    return value;
  }

  /** Operators take what there is: of several values without one between them, the first counts. */
  postfix(postfix: Postfix, context: Context, lenient = false): Traced {
    const stack: Traced[] = [];
    this.session.steps(postfix.length);
    for (const token of postfix) {
      if (token.kind !== 'operator') {
        stack.push(this.operand(token, context, lenient));
        continue;
      }
      const right = stack.pop() ?? ABSENT;
      const left = token.operator === 'not' ? ABSENT : (stack.pop() ?? ABSENT);
      const value = operate(token.operator, left.value, right.value);
      stack.push(value instanceof Unknown ? constant(value) : made(value, left, right));
    }
    return stack[0] ?? ABSENT;
  }

  operand(operand: Operand | undefined, context: Context, lenient = false): Traced {
    switch (operand?.kind) {
      case 'word':
        return WORDS[operand.word];
      case 'quoted':
      case 'number':
        return constant(operand.value);
      case 'range':
        return this.#range(operand, context);
      case 'path':
        return this.#path(operand, context, lenient);
      default:
        return ABSENT;
    }
  }

  /** The pairs of a tag; a key alone stands for `true`. */
  hash(hash: Hash, context: Context): Map<string, Traced> {
    const values = new Map<string, Traced>();
    for (const [key, value] of hash) values.set(key, value ? this.operand(value, context) : constant(true));
    return values;
  }

  /** What filters may ask for where a tag stands. */
  host(context: Context): Host {
    return {
      session: this.session,
      variable: (text) => this.#variable(text),
      expression: (text, name) => this.#expression(text, name, context),
    };
  }

  /** A variable in a text that a filter gets, looked up in a value and nowhere else. */
  #variable(text: string): (item: Traced) => Traced {
    this.session.reading(text.length);
    const path = attempt(() => new Cursor(text).variable());
    const strictIn = this.session.isStrict ? text : undefined;
    return (item) => (path ? this.#steps(path, (name) => variableOf(item, name), undefined, strictIn) : ABSENT);
  }

  /** An expression in such a text. It may hold the filter again that it was given to. */
  #expression(text: string, name: string, context: Context): (item: Traced) => Traced {
    this.session.reading(text.length);
    const expression = attempt(() => new Cursor(text).filtered());
    return (item) => {
      let value = ABSENT;
      this.session.deeper(() =>
        context.within(new Map([[name, item]]), () => {
          value = this.filtered(expression, context);
        }),
      );
      return value;
    };
  }

  #range({ low, high }: Range, context: Context): Traced {
    const from = this.operand(low, context);
    const to = this.operand(high, context);
    const start = numeric(plain(from.value));
    const stop = numeric(plain(to.value)) + 1;
    const origins = made(undefined, from, to).origins;
    if (stop > start) this.session.steps(Math.min(stop - start, Number.MAX_SAFE_INTEGER));
    const items: Traced[] = [];
    for (let value = start; value < stop; value++) items.push({ value, origins });
    return { value: new List(items), origins };
  }

  #path(path: Path, context: Context, lenient: boolean): Traced {
    const { isStrict, page } = this.session;
    if (!isStrict) return this.#steps(path, (name) => context.find(name), context);
    try {
      return this.#steps(path, (name) => context.find(name), context, page.text);
    } catch (error) {
      if (!lenient || !(error instanceof UndefinedVariable)) throw error;
      return error.hole === undefined ? NOTHING : { ...NOTHING, hole: error.hole };
    }
  }

  /** `strictIn`: the text that the path stands in, where what is not there is an error. */
  #steps(
    { base, steps, start }: Path,
    root: (name: string) => Traced,
    context: Context | undefined,
    strictIn?: string,
  ): Traced {
    const keys: LiquidValue[] = [];
    for (const step of steps) {
      if (step.kind === 'name') keys.push(step.name);
      else keys.push(plain(context ? this.operand(step, context).value : this.#inItem(step, root)));
    }
    const read: string[] = [];
    const there = (value: Traced, key: string): Traced => {
      read.push(key);
      if (strictIn === undefined || value.value !== undefined) return value;
      throw new UndefinedVariable(read.join('.'), place(strictIn, start), value.hole);
    };
    const first = base ? '' : toText(keys.shift());
    let value = base ? this.operand(base, context ?? this.session.nowhere) : there(root(first), first);
    for (const key of keys) {
      const next = isParent(value.value) ? this.#parentOf(value, key, start) : propertyOf(value, key);
      value = strictIn === undefined ? next : there(next, toText(key));
    }
    return value;
  }

  /** `block.super` is filled where it is read, and the engine takes an error in it for one of the variable. */
  #parentOf(block: Traced, key: LiquidValue, start: number): Traced {
    const { page } = this.session;
    try {
      return propertyOf(block, key);
    } catch (error) {
      const said = error instanceof Stop ? error.stopped.engine : undefined;
      if (!(error instanceof Stop) || said === undefined) throw error;
      const words = said.slice(said.indexOf(': ') + 2);
      throw new Stop({ ...error.stopped, engine: `UndefinedVariableError: ${words}${place(page.text, start)}` });
    }
  }

  /** A computed key in a text that a filter gets: its names are fields of the same value. */
  #inItem(step: Operand, root: (name: string) => Traced): LiquidValue {
    if (step.kind === 'path') return this.#steps(step, root, undefined).value;
    return this.operand(step, this.session.nowhere).value;
  }

  #filter({ name, args }: FilterUse, input: Traced, context: Context): Traced {
    const filter = FILTERS.get(name);
    const given = args.map((arg) => this.#argument(arg, context));
    this.session.steps(1);
    if (!filter && this.session.adds.has(name))
      return made(new Unknown(`the filter \`${name}\` is the program's own`), input);
    // Those in a tag were asked for when the text was read: this one stands in a string.
    if (!filter && this.session.needsFilters) throw new EngineFailure(`undefined filter: ${name}`);
    // A filter that the engine does not know leaves a value alone.
    if (!filter || input.value instanceof Unknown) return input;
    const unknown = given.find(({ value }) => value instanceof Unknown);
    if (unknown) return unknown;
    const result = filter(input, given, this.host(context));
    if (typeof result.value === 'string') this.session.room(result.value.length);
    const isNothing = input.hole !== undefined && stringify(result.value) === '';
    return isNothing ? { ...result, hole: input.hole } : result;
  }

  #argument(argument: Operand | Pair, context: Context): Traced {
    if (argument.kind !== 'pair') return this.operand(argument, context);
    const value = this.operand(argument.value, context);
    return made(new List([constant(argument.key), value]), value);
  }
}

/** A name or field that is not there. */
class UndefinedVariable extends EngineFailure {
  constructor(path: string, place: string, hole: string | undefined) {
    super(`undefined variable: ${path}`, 'UndefinedVariableError', place, hole);
  }
}

/** What a condition gets for one that is not there. */
const NOTHING: Traced = { value: null, origins: [] };

function attempt<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, text, offset = 0 } = error;
    throw new EngineFailure(message, error.error, place(text, offset));
  }
}

const WORDS: Readonly<Record<'true' | 'false' | 'nil' | 'null' | 'empty' | 'blank', Traced>> = {
  true: constant(true),
  false: constant(false),
  nil: constant(NIL),
  null: constant(NIL),
  empty: constant(EMPTY),
  blank: constant(BLANK),
};
