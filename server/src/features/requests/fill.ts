// Writes values into the manifest, or into the files that it names for them. Every edit is tried before it is answered:
// the manifest with it must give exactly these values.
import { type ManifestDocument, readHead, readManifest } from '../../model/manifest/manifest';
import { fileOfValue } from '../../model/resolve';
import { resolveAxes, select } from '../../model/selection';
import type { PromptSystem } from '../../model/system';
import type { FillParams, FillResult, WireEdit } from '../../protocol';
import { valueData } from '../../render/valueData';
import type { FileEdit } from '../../rules/rule';
import { headOf } from '../../syntax/head';
import type { Value } from '../../syntax/piece';
import { applyEdits } from '../../text/edit';
import type { Snapshot } from '../../workspace/snapshot';
import { wireSourceOf } from '../convert';
import { givenValue, isData, parsedValue } from './value';
import { entryEdit, newScenario } from './valueEdit';

export function fill(snapshot: Snapshot, params: FillParams): FillResult {
  const { key, scenario, values, asText = false } = params;
  const system = snapshot.system(key);
  const names = Object.keys(values);
  if (!system) return { edits: [], refused: names.map((slot) => ({ slot, reason: 'The system is gone.' })) };
  const now = valueData(system, select(system, scenario), snapshot.lookup);
  const edits: FileEdit[] = [];
  const refused: { slot: string; reason: string }[] = [];
  const entries = new Map<string, Value>();
  for (const [slot, text] of Object.entries(values)) {
    const entry = system.slots.get(slot);
    const path = fileOfValue(givenValue(system, scenario, slot));
    if (entry?.entry.parts) refused.push({ slot, reason: 'It is assembled from parts.' });
    else if (path === undefined) entries.set(slot, asText ? text : parsedValue(text, entry, now(slot)));
    else {
      const edit = fileEdit(snapshot, system, path, text, isData(entry, now(slot)));
      if (edit) edits.push(edit);
      else refused.push({ slot, reason: `${path} cannot be read.` });
    }
  }
  const written = manifestEdits(system, params, entries);
  if (written) edits.push(...written);
  else
    for (const slot of entries.keys())
      refused.push({ slot, reason: 'The manifest cannot be changed at this place without changing its form.' });
  return { edits: edits.map((edit) => wireEdit(snapshot, edit)), refused };
}

const wireEdit = (snapshot: Snapshot, edit: FileEdit): WireEdit => ({
  source: wireSourceOf(snapshot, edit),
  text: edit.text,
});

/** The whole text of a file of one value. It ends with a line break when it did before. */
function fileEdit(
  { lookup }: Snapshot,
  system: PromptSystem,
  path: string,
  text: string,
  data: boolean,
): FileEdit | undefined {
  const { uri, found } = lookup.find(system.manifest.file.uri, path);
  if (found.kind !== 'file' || path.includes('#')) return undefined;
  const before = found.file.text;
  const end = /\r?\n$/.exec(before)?.[0] ?? '';
  const whole = data && text.endsWith('\n') ? text : text + end;
  return { uri, span: { start: 0, end: before.length }, text: whole };
}

/** The edits of the manifest; undefined when it would not read the values from them. */
function manifestEdits(
  system: PromptSystem,
  { scenario, select: chosen = {} }: FillParams,
  entries: ReadonlyMap<string, Value>,
): readonly FileEdit[] | undefined {
  if (entries.size === 0) return [];
  const { manifest } = system;
  const isNew = scenario !== null && !Object.hasOwn(system.entry.scenarios ?? {}, scenario);
  const edits = isNew
    ? newScenario(system, scenario, entries, otherThanDefault(system, chosen))
    : entryEdit(system, scenario, entries);
  if (!edits) return undefined;
  const after = reread(manifest, applyEdits(manifest.file.text, edits));
  const entry = after?.data.systems[String(system.path.at(-1))];
  if (!after || !entry || after.faults.length > manifest.faults.length) return undefined;
  const same = [...entries].every(([slot, wanted]) => {
    const given = scenario === null ? entry.slots?.[slot]?.sample : entry.scenarios?.[scenario]?.values?.[slot];
    return JSON.stringify(given) === JSON.stringify(wanted);
  });
  return same ? edits : undefined;
}

/** Values of axes that have to be said in a scenario. */
function otherThanDefault(
  system: PromptSystem,
  chosen: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const defaults = resolveAxes(system, {});
  return Object.fromEntries(
    Object.entries(chosen).filter(([axis, value]) => system.axes.has(axis) && defaults[axis] !== value),
  );
}

function reread({ file, kind }: ManifestDocument, text: string): ManifestDocument | undefined {
  const changed = { uri: file.uri, text };
  if (kind === 'manifest') return readManifest(changed);
  const head = headOf(text);
  return head ? readHead(changed, head.yamlSpan) : undefined;
}
