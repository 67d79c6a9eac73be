import type { Span } from '../../../text/span';
import type { FillContext } from '../../piece';
import { isList, isObject, printed } from '../javascript/data';
import { type Effort, Stop } from '../javascript/stop';
import type { Arguments, Call, Expression, Literal, Mustache, Path } from './ast';
import { type Environment, placeIn } from './environment';
import { placeAt } from './faults';
import { BUILT_IN, hasArguments, isDash, isScoped, isSimple } from './names';
import { fieldOf, keysOf, literal, NOTHING, type Ref, withFields } from './reference';
import type { Helper, HelperCall, Helpers } from './registered';

/** What a tag prints is known to the program alone: it calls a helper or a partial of its own. The message is a clause. */
export class Unknown extends Error {
  /** What the library says where the program has not added it. */
  readonly refusal: string | undefined;

  constructor(message: string, refusal?: string) {
    super(message);
    this.refusal = refusal;
  }
}

/** Without arguments the library takes it for a value that is not there, unless it takes `knownOnly`. */
export function unknownHelper(name: string, { params, hash }: Arguments, knownOnly = false): Unknown {
  const message = `\`${name}\` is no helper of Handlebars itself, and only the program knows what it prints`;
  if (knownOnly && (params.length > 0 || hash))
    return new Unknown(message, `You specified knownHelpersOnly, but used the unknown helper ${name}.`);
  return new Unknown(message, params.length > 0 ? `Missing helper: "${name}".` : undefined);
}

/**
 * - `helper`: it has arguments, or its name is one of the library's own
 * - `ambiguous`: one name, which may be that of a helper
 * - `simple`: anything else
 */
export type CallKind = 'helper' | 'ambiguous' | 'simple';

export interface HelperOptions {
  readonly helpers?: Helpers;
  /** What is printed or opened has to be there. */
  readonly isStrict?: boolean;
  /** The program compiles with `knownHelpersOnly`. */
  readonly knownOnly?: boolean;
}

/** Evaluates what stands in tags. Nothing of a value is called: the helpers are written out. */
export class Evaluator {
  readonly #context: FillContext;
  readonly #effort: Effort;
  /** Those of the program, beside the library's own. */
  readonly #helpers: Helpers | undefined;
  readonly #isStrict: boolean;
  readonly #knownOnly: boolean;

  constructor(context: FillContext, effort: Effort, { helpers, isStrict = false, knownOnly = false }: HelperOptions) {
    this.#context = context;
    this.#effort = effort;
    this.#helpers = helpers;
    this.#isStrict = isStrict;
    this.#knownOnly = knownOnly;
  }

  /** The helper of the program that a path calls. */
  helper(callee: Path): Helper | undefined {
    return isSimple(callee) ? this.#helpers?.get(callee.parts[0] ?? '') : undefined;
  }

  /** How the library takes a tag apart. Block parameters are no helpers. */
  kindOf(callee: Path, given: Arguments, environment: Environment, isCall = false): CallKind {
    const isOne = isSimple(callee);
    if (isOne && this.param(callee.parts[0] ?? '', environment)) return 'simple';
    if (isCall || hasArguments(given)) return 'helper';
    if (!isOne) return 'simple';
    return BUILT_IN.has(callee.parts[0] ?? '') || this.helper(callee) ? 'helper' : 'ambiguous';
  }

  expression(expression: Expression, environment: Environment): Ref {
    if (expression.kind === 'literal') return literal(expression.value);
    return expression.kind === 'path' ? this.path(expression, environment) : this.value(expression, environment);
  }

  /** The value of a tag without a body, or of a call in one. */
  value(tag: Mustache | Call, environment: Environment): Ref {
    const callee = pathOfCallee(tag.callee);
    if (this.kindOf(callee, tag, environment, tag.kind === 'call') !== 'helper')
      return this.path(callee, environment, true);
    const params = this.params(tag, environment);
    const helper = this.helper(callee);
    if (helper?.kind === 'text') return this.#printed(helper, tag, params, environment);
    switch (helperName(callee)) {
      case 'lookup':
        return this.lookup(params, tag.span, environment);
      case 'log':
        return NOTHING;
      default:
        return this.fail(`\`${callee.original}\` needs a block`, tag.span, environment);
    }
  }

