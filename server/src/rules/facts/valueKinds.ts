import type { Path } from '../../model/manifest/manifest';
import { fileOfValue, placeOf } from '../../model/resolve';
import type { Location, Slot } from '../../model/system';
import { parseData } from '../../syntax/yaml';
import type { Fix, Problem, SystemContext } from '../rule';
import { yamlText } from './manifest/manifestEdit';

/** Values of slots in the manifest that are of another kind than the type of their slot. */
export function* valuesOfOtherKind(context: SystemContext): Generator<Problem> {
  const { system } = context;
  for (const slot of system.slots.values()) {
    if (slot.type === undefined || slot.type === 'json') continue;
    const { name, entry } = slot;
    for (const key of ['default', 'sample'] as const) {
      if (entry[key] !== undefined) yield* judge(context, slot, entry[key], ['slots', name, key]);
    }
    for (const [scenario, { values }] of Object.entries(system.entry.scenarios ?? {})) {
      if (values && Object.hasOwn(values, name))
        yield* judge(context, slot, values[name], ['scenarios', scenario, 'values', name]);
    }
  }
}

function* judge(context: SystemContext, slot: Slot, written: unknown, path: Path): Generator<Problem> {
  const { system } = context;
  const file = fileOfValue(written);
  const read = file === undefined ? { value: written } : readFile(context, slot, file);
  if (!read || isEmpty(read.value)) return;
  const wanted = objection(slot, read.value);
  if (wanted === undefined) return;
  const place = placeOf(system.manifest, [...system.path, ...path, ...(file === undefined ? [] : ['file'])]);
  const what = file === undefined ? 'this value' : `the value in ${file}`;
  const fix = slot.type === 'list' && typeof written === 'string' ? listFix(place, written) : undefined;
  yield {
    ...place,
    slot: slot.name,
    level: 'warning',
    message: `\`${slot.name}\` has the type ${slot.type}, and ${what} is ${found(read.value)}${wanted}. Correct the value, or the type.`,
    related: [
      { ...placeOf(system.manifest, [...system.path, 'slots', slot.name, 'type']), message: 'the type of the slot' },
      ...(read.uri === undefined ? [] : [{ uri: read.uri, span: { start: 0, end: 0 }, message: 'the value' }]),
    ],
    ...(fix ? { fixes: [fix] } : {}),
  };
}

const listFix = ({ uri, span }: Location, text: string): Fix => ({
  title: 'Make it a list',
  edits: [{ uri, span, text: `[${yamlText(text)}]` }],
});

function readFile(
  { system, lookup }: SystemContext,
  slot: Slot,
  path: string,
): { readonly value: unknown; readonly uri?: string } | undefined {
  const { uri, found } = lookup.find(system.manifest.file.uri, path);
  if (found.kind !== 'file') return undefined;
  if (slot.type !== 'list' || !/\.(?:json|ya?ml)$/i.test(path)) return { value: found.file.text, uri };
  const { value, faults } = parseData(found.file);
  return faults.length > 0 ? undefined : { value, uri };
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** What a value lacks to be of the type of its slot, as the end of a sentence; undefined when nothing. */
function objection({ type }: Slot, value: unknown): string | undefined {
  const isText = typeof value === 'string';
  if (type === 'list') return Array.isArray(value) ? undefined : '';
  if (typeof value === 'object') return '';
  if (type === 'line') return isText && /[\r\n]/.test(value.replace(/\r?\n$/, '')) ? ' of several lines' : undefined;
  if (type === 'number') return typeof value === 'number' || (isText && isNumber(value)) ? undefined : '';
  if (type === 'boolean') return typeof value === 'boolean' || /^(?:true|false)$/i.test(String(value)) ? undefined : '';
  return undefined;
}

const isNumber = (text: string): boolean =>
  text.trim() !== '' && Number.isFinite(Number(text.replace(/[ ,_](?=\d)/g, '')));

function found(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return typeof value === 'string' ? 'text' : `the ${typeof value} ${String(value)}`;
}
