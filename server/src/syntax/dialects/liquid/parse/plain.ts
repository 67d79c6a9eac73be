import type { TagChunk } from './chunks';
import type { Cursor } from './cursor';
import type { Node } from './nodes';
import type { Parser } from './parser';
import { Failure } from './problem';
import { isComment, readAssign, readCycle, readEcho, readInclude, readRender } from './statements';

/** A tag that encloses nothing. `liquid` reads the one whose lines are tags. */
export function readPlain(parser: Parser, chunk: TagChunk, cursor: Cursor, liquid: () => Node): Node {
  const { name } = chunk;
  const span = parser.spanOf(chunk);
  switch (name) {
    case 'assign':
      return { kind: 'assign', ...readAssign(cursor), ...span };
    case 'echo':
      return { kind: 'output', value: readEcho(cursor), ...span };
    case 'cycle':
      return { kind: 'cycle', ...readCycle(cursor, parser.written(chunk)), ...span };
    case 'increment':
    case 'decrement':
      return { kind: 'counter', word: name, name: cursor.name().name, ...span };
    case 'render':
      return { kind: 'inclusion', word: name, ...readRender(cursor, parser.fileName), ...span };
    case 'include':
      return { kind: 'inclusion', word: name, ...readInclude(cursor, parser.fileName), ...span };
    case 'liquid':
      return liquid();
    case 'break':
    case 'continue':
      return { kind: 'jump', word: name, ...span };
    default:
      if (!isComment(parser.text, cursor.at, cursor.limit)) {
        throw new Failure("every line of an inline comment must start with a '#' character", parser.text);
      }
      return { kind: 'comment', ...span };
  }
}
