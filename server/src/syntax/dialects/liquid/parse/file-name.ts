import type { Cursor } from './cursor';
import type { Marks } from './marks';
import type { FileName } from './nodes';
import type { Parsed } from './parser';
import { Failure } from './problem';
import { refusalIn } from './refusal';

/** The file that a tag names. One in quotes may have tags in it; `none` without quotes is no file. */
export function readFileName(cursor: Cursor, marks: Marks, parse: (text: string) => Parsed): FileName {
  const value = cursor.value();
  if (!value) return cursor.fail('illegal file path');
  if (value.kind !== 'quoted') {
    return cursor.text.slice(value.start, value.end) === 'none' ? { kind: 'none' } : { kind: 'value', value };
  }
  const span = { start: value.start + 1, end: Math.max(value.start + 1, value.end - 1) };
  const text = value.value;
  if (text !== '' && marks.next(text, 0) < 0) return { kind: 'plain', path: text, span };
  const { body, problems } = parse(text);
  const refusal = refusalIn(problems);
  // What is no error of the engine's own is one of the tag.
  if (refusal?.error === 'TypeError') throw new Failure(refusal.message, cursor.text);
  if (refusal) {
    throw new Failure(refusal.message, refusal.within ?? text, refusal.offset, {
      error: refusal.error,
      isLimit: refusal.kind === 'limit',
    });
  }
  return { kind: 'template', text, body, span };
}