  /** The arguments of a helper that is known. */
  params(given: Arguments & { readonly callee: Expression }, environment: Environment): Ref[] {
    const callee = given.callee.kind === 'call' ? undefined : pathOfCallee(given.callee);
    if (callee && isDash(callee)) {
      const engine = 'Missing helper: "-"';
      return this.fail(
        'no helper is named `-`, and white space is taken out with `~`',
        callee.span,
        environment,
        engine,
      );
    }
    const unknown = this.#unknown(callee, given);
    try {
      // What stands in a call is called before it, so that it fails before it.
      const params = given.params.map((param) => this.expression(param, environment));
      for (const { value } of given.hash ?? []) this.expression(value, environment);
      if (unknown) throw unknown;
      return params;
    } catch (error) {
      throw error instanceof Unknown && error.refusal === undefined && unknown?.refusal !== undefined ? unknown : error;
    }
  }

  /** What only the program knows of a helper. */
  #unknown(callee: Path | undefined, given: Arguments): Unknown | undefined {
    const helper = callee && this.helper(callee);
    if (helper?.kind === 'program') return new Unknown(`the helper \`${callee?.original}\` is the program's own`);
    if (helper || (callee && helperName(callee) !== undefined)) return undefined;
    return unknownHelper(callee?.original ?? '', given, this.#knownOnly);
  }

  /** Whether the first program of a block is the one that a helper of the program fills. */
  holds(helper: Helper, given: Arguments, params: readonly Ref[], environment: Environment): boolean {
    return helper.kind === 'block' && helper.holds(this.#call(given, params, environment));
  }

  /** What a helper prints belongs to the first slot that it was given; without a value for it there is nothing to print. */
  #printed(
    helper: Extract<Helper, { readonly kind: 'text' }>,
    tag: Mustache | Call,
    params: readonly Ref[],
    environment: Environment,
  ): Ref {
    const named = (tag.hash ?? []).map(({ value }) => this.expression(value, environment));
    const given = [...params, ...named];
    const hole = given.find((ref) => ref.hole !== undefined);
    if (hole) return hole;
    const path = helper.isMark ? undefined : given.find((ref) => ref.path !== undefined && ref.path !== '')?.path;
    const value = helper.print(this.#call(tag, params, environment));
    this.#effort.writing(value.length, placeIn(environment, tag.span));
    return { value, ...(path === undefined ? {} : { path }) };
  }

  #call({ hash = [] }: Arguments, params: readonly Ref[], environment: Environment): HelperCall {
    const named = hash.map(({ key, value }) => [key, this.expression(value, environment).value] as const);
    return { params: params.map(({ value }) => value), hash: new Map(named) };
  }

  lookup([object, key, ...others]: readonly Ref[], span: Span, environment: Environment): Ref {
    if (object && !object.value) return object;
    if (!object || !key || others.length > 0) return this.fail('`lookup` takes a value and a key', span, environment);
    return this.field(object, printed(key.value), span, environment);
  }

  /** The value of a block parameter; undefined when the name is none. */
  param(name: string, { params }: Environment): { readonly ref: Ref | undefined } | undefined {
    for (const { names, values } of params) {
      const index = names.indexOf(name);
      if (index >= 0) return { ref: values ? (values[index] ?? NOTHING) : undefined };
    }
    return undefined;
  }

  /** `isWanted`: the value is what the tag prints or opens, so that with `strict` it has to be there. */
  path(path: Path, environment: Environment, isWanted = false): Ref {
    const follow = this.#isStrict ? this.#strictly(path, isWanted, environment) : undefined;
    const [first = '', ...rest] = path.parts;
    const param = first !== '' && path.depth === 0 && !isScoped(path) ? this.param(first, environment) : undefined;
    if (param) {
      if (!param.ref) return this.fail(`the block gives no value for \`${first}\``, path.span, environment);
      return follow ? follow(param.ref, rest, false) : this.#follow(param.ref, rest, path.span, environment);
    }
    const context = path.depth === 0 ? environment.context : (environment.depths[path.depth] ?? NOTHING);
    // `{{''}}` and `{{[]}}` print the context.
    if (first === '') return context;
    if (path.isData) return this.#data(path, first, rest, environment, follow);
    return follow ? follow(context, path.parts) : this.#follow(context, path.parts, path.span, environment);
  }

