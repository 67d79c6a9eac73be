// Tags that enclose others.
import type { Span } from '../../../../text/span';
import type { TagChunk } from './chunks';
import { type Filtered, type Operand, rootOf } from './expressions';
import type { Arm, Condition, Layout, Loop, Node, Raw } from './nodes';
import type { Parser } from './parser';
import { readCaptureName, readLoop, readValues } from './statements';
import { STOPS } from './tags';

/** The statement that a tag opens; `none`, when it encloses nothing. */
export function readBlock(parser: Parser, chunk: TagChunk): Node | 'none' {
  const read = READERS.get(chunk.name);
  if (!read) return 'none';
  let node: Node | undefined;
  if (parser.deeper(() => (node = read(parser, chunk))) && node) return node;
  const span = parser.spanOf(chunk);
  parser.note({ kind: 'limit', message: 'it nests too deeply', offset: chunk.start, span, tag: span });
  return parser.broken(chunk, span);
}

const READERS: ReadonlyMap<string, (parser: Parser, chunk: TagChunk) => Node> = new Map([
  ['if', (parser, chunk) => readCondition(parser, chunk, 'if')],
  ['unless', (parser, chunk) => readCondition(parser, chunk, 'unless')],
  ['case', (parser, chunk) => readCondition(parser, chunk, 'case')],
  ['for', (parser, chunk) => readForm(parser, chunk, 'for')],
  ['tablerow', (parser, chunk) => readForm(parser, chunk, 'tablerow')],
  ['capture', readCapture],
  ['block', readSlot],
  ['comment', readComment],
  ['raw', readRaw],
  ['layout', readLayout],
] as const);

function readCondition(parser: Parser, chunk: TagChunk, word: Condition['word']): Node {
  const { value, span: open } = parser.head(chunk, (cursor) => cursor.filtered());
  const arms: Arm[] = [];
  const isCase = word === 'case';
  let elses = 0;
  let next: Omit<Arm, 'body'> = { kind: isCase ? 'dead' : 'test', open, ...(value && !isCase ? { test: value } : {}) };
  let end = open.end;
  while (true) {
    const { body, stop, met } = parser.body(next.open.end, STOPS[word]);
    arms.push({ ...next, body });
    end = stop?.end ?? body.end;
    if (!stop) parser.unclosed(chunk, open, met);
    if (!stop || stop.name === `end${word}`) {
      if (stop && word === 'if') needEmpty(parser, stop, chunk);
      break;
    }
    if (stop.name === 'else') elses++;
    next = nextArm(parser, stop, { word, elses, chunk });
  }
  const names = value ? {} : { names: parser.names(open, Math.min(chunk.argsAt, open.end)) };
  const subject = isCase && value ? { subject: value } : {};
  return { kind: 'condition', word, open, arms, ...subject, ...names, start: open.start, end };
}

/** What the arms of a condition have been so far. */
interface Course {
  readonly word: Condition['word'];
  readonly elses: number;
  readonly chunk: TagChunk;
}

function nextArm(parser: Parser, stop: TagChunk, { word, elses, chunk }: Course): Omit<Arm, 'body'> {
  const open = parser.spanOf(stop);
  if (stop.name === 'else') {
    if (word === 'if') {
      needEmpty(parser, stop, chunk);
      if (elses > 1) misplaced(parser, stop, chunk, 'duplicated else');
    }
    return { kind: elses === 1 ? 'else' : 'dead', open };
  }
  if (elses > 0) {
    if (word === 'if') misplaced(parser, stop, chunk, 'unexpected elsif after else');
    // What follows a `when` behind `else` belongs to the `else`.
    return { kind: word === 'case' && elses === 1 ? 'else' : 'dead', open };
  }
  if (word === 'case') {
    const { value: values = [], span } = parser.head<readonly Operand[]>(stop, readValues);
    return { kind: 'test', open: span, values };
  }
  const { value: test, span } = parser.head<Filtered>(stop, (cursor) => cursor.filtered(), chunk.start);
  return { kind: 'test', open: span, ...(test ? { test } : {}) };
}

/** Words behind an `else` or an `endif` are an error of the block that it belongs to. */
function needEmpty(parser: Parser, stop: TagChunk, chunk: TagChunk): void {
  const words = parser.text.slice(stop.argsAt, Math.max(stop.argsAt, stop.inner.end));
  if (words !== '') misplaced(parser, stop, chunk, `unexpected ${JSON.stringify(words)}`);
}

