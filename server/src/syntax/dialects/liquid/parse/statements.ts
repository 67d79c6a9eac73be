// Tags that enclose nothing, as the engine reads what stands in them.
import { skipWhite } from '../../javascript/white';
import type { Cursor } from './cursor';
import type { Filtered, Operand } from './expressions';
import type { Binding, FileName, Inclusion, Loop } from './nodes';
import { Failure } from './problem';

export function readAssign(cursor: Cursor): { readonly name: string; readonly value: Filtered } {
  const { name } = cursor.name();
  if (name === '') cursor.fail('expected variable name');
  cursor.skipBlank();
  if (cursor.peek() !== '=') cursor.fail('expected "="');
  cursor.at++;
  return { name, value: cursor.filtered() };
}

export function readEcho(cursor: Cursor): Filtered | undefined {
  cursor.skipBlank();
  return cursor.atEnd ? undefined : cursor.filtered();
}

export function readCycle(
  cursor: Cursor,
  written: string,
): { readonly group: Operand | undefined; readonly candidates: readonly Filtered[] } {
  const start = cursor.at;
  let group = cursor.value();
  cursor.skipBlank();
  if (group && cursor.peek() === ':') cursor.at++;
  else {
    if (group) cursor.at = start;
    group = undefined;
  }
  const candidates: Filtered[] = [];
  while (!cursor.atEnd) {
    candidates.push(cursor.filtered());
    cursor.skipTo(',');
  }
  if (candidates.length === 0) cursor.fail(`empty candidates: "${written}"`);
  return { group, candidates };
}

/** `item in items limit: 2`, the head of a loop. `written` is the whole tag. */
export function readLoop(
  cursor: Cursor,
  word: Loop['word'],
  written: string,
): Pick<Loop, 'variable' | 'collection' | 'hash'> {
  const { name: variable } = cursor.name();
  const { name: preposition } = cursor.name();
  const collection = cursor.value();
  if (preposition !== 'in' || !collection || (word === 'for' && variable === '')) {
    throw new Failure(`illegal tag: ${written}`, cursor.text);
  }
  return { variable, collection, hash: cursor.hash() };
}

/** The values of a `when`: with commas between them, or `or`. */
export function readValues(cursor: Cursor): readonly Operand[] {
  const values: Operand[] = [];
  while (!cursor.atEnd) {
    values.push(cursor.needValue());
    cursor.skipBlank();
    cursor.skipTo(cursor.peek() === ',' ? ',' : 'or');
  }
  return values;
}

export function readCaptureName(cursor: Cursor): {
  readonly name: string;
  readonly start: number;
  readonly end: number;
} {
  const plain = cursor.name();
  if (plain.name !== '') return plain;
  const quoted = cursor.quoted();
  if (!quoted) cursor.fail('invalid capture name');
  return { name: quoted.value, start: quoted.start + 1, end: Math.max(quoted.start + 1, quoted.end - 1) };
}

type Bindings = Pick<Inclusion, 'file' | 'hash' | 'with' | 'for'>;

/** `"file" with x as y, a: 1` and `"file" for xs as x`. */
export function readRender(cursor: Cursor, fileName: (cursor: Cursor) => FileName): Bindings {
  const file = fileName(cursor);
  const bindings: { with?: Binding; for?: Binding } = {};
  while (!cursor.atEnd) {
    cursor.skipBlank();
    const start = cursor.at;
    const { name: keyword } = cursor.name();
    const binding = keyword === 'with' || keyword === 'for' ? readBinding(cursor) : undefined;
    if (!binding) {
      cursor.at = start;
      break;
    }
    bindings[keyword as 'with' | 'for'] = binding;
    cursor.skipBlank();
    if (cursor.peek() === ',') cursor.at++;
  }
  return { file, ...bindings, hash: cursor.hash() };
}

function readBinding(cursor: Cursor): Binding | undefined {
  cursor.skipBlank();
  // `with: 1` is a key like any other.
  if (cursor.peek() === ':') return undefined;
  const value = cursor.value();
  if (!value) return undefined;
  const written = cursor.text.slice(value.start, value.end);
  const start = cursor.at;
  if (cursor.name().name === 'as') return { value, written, alias: cursor.name().name };
  cursor.at = start;
  return { value, written };
}

export function readInclude(cursor: Cursor, fileName: (cursor: Cursor) => FileName): Bindings {
  const file = fileName(cursor);
  const start = cursor.at;
  const isWith = cursor.name().name === 'with';
  if (isWith) cursor.skipBlank();
  if (!isWith || cursor.peek() === ':') {
    cursor.at = start;
    return { file, hash: cursor.hash() };
  }
  const value = cursor.value();
  return { file, ...(value ? { with: { value, written: '' } } : {}), hash: cursor.hash() };
}

/** Whether every line of a comment in one tag begins with `#`. */
export function isComment(text: string, start: number, end: number): boolean {
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; ) {
    const next = skipWhite(text, at + 1, end);
    if (next < end && text[next] !== '#') return false;
    at = text.indexOf('\n', next);
  }
  return true;
}
