import { compare } from './compare';
import { isNumeric, raise, repr, typeName } from './show';
import { Dict, type Entry, Float, List, type Traced } from './value';
import { spend, spendOnText, Work } from './work';

/** What `json.dumps(value, sort_keys=True, indent=indent)` gives. */
export function toJson(traced: Traced, indent: string | null, depth = 0, work = new Work()): string {
  spend(1);
  const { value } = traced;
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') {
    spendOnText(value, 16);
    return jsonText(value);
  }
  if (value instanceof Float) return jsonFloat(value.number, traced);
  if (typeof value === 'number' || typeof value === 'bigint') return repr(traced);
  if (value instanceof List) {
    const items = value.items.map((item) => work.inside(() => toJson(item, indent, depth + 1, work)));
    return enclosed('[', items, ']', { indent, depth });
  }
  if (!(value instanceof Dict)) return raise('TypeError', `Object of type ${typeName(value)} is not JSON serializable`);
  const member = ({ key, value: item }: Entry): string =>
    `${jsonKey(key)}: ${work.inside(() => toJson(item, indent, depth + 1, work))}`;
  const members = sorted(value).map(member);
  return enclosed('{', members, '}', { indent, depth });
}

function sorted({ entries }: Dict): readonly Entry[] {
  const all = [...entries.values()];
  return all.length < 2 ? all : all.sort((a, b) => compare(a.key, b.key, '<'));
}

interface Layout {
  /** What one level is indented by; null: everything on one line. */
  readonly indent: string | null;
  readonly depth: number;
}

function enclosed(open: string, items: readonly string[], close: string, { indent, depth }: Layout): string {
  if (items.length === 0) return open + close;
  if (indent === null) return open + items.join(', ') + close;
  const line = `\n${indent.repeat(depth + 1)}`;
  return `${open}${line}${items.join(`,${line}`)}\n${indent.repeat(depth)}${close}`;
}

function jsonFloat(number: number, traced: Traced): string {
  if (Number.isNaN(number)) return 'NaN';
  if (Number.isFinite(number)) return repr(traced);
  return number > 0 ? 'Infinity' : '-Infinity';
}

function jsonKey(key: Traced): string {
  const { value } = key;
  if (typeof value === 'string') return jsonText(value);
  if (value === null) return '"null"';
  if (typeof value === 'boolean') return `"${value}"`;
  if (isNumeric(value)) return `"${value instanceof Float ? jsonFloat(value.number, key) : repr(key)}"`;
  return raise('TypeError', `keys must be str, int, float, bool or None, not ${typeName(value)}`);
}

/** A text in quotes, with everything beyond ASCII as an escape. */
function jsonText(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
