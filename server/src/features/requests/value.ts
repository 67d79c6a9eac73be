// The value of a slot as people edit it: text, or lists and maps as YAML.
import { fileOfValue } from '../../model/resolve';
import { select } from '../../model/selection';
import type { PromptSystem, Slot } from '../../model/system';
import type { ValueParams, ValueResult } from '../../protocol';
import { valueData } from '../../render/valueData';
import type { Value } from '../../syntax/piece';
import { parseData } from '../../syntax/yaml';
import type { Snapshot } from '../../workspace/snapshot';

export function value(snapshot: Snapshot, params: ValueParams): ValueResult | null {
  const system = snapshot.system(params.key);
  if (!system) return null;
  const selection = select(system, params.scenario, params.select ?? {});
  const { slot } = params;
  const data = valueData(system, selection, snapshot.lookup)(slot);
  const target = targetOf(snapshot, system, params.scenario, slot);
  return {
    slot,
    text: data === undefined ? '' : writtenValue(data),
    format: isData(system.slots.get(slot), data) ? 'yaml' : 'text',
    ...(target ? { target } : {}),
  };
}

/** Whether a slot's value is edited as data. */
export const isData = (slot: Slot | undefined, now: Value | undefined): boolean =>
  slot?.type === 'list' || slot?.type === 'json' || (now !== null && typeof now === 'object');

/** Data of one line, when it is short enough to be read in one. */
const SHORT = 60;

/** A value as text; data as JSON, which YAML reads as well. */
function writtenValue(data: Value): string {
  if (data === null) return '';
  if (typeof data === 'string') return data;
  if (typeof data !== 'object') return String(data);
  const line = JSON.stringify(data);
  return line.length <= SHORT ? line : JSON.stringify(data, null, 2);
}

/** What somebody has written for a slot. Data that cannot be read is taken as the text it is. */
export function parsedValue(text: string, slot: Slot | undefined, now: Value | undefined): Value {
  if (slot?.type === 'boolean') {
    const word = text.trim().toLowerCase();
    return word === 'true' ? true : word === 'false' ? false : text;
  }
  if (!isData(slot, now) || text.trim() === '') return text;
  const { value: data, faults } = parseData({ uri: 'value.yaml', text });
  return faults.length === 0 && data !== undefined ? (data as Value) : text;
}

/** Where a value of a scenario (else the sample) is written. A value that is assembled from parts is written nowhere. */
function targetOf(
  snapshot: Snapshot,
  system: PromptSystem,
  scenario: string | null,
  slot: string,
): ValueResult['target'] | undefined {
  if (system.slots.get(slot)?.entry.parts) return undefined;
  const file = fileOfValue(givenValue(system, scenario, slot));
  if (file === undefined) return { file: system.manifest.file.uri, scenario };
  const { uri, found } = snapshot.lookup.find(system.manifest.file.uri, file);
  return found.kind === 'file' ? { file: uri, scenario } : undefined;
}

/** What the manifest gives at the place where a value is written: in the scenario, or as the sample. */
export function givenValue(system: PromptSystem, scenario: string | null, slot: string): unknown {
  if (scenario === null) return system.slots.get(slot)?.entry.sample;
  const values = system.entry.scenarios?.[scenario]?.values;
  return values && Object.hasOwn(values, slot) ? values[slot] : undefined;
}
