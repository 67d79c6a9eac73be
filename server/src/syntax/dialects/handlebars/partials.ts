// `{{> name}}`, `{{#> name}} … {{/name}}`, `{{#*inline "name"}} … {{/inline}}`.
import type { Span } from '../../../text/span';
import type { Piece } from '../../piece';
import { printed } from '../javascript/data';
import type { Arguments, Block, Expression, Mustache, Partial, Program } from './ast';
import {
  type DataFrame,
  type Environment,
  type InnerPartial,
  newFrame,
  type Page,
  type ParamFrame,
} from './environment';
import { type Evaluator, Unknown } from './evaluate';
import type { Printer } from './printer';
import { literal, type Ref } from './reference';
import { Written } from './written';

/** What a partial may ask of the engine that fills it. */
export interface PageWriter {
  readonly evaluator: Evaluator;
  readonly printer: Printer;
  /** Every line of a partial is indented as its tag is, and not the first one only. */
  readonly indentsPartials: boolean;
  /** A program that is no block's: of an inline partial, of the body of a partial tag. `outer` is what stands round it. */
  inner(program: Program, context: Ref, outer: Environment): Written;
  /** Another text; undefined when nobody finds it. */
  included(name: string, page: Page, tag: Span): Page | undefined;
  page(page: Page, context: Ref, environment: Environment): Written;
}

/** A tag that names a partial; `body` stands in for a partial that is not there, and the partial may print it. */
interface PartialTag extends Arguments {
  readonly name: Expression;
  readonly span: Span;
  readonly indent: string;
  readonly body?: Program;
}

export const partialTag = (tag: Partial | Block): PartialTag =>
  tag.kind === 'partial'
    ? tag
    : { ...tag, name: tag.callee, span: tag.open, indent: '', ...(tag.program ? { body: tag.program } : {}) };

export function writePartial(writer: PageWriter, tag: PartialTag, environment: Environment): Written {
  const name = nameOf(writer.evaluator, tag, environment);
  const context = contextFor(writer.evaluator, tag, environment);
  const written = writeNamed(writer, tag, name, context, environment);
  if (tag.indent === '') return written;
  if (!writer.indentsPartials) {
    const all = Written.text(writer.printer.made(tag.indent, tag.span, environment));
    all.text(written.finish());
    return all;
  }
  if (written.isBare) {
    const why = 'an indented partial gives one value and no text';
    return writer.evaluator.fail(why, tag.span, environment, 'result.split is not a function');
  }
  const pieces = indented(written.finish(), writer.printer.made(tag.indent, tag.span, environment));
  writer.printer.again(pieces, tag.span, environment);
  const all = new Written();
  all.text(pieces);
  return all;
}

function writeNamed(
  writer: PageWriter,
  tag: PartialTag,
  name: string,
  context: Ref,
  environment: Environment,
): Written {
  const isBlockOfTag = tag.name.kind !== 'call' && name === '@partial-block';
  const level = environment.level + 1;
  // What the body of the tag defines is seen by the partial, and not where the partial is looked for.
  const from = { ...environment, ...(tag.body ? withBody(writer, tag.body, environment) : {}), level };
  const inner = isBlockOfTag ? environment.data.partialBlock : environment.inline.get(name);
  if (inner) return inner(context, from);
  const page = isBlockOfTag ? undefined : writer.included(name, environment.page, tag.span);
  if (page) return writer.page(page, context, from);
  if (tag.body && from.data.partialBlock) return from.data.partialBlock(context, from);
  throw new Unknown(`the partial \`${name}\` is not found`);
}

function nameOf(evaluator: Evaluator, { name, span }: PartialTag, environment: Environment): string {
  if (name.kind === 'path') return name.original;
  if (name.kind === 'literal') return String(name.value);
  const { value } = evaluator.expression(name, environment);
  if (value === undefined || value === null || value === '' || value === false || value === 0) {
    return evaluator.fail(
      'the name of the partial is empty',
      span,
      environment,
      'The partial undefined could not be found',
    );
  }
  return printed(value);
}