  field(ref: Ref, key: string, span: Span, environment: Environment): Ref {
    this.#effort.reading(key.length, placeIn(environment, span));
    return fieldOf(ref, key, this.#context);
  }

  /** A context with the pairs of a partial's tag laid over it. */
  withFields(ref: Ref, pairs: ReadonlyMap<string, Ref>, span: Span, environment: Environment): Ref {
    this.#effort.steps(1 + keysOf(ref).length, placeIn(environment, span));
    return withFields(ref, pairs, this.#context);
  }

  /** Ends the rendering where the library throws. */
  fail(why: string, span: Span, environment: Environment, engine?: string): never {
    const message = `Handlebars fails here: ${why}.`;
    throw new Stop({ message, ...placeIn(environment, span), ...(engine === undefined ? {} : { engine }) });
  }

  /** The fields of a value, one after the other, as long as there is one. */
  #follow(from: Ref, parts: readonly string[], span: Span, environment: Environment): Ref {
    let ref = from;
    for (const part of parts) {
      if (ref.value === null || ref.value === undefined) return ref;
      ref = this.field(ref, part, span, environment);
    }
    return ref;
  }

  /**
   * How `strict` follows a path: the engine asks for every field without looking whether there is a value to have it, and
   * of a value that is wanted the last field must be there. A slot that nothing gives a value for is shown.
   */
  #strictly({ span }: Path, isWanted: boolean, environment: Environment): Follow {
    return (from, parts, wants = isWanted) => {
      let ref = from;
      for (const [index, part] of parts.entries()) {
        if (ref.hole !== undefined) return ref;
        const lack = lackOf(ref, part, wants && index === parts.length - 1);
        const found = this.field(ref, part, span, environment);
        const isThere = ref.isView && (found.value !== undefined || found.hole !== undefined);
        if (lack !== undefined && !isThere) {
          const shown = ref.isView ? '[object Object]' : printed(ref.value);
          const place = placeAt(environment.page.tree.text, span);
          const engine = lack === ABSENT ? `"${part}" not defined in ${shown} - ${place}` : lack;
          this.fail(`\`${part}\` is not there`, span, environment, engine);
        }
        ref = found;
      }
      return ref;
    };
  }

  /** `@x.y`: unlike a field of the context, it ends at the first value that is false. */
  #data(path: Path, first: string, rest: readonly string[], environment: Environment, follow: Follow | undefined): Ref {
    let frame: Environment['data'] | undefined = environment.data;
    for (let depth = path.depth; depth > 0; depth--) frame = frame?.up;
    let ref = frame?.variables.get(first) ?? NOTHING;
    if (follow) {
      const variables = { value: frame && {}, fields: frame?.variables ?? new Map<string, Ref>() };
      return follow(variables, path.parts);
    }
    for (const part of rest) {
      if (!ref.value) return ref;
      ref = this.field(ref, part, path.span, environment);
    }
    return ref;
  }
}

type Follow = (from: Ref, parts: readonly string[], wants?: boolean) => Ref;

const ABSENT = 'absent';

/** Why a field cannot be had: what JavaScript says, or that it is absent and has to be there. */
function lackOf({ value, isView, fields }: Ref, part: string, isWanted: boolean): string | undefined {
  if (fields?.has(part)) return undefined;
  if (isView) return isWanted ? ABSENT : undefined;
  if (!isWanted)
    return value === null || value === undefined ? `Cannot read properties of ${value} (reading '${part}')` : undefined;
  if (!value) return ABSENT;
  if (!isObject(value)) return `Cannot use 'in' operator to search for '${part}' in ${value}`;
  return Object.hasOwn(value, part) || part in (isList(value) ? Array.prototype : Object.prototype)
    ? undefined
    : ABSENT;
}

/** A literal in the place of a helper is a name: `{{"x"}}`, `{{true}}`. */
export function pathOfCallee(callee: Path | Literal): Path {
  if (callee.kind === 'path') return callee;
  const name = String(callee.value);
  const { span } = callee;
  return { kind: 'path', span, isData: false, depth: 0, parts: [name], partSpans: [span], original: name };
}

/** Name of a helper of the library. It goes by the first part of a path, whatever follows. */
export function helperName({ parts }: Path): string | undefined {
  const [first] = parts;
  return first !== undefined && BUILT_IN.has(first) ? first : undefined;
}
