import { Dict, type LiquidValue, List, LoopState } from './value';

const DEEPEST = 400;

/** What `JSON.stringify` gives for a value; undefined for what has no JSON. `space` as that function takes it. */
export function json(value: LiquidValue, space: LiquidValue): string | undefined {
  return write(value, indentOf(space), '', 0);
}

/** Undefined: everything stands on one line. A number between 0 and 1 gives lines that begin with nothing. */
function indentOf(space: LiquidValue): string | undefined {
  if (typeof space === 'number') return space > 0 ? ' '.repeat(Math.min(10, Math.trunc(space))) : undefined;
  return typeof space === 'string' && space !== '' ? space.slice(0, 10) : undefined;
}

function write(value: LiquidValue, indent: string | undefined, before: string, depth: number): string | undefined {
  if (value === undefined || depth > DEEPEST) return undefined;
  if (value instanceof List) {
    const items = value.items.map((item) => write(item.value, indent, before + (indent ?? ''), depth + 1) ?? 'null');
    return enclose('[', items, ']', indent, before);
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members: string[] = [];
  for (const [key, item] of fieldsOf(value)) {
    const text = write(item, indent, before + (indent ?? ''), depth + 1);
    if (text !== undefined) members.push(`${JSON.stringify(key)}:${indent === undefined ? '' : ' '}${text}`);
  }
  return enclose('{', members, '}', indent, before);
}

/** The fields that JSON shows of a map, and of values of the engine's own. */
function fieldsOf(
  value: Exclude<LiquidValue, undefined | null | boolean | number | string | List>,
): [string, LiquidValue][] {
  if (value instanceof Dict) return [...value.entries].map(([key, item]) => [key, item.value]);
  if (!(value instanceof LoopState)) return [];
  const { index0, length, name, isTable, cols } = value;
  return [
    ['i', index0],
    ['length', length],
    ['name', name],
    ...(isTable ? [['cols', cols] as [string, LiquidValue]] : []),
  ];
}

function enclose(
  open: string,
  parts: readonly string[],
  close: string,
  indent: string | undefined,
  before: string,
): string {
  if (parts.length === 0) return open + close;
  if (indent === undefined) return open + parts.join(',') + close;
  const line = `\n${before}${indent}`;
  return `${open}${line}${parts.join(`,${line}`)}\n${before}${close}`;
}
