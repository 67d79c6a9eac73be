import type { Span } from '../../../../text/span';
import { fail, GoError } from '../failure';
import { PrintLimit } from '../fmt/printer';
import { FUNCTIONS, type GoFunction, isLogical, unknownAmong } from '../functions';
import { index } from '../items';
import type { Command, Field, Operand, Pipeline } from '../parse/nodes';
import {
  constant,
  Dict,
  fromData,
  MISSING,
  madeOf,
  Root,
  type Traced,
  truth,
  typeName,
  Unknown,
  unboxed,
} from '../values';
import type { Frame } from './frame';
import type { Session } from './session';
import { ALL_DATA } from './writer';

/** What is looked at: the dot, and the call of a template that it belongs to. */
export interface Place {
  readonly dot: Traced;
  readonly frame: Frame;
}

/** Works out what stands in actions. */
export class Evaluator {
  readonly #session: Session;
  /** The innermost thing that was looked at, which is where an error is told. */
  at: Span = { start: 0, end: 0 };

  constructor(session: Session) {
    this.#session = session;
  }

  pipeline(pipe: Pipeline, place: Place): Traced {
    this.at = pipe;
    let value: Traced | undefined;
    for (const command of pipe.commands) value = unboxed(this.#command(command, place, value));
    const result = value ?? MISSING;
    for (const { name } of pipe.variables) {
      if (pipe.assigns) place.frame.assign(name, result);
      else place.frame.declare(name, result);
    }
    return result;
  }

  /** `final` is what the command before it in the pipeline gave. */
  #command({ args }: Command, place: Place, final: Traced | undefined): Traced {
    const [first, ...others] = args;
    this.#session.effort.steps(args.length, place.frame.placeOf(first));
    const hasArguments = others.length > 0 || final !== undefined;
    switch (first.kind) {
      case 'function':
        return this.#call(first, others, place, final);
      case 'field':
      case 'chain':
        return this.#path(first, place, hasArguments);
      case 'variable':
        if (first.path.length > 0) return this.#path(first, place, hasArguments);
    }
    if (first.kind !== 'pipeline') this.at = first;
    if (hasArguments) fail(`can't give argument to non-function ${this.#written(first, place)}`);
    if (first.kind === 'nil') fail('nil is not a command');
    return this.#value(first, place);
  }