function misplaced(parser: Parser, stop: TagChunk, chunk: TagChunk, message: string): void {
  const span = parser.spanOf(stop);
  parser.note({ kind: 'misplaced', message, offset: chunk.start, span, tag: span, keyword: stop.name });
}

function readForm(parser: Parser, chunk: TagChunk, word: Loop['word']): Node {
  const { value, span: open } = parser.head(chunk, (cursor) => readLoop(cursor, word, parser.written(chunk)));
  const first = parser.body(open.end, STOPS[word]);
  const { body } = first;
  let { stop, met } = first;
  let otherwise: Loop['otherwise'];
  // Of several `else`, the engine puts together what stands behind them.
  while (stop?.name === 'else') {
    needEmpty(parser, stop, chunk);
    const rest = parser.body(stop.end, STOPS[word]);
    const nodes = [...(otherwise?.nodes ?? []), ...rest.body.nodes];
    otherwise = { nodes, start: otherwise?.start ?? rest.body.start, end: rest.body.end };
    ({ stop, met } = rest);
  }
  if (stop && word === 'for') needEmpty(parser, stop, chunk);
  if (!stop) parser.unclosed(chunk, open, met);
  const end = stop?.end ?? (otherwise ?? body).end;
  const [variable, ...names] = value ? [] : parser.names(open, Math.min(chunk.argsAt, open.end));
  const head = value ?? { variable: rootOf(variable)?.name ?? '', collection: undefined, hash: new Map(), names };
  return { kind: 'loop', word, open, body, ...head, start: open.start, end, ...(otherwise ? { otherwise } : {}) };
}

function readCapture(parser: Parser, chunk: TagChunk): Node {
  const { value, span: open } = parser.head(chunk, readCaptureName);
  const { body, stop, met } = parser.body(open.end, STOPS.capture);
  if (!stop) parser.unclosed(chunk, open, met);
  const nameSpan = value ? { start: value.start, end: value.end } : open;
  return {
    kind: 'capture',
    name: value?.name ?? '',
    nameSpan,
    open,
    body,
    start: open.start,
    end: stop?.end ?? body.end,
  };
}

function readSlot(parser: Parser, chunk: TagChunk): Node {
  const open = parser.spanOf(chunk);
  const args = parser.text.slice(chunk.argsAt, Math.max(chunk.argsAt, chunk.inner.end));
  const name = /\w+/.exec(args);
  const { body, stop, met } = parser.body(open.end, STOPS.block);
  if (!stop) parser.unclosed(chunk, open, met);
  const start = chunk.argsAt + (name?.index ?? 0);
  const nameSpan = { start, end: start + (name?.[0].length ?? 0) };
  return { kind: 'block', name: name?.[0] ?? '', nameSpan, open, body, start: open.start, end: stop?.end ?? body.end };
}

function readComment(parser: Parser, chunk: TagChunk): Node {
  const open = parser.spanOf(chunk);
  const end = parser.skipTo('endcomment')?.at(-1)?.end;
  if (end === undefined) parser.unclosed(chunk, open, undefined);
  return { kind: 'comment', open, start: open.start, end: end ?? open.end };
}

function readRaw(parser: Parser, chunk: TagChunk): Node {
  const open = parser.spanOf(chunk);
  const isNoted = parser.openRaws.has(open.start);
  const chunks = isNoted ? undefined : parser.skipTo('endraw');
  const end = chunks?.at(-1)?.end ?? open.end;
  if (!chunks && !isNoted) parser.unclosed(chunk, open, undefined);
  const parts: Span[] = (chunks ?? []).slice(0, -1).map((part) => ({ start: part.start, end: part.end }));
  return { kind: 'raw', open, parts, start: open.start, end } satisfies Raw;
}

/** Everything behind the tag belongs to it, so that no block may be open where it stands. */
function readLayout(parser: Parser, chunk: TagChunk): Node {
  const { value, span: open } = parser.head(chunk, (cursor) => ({
    file: parser.fileName(cursor),
    hash: cursor.hash(),
  }));
  const { body, met } = parser.body(open.end, new Set());
  if (met) {
    const span = { start: met.start, end: met.end };
    const message = `tag "${met.name}" not found`;
    parser.note({ kind: 'stray-tag', message, offset: met.start, span, tag: span, keyword: met.name });
  }
  const head = value ?? { file: { kind: 'none' } as const, hash: new Map() };
  return { kind: 'layout', open, ...head, body, start: open.start, end: body.end } satisfies Layout;
}
