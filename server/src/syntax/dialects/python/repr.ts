import type { Value } from '../../piece';
import { shortest } from './numbers';

type Mapping = { readonly [key: string]: Value };

/** Nesting that Python's own `repr` would not survive either. */
const DEPTH = 400;

/** What `str(value)` gives. */
export const str = (value: Value): string => (typeof value === 'string' ? value : repr(value));

/** What `repr(value)` gives; with `ascii`, what `ascii(value)` gives. */
export function repr(value: Value, ascii = false, depth = 0): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return isInteger(value) ? String(value) : shortest(value);
  if (typeof value === 'string') return quoted(value, ascii);
  if (depth > DEPTH) return '...';
  if (isList(value)) return `[${value.map((item) => repr(item, ascii, depth + 1)).join(', ')}]`;
  const entries = Object.entries(value).map(([key, item]) => `${quoted(key, ascii)}: ${repr(item, ascii, depth + 1)}`);
  return `{${entries.join(', ')}}`;
}

/**
 * JSON and YAML numbers come as one type here. A whole number counts as Python's `int`, as long as JSON would write it
 * with digits alone; anything else is a `float`.
 */
export const isInteger = (value: number): boolean =>
  Number.isInteger(value) && Math.abs(value) < 1e21 && !Object.is(value, -0);

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

export const isMapping = (value: Value): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Python's name for the type of a value. */
export function typeName(value: Value): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return isInteger(value) ? 'int' : 'float';
  if (typeof value === 'string') return 'str';
  return isList(value) ? 'list' : 'dict';
}

const UNPRINTABLE = /[\p{C}\p{Z}]/u;
const SHORT: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** A string in Python's quotes: single ones, unless only the text holds single ones. */
export function quoted(text: string, ascii = false): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let out = quote;
  for (const character of text) {
    if (character === quote) out += `\\${quote}`;
    else out += SHORT.get(character) ?? printable(character, ascii);
  }
  return out + quote;
}

function printable(character: string, ascii: boolean): string {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 32 && code < 127) return character;
  if (code > 127 && !ascii && !UNPRINTABLE.test(character)) return character;
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}
