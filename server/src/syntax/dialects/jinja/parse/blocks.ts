import type { Span } from '../../../../text/span';
import { skipWhite } from '../white';
import { namesIn } from './broken';
import type { Expression } from './expressions';
import { type BodyReader, type Closing, ENDS, type Head, type ReadBody } from './head';
import type { Arm, Body, Parameter, SetBlock, Statement, Target } from './nodes';
import { ExpressionParser } from './operators';
import { SyntaxFailure } from './problem';
import type { Reader } from './reader';

const endsOf = (keyword: string): readonly string[] => ENDS.get(keyword) ?? [];

/** Reads the head of a block to its end, and the body behind it. Python people write a colon there. */
function bodyOf({ reader, bodies }: Head, keyword: string): ReadBody {
  endHead(reader);
  return bodies.body(reader.tag, endsOf(keyword));
}

/** The body behind a tag in the middle of a block. */
function nextBody({ reader, tag }: Closing, bodies: BodyReader, ends: readonly string[]): ReadBody {
  quietly(bodies, () => endHead(reader));
  return bodies.body(tag, ends);
}

function endHead(reader: Reader): void {
  reader.takeOperator(':');
  reader.expectEnd();
}

/** The range of a block, whose end tag has to be read to its end. */
function rangeOf({ start, bodies }: Head, { body, closing }: ReadBody): Span {
  if (closing) quietly(bodies, () => closing.reader.expectEnd());
  return { start, end: closing?.tag.end ?? body.end };
}

/** A fault in a later tag of a block leaves the block itself as it is. */
function quietly(bodies: BodyReader, read: () => void): void {
  try {
    read();
  } catch (failure) {
    bodies.note(failure);
  }
}

export function parseIf(head: Head): Statement {
  const { reader, expressions, bodies } = head;
  let test: Expression | undefined = expressions.tuple({ conditional: false });
  let read = bodyOf(head, 'if');
  const arms: Arm[] = [{ open: reader.range, test, body: read.body }];
  for (let { closing } = read; closing && closing.keyword !== 'endif'; { closing } = read) {
    test = closing.keyword === 'elif' ? testOf(closing, bodies) : undefined;
    const ends = test ? endsOf('if') : ['endif'];
    read = nextBody(closing, bodies, ends);
    arms.push({ open: closing.reader.range, body: read.body, ...(test ? { test } : {}) });
  }
  return { kind: 'if', ...rangeOf(head, read), open: reader.range, arms };
}

/** The test of an `elif`. When it cannot be read, the arms before it are kept all the same. */
function testOf({ reader, tag }: Closing, bodies: BodyReader): Expression {
  try {
    return new ExpressionParser(reader).tuple({ conditional: false });
  } catch (failure) {
    bodies.note(failure);
    return { kind: 'broken', start: tag.start, end: tag.end, names: namesIn(tag, 1) };
  }
}

export function parseFor(head: Head): Statement {
  const { reader, expressions, bodies } = head;
  const target = expressions.target();
  reader.expectName('in');
  const iterable = expressions.tuple({ conditional: false });
  const test = reader.takeName('if') ? expressions.expression() : undefined;
  const recursive = reader.takeName('recursive');
  let read = bodyOf(head, 'for');
  const { body } = read;
  let otherwise: Body | undefined;
  if (read.closing?.keyword === 'else') {
    read = nextBody(read.closing, bodies, ['endfor']);
    otherwise = read.body;
  }
  return {
    kind: 'for',
    ...rangeOf(head, read),
    open: reader.range,
    target,
    iterable,
    recursive,
    body,
    ...(test ? { test } : {}),
    ...(otherwise ? { otherwise } : {}),
  };
}