/** The context of a partial: its argument, else the one of the tag; pairs are laid over it. */
function contextFor(evaluator: Evaluator, { params, hash, span }: PartialTag, environment: Environment): Ref {
  const [param] = params;
  const context = param ? evaluator.expression(param, environment) : environment.context;
  if (!hash) return context;
  const pairs = new Map(hash.map(({ key, value }) => [key, evaluator.expression(value, environment)] as const));
  return evaluator.withFields(context, pairs, span, environment);
}

/** What a partial with a body finds: the body itself, and the inline partials that stand in it. */
function withBody(writer: PageWriter, body: Program, environment: Environment): Pick<Environment, 'data' | 'inline'> {
  const outer = environment.data.partialBlock;
  const partialBlock: InnerPartial = (context, { data, level }) => {
    // In the body, `@partial-block` is that of the tag round it.
    const frame: DataFrame = { ...newFrame(data), partialBlock: outer };
    return writer.inner(body, context, { ...environment, data: frame, level });
  };
  const data: DataFrame = { ...newFrame(environment.data), partialBlock };
  return { data, inline: new Map([...environment.inline, ...inlinePartials(writer, body, environment)]) };
}

/** The inline partials that a program defines, wherever in it they stand. `outer` is what stands round the program. */
export function inlinePartials(
  writer: PageWriter,
  program: Program,
  outer: Environment,
): ReadonlyMap<string, InnerPartial> {
  const found = new Map<string, InnerPartial>();
  for (const statement of program.body) {
    if ((statement.kind !== 'decorator' && statement.kind !== 'decorator-block') || !isInline(statement)) continue;
    const { params, span } = statement;
    const [first] = params;
    const name = first ? writer.evaluator.expression(first, outer) : literal(undefined);
    const body = statement.kind === 'decorator-block' ? statement.program : undefined;
    found.set(printed(name.value), (context, { data, inline, level }) => {
      if (!body) return writer.evaluator.fail('the inline partial has no body', span, outer);
      return writer.inner(body, context, { ...outer, data, inline, level, params: shifted(program, outer) });
    });
  }
  return found;
}

/**
 * Block parameters as an inline partial finds them. The library counts those of the program that the partial stands in,
 * and does not hand them on: each name gets the values of the program one further out, or fails.
 */
function shifted({ blockParams }: Program, { params }: Environment): readonly ParamFrame[] {
  const names = [blockParams.map(({ name }) => name), ...params.map((frame) => frame.names)];
  return names.map((own, index) => {
    const values = params[index]?.values;
    return values ? { names: own, values } : { names: own };
  });
}

/** Whether a decorator is the library's only one, called with what the preview can evaluate. */
export const isInline = ({ callee, params }: Block | Mustache): boolean =>
  callee.kind === 'path' && callee.original === 'inline' && params[0]?.kind !== 'call';

/** The indentation before every line that is printed, inside of values too; not before an empty last one. */
function indented(pieces: readonly Piece[], indent: Piece): Piece[] {
  const lines: Piece[] = [];
  let isAtStart = true;
  for (const piece of pieces) {
    const { text, span, whole: _, ...rest } = piece;
    if (text === '' || (!isAtStart && !text.includes('\n'))) {
      lines.push(piece);
      continue;
    }
    const isExact = piece.kind === 'literal' && piece.hole === undefined && text.length === span.end - span.start;
    for (let from = 0; from < text.length; ) {
      const feed = text.indexOf('\n', from);
      const to = feed < 0 ? text.length : feed + 1;
      if (isAtStart) lines.push(indent);
      isAtStart = feed >= 0;
      const isAll = from === 0 && to === text.length;
      const place = isExact ? { start: span.start + from, end: span.start + to } : span;
      lines.push(isAll ? piece : { ...rest, text: text.slice(from, to), span: place });
      from = to;
    }
  }
  return lines;
}
