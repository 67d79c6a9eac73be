import type { Value } from './piece';
import { emptyMap } from './yaml/tree';

/** What is nested deeper is not read. */
const DEEPEST = 100;

/** Strict JSON is read by the engine itself, which is many times faster; undefined when it is no JSON or nested too deep. */
export function parseJson(text: string): Value | undefined {
  if (!/^\uFEFF?\s*[[{"]/.test(text.slice(0, 1000))) return undefined;
  try {
    return withoutPrototypes(JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text), 0);
  } catch {
    return undefined;
  }
}

function withoutPrototypes(value: unknown, depth: number): Value {
  if (value === null || typeof value !== 'object') return value as Value;
  if (depth > DEEPEST) throw new RangeError('nested too deep');
  if (Array.isArray(value)) return value.map((item) => withoutPrototypes(item, depth + 1));
  const map = emptyMap<Value>();
  for (const [key, inner] of Object.entries(value)) map[key] = withoutPrototypes(inner, depth + 1);
  return map;
}