export function parseSet(head: Head): Statement {
  const { reader, expressions, start } = head;
  const target = expressions.target(true);
  if (reader.takeOperator('=')) {
    const value = expressions.tuple();
    reader.expectEnd();
    return { kind: 'set', start, end: reader.tag.end, target, value };
  }
  const filter = expressions.filter(undefined);
  const read = bodyOf(head, 'set');
  const { body } = read;
  const node: SetBlock = { kind: 'set-block', ...rangeOf(head, read), open: reader.range, target, body };
  return filter ? { ...node, filter } : node;
}

export function parseWith(head: Head): Statement {
  const { reader, expressions } = head;
  const pairs: { target: Target; value: Expression }[] = [];
  while (!reader.isEnd) {
    if (pairs.length > 0) reader.expectOperator(',');
    const target = expressions.target();
    reader.expectOperator('=');
    pairs.push({ target, value: expressions.expression() });
  }
  const read = bodyOf(head, 'with');
  return { kind: 'with', ...rangeOf(head, read), open: reader.range, pairs, body: read.body };
}

export function parseAutoescape(head: Head): Statement {
  const value = head.expressions.expression();
  const read = bodyOf(head, 'autoescape');
  return { kind: 'autoescape', ...rangeOf(head, read), open: head.reader.range, value, body: read.body };
}

export function parseBlock(head: Head): Statement {
  const { reader, bodies } = head;
  const name = reader.expectAnyName();
  const scoped = reader.takeName('scoped');
  const required = reader.takeName('required');
  if (reader.isOperator('-')) reader.fail(HYPHEN);
  const read = bodyOf(head, 'block');
  const { body, closing } = read;
  if (required && closing && !isBlank(body, bodies.text)) {
    const message = 'Required blocks can only contain comments or whitespace';
    bodies.note(new SyntaxFailure({ kind: 'refused', message, span: reader.range, tag: reader.range }));
  }
  // The end tag may repeat the name.
  if (closing) quietly(bodies, () => closing.reader.takeName(name.value));
  return {
    kind: 'block',
    ...rangeOf(head, read),
    open: reader.range,
    name: name.value,
    nameSpan: { start: name.start, end: name.end },
    scoped,
    required,
    body,
  };
}

const HYPHEN =
  'Block names in Jinja have to be valid Python identifiers and may not contain hyphens, use an underscore instead.';

function isBlank(body: Body, text: string): boolean {
  return body.nodes.every((node) => node.kind === 'data' && skipWhite(text, node.start) >= node.end);
}

export function parseMacro(head: Head): Statement {
  const { reader, expressions } = head;
  const name = expressions.targetName();
  const parameters = parametersOf(head);
  const read = bodyOf(head, 'macro');
  return { kind: 'macro', ...rangeOf(head, read), open: reader.range, name, parameters, body: read.body };
}

export function parseCall(head: Head): Statement {
  const { reader, expressions } = head;
  const parameters = reader.isOperator('(') ? parametersOf(head) : [];
  const call = expressions.expression();
  if (call.kind !== 'call') return reader.fail('expected call', call);
  const read = bodyOf(head, 'call');
  return { kind: 'call-block', ...rangeOf(head, read), open: reader.range, parameters, call, body: read.body };
}

function parametersOf({ reader, expressions }: Head): readonly Parameter[] {
  const list: Parameter[] = [];
  reader.expectOperator('(');
  while (!reader.isOperator(')')) {
    if (list.length > 0) reader.expectOperator(',');
    const name = expressions.targetName();
    if (reader.takeOperator('=')) list.push({ name, default: expressions.expression() });
    else if (list.at(-1)?.default) reader.fail('non-default argument follows default argument');
    else list.push({ name });
  }
  reader.expectOperator(')');
  return list;
}

export function parseFilter(head: Head): Statement {
  const { reader, expressions } = head;
  const filter = expressions.filter(undefined, true);
  if (!filter) return reader.unexpected();
  const read = bodyOf(head, 'filter');
  return { kind: 'filter-block', ...rangeOf(head, read), open: reader.range, filter, body: read.body };
}