  #written({ start, end }: Span, { frame }: Place): string {
    return frame.page.tree.text.slice(start, end);
  }

  /** The value of an operand that stands alone or as an argument. */
  #value(operand: Operand, place: Place): Traced {
    switch (operand.kind) {
      case 'dot':
        return place.dot;
      case 'nil':
        return MISSING;
      case 'bool':
      case 'string':
        return constant(operand.value);
      case 'number':
        if ('value' in operand.constant) return constant(operand.constant.value);
        return fail(`${this.#written(operand, place)} overflows int`);
      case 'function':
        return this.#call(operand, [], place, undefined);
      case 'pipeline':
        return this.pipeline(operand, place);
      default:
        return this.#path(operand, place, false);
    }
  }

  #path(operand: Extract<Operand, { path: readonly Field[] }>, place: Place, hasArguments: boolean): Traced {
    this.at = operand;
    let value: Traced;
    if (operand.kind === 'field') value = place.dot;
    else if (operand.kind === 'variable') value = place.frame.variable(operand.name);
    else {
      value = this.#value(operand.of, place);
      this.at = operand.of;
    }
    for (const [at, { name }] of operand.path.entries()) {
      value = this.#field(value, name, hasArguments && at === operand.path.length - 1);
    }
    return value;
  }

  /** `.name` of a value. What is not there has no fields, and that is no error. */
  #field(of: Traced, name: string, hasArguments: boolean): Traced {
    const { value } = of;
    if (value === undefined || value instanceof Unknown) return of;
    const type = of.boxed ? 'interface {}' : typeName(value);
    if (value === null) fail(`nil pointer evaluating ${type}.${name}`);
    if (hasArguments && (value instanceof Root || value instanceof Dict)) {
      fail(`${name} is not a method but has arguments`);
    }
    if (value instanceof Root) return this.#slot(name);
    if (!(value instanceof Dict)) return fail(`can't evaluate field ${name} in type ${type}`);
    const found = value.get(name);
    if (found === undefined) return this.#lacking(of, name);
    return withOrigins(fromData(found, value.pathOf(name)), of);
  }

  #slot(name: string): Traced {
    const slot = this.#session.slot(name);
    if (slot.hole === undefined || this.#session.missing !== 'error') return slot;
    throw new GoError(noEntry(name), slot.hole);
  }

  /** What a map gives for a key that it does not have. */
  #lacking(of: Traced, name: string): Traced {
    const { missing } = this.#session;
    if (missing === 'error') fail(noEntry(name));
    return madeOf(missing === 'empty' ? '' : undefined, [of]);
  }

  #call(
    callee: Extract<Operand, { kind: 'function' }>,
    operands: readonly Operand[],
    place: Place,
    final: Traced | undefined,
  ): Traced {
    this.at = callee;
    const { name } = callee;
    const known = FUNCTIONS.get(name);
    if (!known) return constant(new Unknown(unknownFunction(name, operands.length === 0 && final === undefined)));
    checkCount(known, operands.length, final !== undefined);
    if (isLogical(name)) return this.#logical(name, operands, place, final);
    const args = operands.map((operand, at) => this.#argument(operand, place, known.takesFormat === true && at === 0));
    if (final) args.push(known.takesFormat && args.length === 0 ? asFormat(final) : final);
    const unknown = unknownAmong(args);
    if (unknown) return unknown;
    const [first] = args;
    const isIndexOfRoot = name === 'index' && args.length > 1 && first?.value instanceof Root;
    if (!isIndexOfRoot && args.some(({ value }) => value instanceof Root)) return this.#callOnRoot(name, args);
    this.#weigh(args, place, callee);
    try {
      const result = isIndexOfRoot ? index(first, args.slice(1), (key) => this.#session.slot(key)) : known.call(args);
      this.#weigh([result], place, callee);
      return result;
    } catch (error) {
      if (error instanceof PrintLimit) return constant(new Unknown(error.why));
      if (!(error instanceof GoError)) throw error;
      this.at = callee;
      throw new GoError(`error calling ${name}: ${error.message}`, args.find(({ hole }) => hole !== undefined)?.hole);
    }
  }

  /** Nobody knows all that the program gives; only that it is something. */
  #callOnRoot(name: string, args: readonly Traced[]): Traced {
    if (name === 'not') return constant(false);
    return madeOf(new Unknown(ALL_DATA), args);
  }

  /** A text that is read or made takes the longer the longer it is. */
  #weigh(args: readonly Traced[], { frame }: Place, at: Span): void {
    for (const { value } of args) {
      if (typeof value === 'string') this.#session.effort.reading(value.length, frame.placeOf(at));
    }
  }

  /** `and` and `or`: the first argument that settles it, else the last. */
  #logical(name: string, operands: readonly Operand[], place: Place, final: Traced | undefined): Traced {
    let value: Traced = MISSING;
    for (const operand of operands) {
      value = this.#argument(operand, place, false);
      if (value.value instanceof Unknown) return value;
      if (truth(value.value) === (name === 'or')) return value;
    }
    return final ?? value;
  }

  #argument(operand: Operand, place: Place, isFormat: boolean): Traced {
    this.at = operand;
    if (!isFormat) return this.#value(operand, place);
    if (operand.kind === 'nil') fail('cannot assign nil to string');
    if (operand.kind === 'bool' || operand.kind === 'number') {
      fail(`expected string; found ${this.#written(operand, place)}`);
    }
    return asFormat(this.#value(operand, place));
  }
}

/** The fields of an item that was chosen by another value depend on that as well. */
function withOrigins(field: Traced, of: Traced): Traced {
  const own = of.value instanceof Dict ? of.value.path : '';
  const others = of.origins.filter((path) => path !== own);
  if (others.length === 0 && of.hole === undefined) return field;
  const { boxed } = field;
  const all = madeOf(field.value, [field, { ...of, origins: others }]);
  return boxed ? { ...all, boxed } : all;
}

function unknownFunction(name: string, isAlone: boolean): string {
  const hint = isAlone ? `; a slot is written \`.${name}\`` : '';
  return `only the program knows the function \`${name}\`${hint}`;
}

const noEntry = (name: string): string => `map has no entry for key "${name}"`;

function checkCount({ name, fixed, variadic }: GoFunction, written: number, hasFinal: boolean): void {
  const given = written + (hasFinal ? 1 : 0);
  if (variadic && given < fixed) fail(`wrong number of args for ${name}: want at least ${fixed} got ${written}`);
  if (!variadic && given !== fixed) fail(`wrong number of args for ${name}: want ${fixed} got ${given}`);
}

/** What `printf` takes for its pattern must be a text. */
function asFormat(traced: Traced): Traced {
  const { value, boxed, hole } = traced;
  if (typeof value === 'string' || value instanceof Unknown) return traced;
  if (value === undefined) throw new GoError('invalid value; expected string', hole);
  const type = value === null && boxed ? 'interface {}' : typeName(value);
  return fail(`wrong type for value; expected string; got ${type}`);
}
