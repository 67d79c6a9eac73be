// Picoschema, the short form of JSON Schema in dotprompt: `name?: string, what it is`, `items(array, what): string`.
import type { Value } from '../../syntax/piece';
import type { Slot } from '../schema';
import { describedAs, get, isData, isText, typeEntry } from './provider';

/** A field of a schema as a slot: what it is called, and what is known of it. */
export interface Field {
  readonly name: string;
  readonly slot: Slot;
  /** Path of its key, from the schema on. */
  readonly path: readonly string[];
}

export function fieldsOf(schema: Value | undefined): readonly Field[] {
  if (!isData(schema)) return [];
  // JSON Schema itself may stand there as well.
  const properties = get(schema, 'properties');
  const type = get(schema, 'type');
  if ((type === 'object' || type === undefined) && isData(properties))
    return Object.entries(properties).map(([name, value]) => ({
      name,
      slot: { ...typeEntry(get(value, 'type')), ...describedAs(get(value, 'description')), ...within(value) },
      path: ['properties', name],
    }));
  return Object.entries(schema).flatMap(([key, value]): readonly Field[] => {
    const parts = /^([^?(]+)(\?)?(?:\(([^)]*)\))?$/.exec(key);
    if (!parts || key.startsWith('(')) return [];
    const [kind = '', ...words] = (parts[3] ?? '').split(',');
    const name = (parts[1] as string).trim();
    const about = isText(value) ? scalar(value) : { type: kind.trim() || 'object', description: words.join(',') };
    const isList = kind.trim() === 'array' || (isText(value) && /\]\s*(?:,|$)/.test(value));
    const described = words.length > 0 ? words.join(',') : about.description;
    const slot = { ...typeEntry(isList ? 'array' : about.type), ...describedAs(described), ...within(value) };
    return [{ name, slot, path: [key] }];
  });
}

/** What is known of the fields of a map, or of the items of a list. */
function within(schema: Value): Pick<Slot, 'fields'> {
  const items = get(schema, 'items');
  const fields = fieldsOf(items === undefined ? schema : items);
  if (fields.length === 0 || !isSchema(schema)) return {};
  return { fields: Object.fromEntries(fields.map(({ name, slot }) => [name, describedAs(slot.description)])) };
}

/** Whether there is more in a schema than the name of a type. */
const isSchema = (schema: Value): boolean =>
  isData(schema) &&
  (!isText(get(schema, 'type')) || get(schema, 'properties') !== undefined || get(schema, 'items') !== undefined);

/** `string, The name`: a type, and behind the first comma what it is. */
function scalar(written: string): { readonly type: string; readonly description: string } {
  const comma = written.indexOf(',');
  if (comma < 0) return { type: written.trim(), description: '' };
  return { type: written.slice(0, comma).trim(), description: written.slice(comma + 1) };
}
