// The blocks that the library brings along, and blocks without arguments: `{{#x}}`.
import { isList, isObject } from '../javascript/data';
import type { Block, Program } from './ast';
import { type DataFrame, type Environment, newFrame } from './environment';
import { type Evaluator, helperName, pathOfCallee, Unknown, unknownHelper } from './evaluate';
import type { Printer } from './printer';
import { isEmpty, keysOf, literal, NULL_CONTEXT, type Ref } from './reference';
import { Written } from './written';

/** What a block may ask of the engine that fills it. */
export interface ProgramWriter {
  readonly evaluator: Evaluator;
  readonly printer: Printer;
  /** One program of a block, in a context; without a program, nothing. */
  child(program: Program | undefined, context: Ref, environment: Environment, given?: Given): Written;
  /** Runs what adds to `written` bit by bit, so that it is not lost when a bit fails. */
  keeping(written: Written, run: () => void): Written;
}

/** What a helper hands to the program besides the context. */
export interface Given {
  readonly data?: DataFrame;
  /** Values of its block parameters. */
  readonly params?: readonly Ref[];
}

export function writeBlock(writer: ProgramWriter, block: Block, environment: Environment): Written {
  const { evaluator } = writer;
  if (block.callee.kind === 'call') throw unknownHelper('', block);
  const callee = pathOfCallee(block.callee);
  if (evaluator.kindOf(callee, block, environment) !== 'helper') {
    return writeSection(writer, block, evaluator.path(callee, environment, true), environment);
  }
  const params = evaluator.params({ ...block, callee }, environment);
  const helper = evaluator.helper(callee);
  if (helper) {
    if (helper.kind === 'text') throw new Unknown(`the helper \`${callee.original}\` is none for a block`);
    const holds = evaluator.holds(helper, block, params, environment);
    return writer.child(holds ? block.program : block.inverse, environment.context, environment);
  }
  const name = helperName(callee);
  if (name === 'lookup') {
    const found = evaluator.lookup(params, block.open, environment);
    return writer.printer.value(found, block.open, environment, false);
  }
  if (name === 'log') return Written.text();
  if (name !== 'if' && name !== 'unless' && name !== 'each' && name !== 'with') {
    return evaluator.fail(`\`${callee.original}\` is no helper for a template`, block.open, environment);
  }
  const [subject] = params;
  if (!subject || params.length > 1) {
    return evaluator.fail(
      `\`#${name}\` takes one argument`,
      block.open,
      environment,
      argumentError(name, params.length),
    );
  }
  // Helpers get an empty map where the context is null.
  const { context } = environment;
  const own = context.value === null || context.value === undefined ? NULL_CONTEXT : context;
  if (name === 'each') return writeEach(writer, block, subject, own, environment);
  if (name === 'with') {
    if (isEmpty(subject)) return writer.child(block.inverse, own, environment);
    return writer.child(block.program, subject, environment, { params: [subject] });
  }
  const isTrue = isTruth(evaluator, block, subject, environment);
  return writer.child(isTrue === (name === 'if') ? block.program : block.inverse, own, environment);
}

/** A second argument of `each` takes the place of what the library needs itself, and it fails over that. */
function argumentError(name: string, count: number): string | undefined {
  if (name !== 'each') return `#${name} requires exactly one argument`;
  return count === 0 ? 'Must pass iterator to #each' : undefined;
}

/** What `if` takes for true: zero only with `includeZero=true`. */
function isTruth(evaluator: Evaluator, { hash = [] }: Block, subject: Ref, environment: Environment): boolean {
  const includesZero = hash.filter(({ key }) => key === 'includeZero').at(-1);
  const isZeroTrue = includesZero !== undefined && Boolean(evaluator.expression(includesZero.value, environment).value);
  return (isZeroTrue || Boolean(subject.value)) && !isEmpty(subject);
}

/** `{{#x}}`: a condition, a loop or another context, as the value is. */
function writeSection(writer: ProgramWriter, block: Block, subject: Ref, environment: Environment): Written {
  const { value } = subject;
  const { context } = environment;
  if (value === true) return writer.child(block.program, context, environment);
  if (value === false || value === null || value === undefined)
    return writer.child(block.inverse, context, environment);
  if (isList(value) && value.length === 0) return writer.child(block.inverse, context, environment);
  if (isList(value)) return writeEach(writer, block, subject, context, environment);
  // The library hands on what it has at hand: as block parameters, the lists of those round the block.
  const params = environment.params.map(({ values }) => literal(values?.map((ref) => ref.value ?? null)));
  return writer.child(block.program, subject, environment, { params });
}

function writeEach(writer: ProgramWriter, block: Block, subject: Ref, own: Ref, environment: Environment): Written {
  if (subject.isView)
    throw new Unknown('the loop goes through everything that the program passes, which only it knows');
  const { value } = subject;
  const keys = isObject(value) ? keysOf(subject) : [];
  if (keys.length === 0) return writer.child(block.inverse, own, environment);
  const data = newFrame(environment.data);
  const written = Written.text();
  return writer.keeping(written, () => {
    for (const [index, key] of keys.entries()) {
      const name = isList(value) ? index : key;
      data.variables.set('key', literal(name));
      data.variables.set('index', literal(index));
      data.variables.set('first', literal(index === 0));
      data.variables.set('last', literal(index === keys.length - 1));
      const item = writer.evaluator.field(subject, key, block.open, environment);
      const params = [item, keyParam(name, subject)];
      written.add(writer.child(block.program, item, environment, { data, params }));
    }
  });
}

/** The second block parameter of a loop: an index is made by the tag, a key of a map belongs to the map. */
function keyParam(name: string | number, { path }: Ref): Ref {
  return typeof name === 'string' && path !== undefined ? { value: name, path } : literal(name);
}
