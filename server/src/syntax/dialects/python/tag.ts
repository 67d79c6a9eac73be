import type { Span } from '../../../text/span';
import type { SlotUse } from '../../tree';
import { PythonError } from './error';
import { parseSpec, WIDEST } from './spec';

/** A field that an author meant as one, with the fields in its spec. */
export interface Tag {
  readonly end: number;
  /** The slot itself first, then those of its spec. */
  readonly slots: readonly SlotUse[];
  /** The part of the path that reads Python's own attributes (`__class__`). */
  readonly internals?: Span;
}

const NAME = /[\p{L}_$][\p{L}\p{M}\p{N}_$-]*/uy;
const ATTRIBUTE = /\.[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
const INDEX = /\[[^\][{}\r\n]{1,100}\]/y;
const CONVERSION = /![rsa]/y;

/** Behind this many characters a spec is no spec, so that braces in prose cost a bounded look each. */
const LONGEST_SPEC = 200;

/** Whether a name is one that an author would give a slot: letters, digits, `_ - $`, not beginning with a digit. */
export const isName = (name: string): boolean => endOf(NAME, name, 0) === name.length && name !== '';

/** Offset behind the name that begins at `at`; `at` itself when there is none. */
export const endOfName = (text: string, at: number): number => endOf(NAME, text, at);

/**
 * Reads the field at `open` when it is one that an author would write on purpose. Whatever it accepts, `str.format`
 * reads as a field with the same borders; what it refuses (`{"a": 1}`, `{ x }`, `{0}`, `{x: y}`) is a fault.
 */
export function readTag(text: string, open: number, nesting = 2): Tag | undefined {
  const nameEnd = endOfName(text, open + 1);
  if (nameEnd === open + 1) return undefined;
  let at = nameEnd;
  let internals: Span | undefined;
  for (let next = endOfStep(text, at); next > at; next = endOfStep(text, at)) {
    if (text.startsWith('.__', at)) internals ??= { start: at, end: next };
    at = next;
  }
  const pathEnd = at;
  at = endOf(CONVERSION, text, at);
  const nested: SlotUse[] = [];
  if (text[at] === ':') {
    const end = readSpec(text, at + 1, nesting, nested);
    if (end === undefined) return undefined;
    at = end;
  }
  if (text[at] !== '}') return undefined;
  const slot: SlotUse = {
    name: text.slice(open + 1, nameEnd),
    path: text.slice(open + 1, pathEnd),
    span: { start: open, end: at + 1 },
    nameSpan: { start: open + 1, end: nameEnd },
    role: nesting === 2 ? 'value' : 'spec',
  };
  const slots = [slot, ...nested];
  return internals ? { end: at + 1, slots, internals } : { end: at + 1, slots };
}

function endOfStep(text: string, at: number): number {
  const end = endOf(ATTRIBUTE, text, at);
  return end > at ? end : endOf(INDEX, text, at);
}

/** Offset of the brace that closes the spec; undefined when it is no spec. Its own fields are added to `nested`. */
function readSpec(text: string, start: number, nesting: number, nested: SlotUse[]): number | undefined {
  const limit = Math.min(text.length, start + LONGEST_SPEC);
  let shape = '';
  for (let at = start; at < limit; at++) {
    const character = text[at] ?? '';
    if (character === '}') return isSpec(shape) ? at : undefined;
    if (character === '{') {
      const tag = nesting > 1 ? readTag(text, at, nesting - 1) : undefined;
      if (!tag) return undefined;
      nested.push(...tag.slots);
      shape += NESTED;
      at = tag.end - 1;
    } else shape += character;
  }
  return undefined;
}

/** Stands for a nested field in the shape of a spec: a digit may be fill, width, precision. */
const NESTED = '1';

/** Letters that any type of plain data takes. */
const LETTERS = 'bcdeEfFgGnosxX%';

/**
 * Whether the text can be the spec of a value at all. `{count: 5}` and `{a: b}` could (a blank for the sign, then a width
 * or a letter), but whoever writes them writes JSON.
 */
function isSpec(shape: string): boolean {
  if (/^ \w+$/.test(shape)) return false;
  try {
    const { letter, width, precision } = parseSpec(shape, { typeName: '', letter: '', align: '>' });
    return (letter === '' || LETTERS.includes(letter)) && width <= WIDEST && precision <= WIDEST;
  } catch (error) {
    if (error instanceof PythonError) return false;
    throw error;
  }
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
