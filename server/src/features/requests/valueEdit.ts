// Values as text of a manifest: in the style that stands there, long texts as block scalars where YAML allows it.
import type { Path } from '../../model/manifest/manifest';
import type { PromptSystem } from '../../model/system';
import { insertEntry, yamlText } from '../../rules/facts/manifest/manifestEdit';
import type { FileEdit } from '../../rules/rule';
import type { Value } from '../../syntax/piece';
import { eolOf } from '../actions/text';

/** Stands for a value until it is known how deep it stands. No manifest holds it. */
const PLACE = '\uE000';

/** Edits that put values into a scenario that is there, or (null) into the samples of slots. */
export function entryEdit(
  system: PromptSystem,
  scenario: string | null,
  entries: ReadonlyMap<string, Value>,
): readonly FileEdit[] | undefined {
  const { manifest, path } = system;
  const edits: FileEdit[] = [];
  const missing: [string, Value][] = [];
  for (const [slot, value] of entries) {
    const at: Path =
      scenario === null ? [...path, 'slots', slot, 'sample'] : [...path, 'scenarios', scenario, 'values', slot];
    const place = manifest.place(at);
    if (place?.value && place.key && place.value.end > place.value.start) {
      edits.push(replacement(system, place.key.start, place.value, value));
    } else if (scenario === null) {
      const edit = insertEntry(manifest, at.slice(0, -1), 'sample', PLACE);
      if (!edit) return undefined;
      edits.push(filled(edit, [value]));
    } else missing.push([slot, value]);
  }
  if (missing.length === 0) return edits;
  const added = addedValues(system, scenario ?? '', missing);
  return added ? [...edits, ...added] : undefined;
}

/** Values of slots that a scenario does not name yet. */
function addedValues(
  { manifest, path }: PromptSystem,
  scenario: string,
  missing: readonly [string, Value][],
): readonly FileEdit[] | undefined {
  const at = [...path, 'scenarios', scenario];
  const hasValues = manifest.place([...at, 'values']) !== undefined;
  const edits = hasValues
    ? missing.map(([slot, value]) => {
        const edit = insertEntry(manifest, [...at, 'values'], slot, PLACE);
        return edit && filled(edit, [value]);
      })
    : [insertEntry(manifest, at, 'values', linesOf(missing))].map(
        (edit) =>
          edit &&
          filled(
            edit,
            missing.map(([, value]) => value),
          ),
      );
  const all = edits.filter((edit) => edit !== undefined);
  return all.length === edits.length ? all : undefined;
}

/** A scenario with these values and axes, behind the others. */
export function newScenario(
  { manifest, path }: PromptSystem,
  scenario: string,
  entries: ReadonlyMap<string, Value>,
  select: Readonly<Record<string, string>>,
): readonly FileEdit[] | undefined {
  const axes = Object.entries(select).map(([axis, value]) => `  ${yamlText(axis)}: ${yamlText(value)}`);
  const lines = [
    ...(axes.length > 0 ? ['select:', ...axes] : []),
    ...(entries.size > 0 ? ['values:', ...linesOf([...entries]).map((line) => `  ${line}`)] : []),
  ];
  const edit =
    manifest.place([...path, 'scenarios']) === undefined
      ? insertEntry(manifest, path, 'scenarios', [`${yamlText(scenario)}:`, ...lines.map((line) => `  ${line}`)])
      : insertEntry(manifest, [...path, 'scenarios'], scenario, lines);
  return edit && [filled(edit, [...entries.values()])];
}

const linesOf = (entries: readonly (readonly [string, Value])[]): string[] =>
  entries.map(([slot]) => `${yamlText(slot)}: ${PLACE}`);

/** The edit with the values where their places are kept: as blocks where the entry has its lines to itself. */
function filled(edit: FileEdit, values: readonly Value[]): FileEdit {
  let text = '';
  let rest = edit.text;
  for (const value of values) {
    const at = rest.indexOf(PLACE);
    const before = text + rest.slice(0, at);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    const behind = rest[at + PLACE.length];
    const isBlock =
      before.includes('\n') && /^ *[^\s{[,][^{[,]*: $/.test(line) && (behind === undefined || /\s/.test(behind));
    const indent = isBlock ? line.length - line.trimStart().length : undefined;
    text = before + writtenAs(value, indent, eolOf(edit.text));
    rest = rest.slice(at + PLACE.length);
  }
  return { ...edit, text: text + rest };
}

/** A value in the place of one that stands there. */
function replacement(
  { manifest }: PromptSystem,
  key: number,
  span: { readonly start: number; readonly end: number },
  value: Value,
): FileEdit {
  const { text, uri } = manifest.file;
  let end = span.end;
  // A block scalar ends with the line break behind it, which belongs to the next entry.
  while (end > span.start && /[\r\n]/.test(text[end - 1] as string)) end--;
  const line = text.lastIndexOf('\n', key - 1) + 1;
  const isOwnLine = text.slice(line, key).trim() === '' && !text.slice(end).split('\n', 1)[0]?.trim();
  return {
    uri,
    span: { start: span.start, end },
    text: writtenAs(value, isOwnLine ? key - line : undefined, eolOf(text)),
  };
}

/** A value in YAML. `indent`: columns of its key, when it may take lines of its own. */
function writtenAs(value: Value, indent: number | undefined, eol: string): string {
  const space = indent === undefined ? '' : ' '.repeat(indent + 2);
  if (typeof value !== 'string') {
    const line = JSON.stringify(value);
    if (indent === undefined || line.length <= LONGEST_LINE) return line;
    return JSON.stringify(value, null, 2).replaceAll('\n', eol + space);
  }
  if (indent === undefined || !fitsBlock(value)) return yamlText(value);
  let breaks = 0;
  while (value[value.length - 1 - breaks] === '\n') breaks++;
  const lines = (breaks > 0 ? value.slice(0, -1) : value).split('\n');
  const sign = breaks === 0 ? '|-' : breaks === 1 ? '|' : '|+';
  return [sign, ...lines.map((line) => (line === '' ? '' : space + line))].join(eol);
}

const LONGEST_LINE = 80;

/** Whether a literal block can hold a text of several lines letter by letter. */
const fitsBlock = (text: string): boolean =>
  text.includes('\n') &&
  /^\S/.test(text) &&
  !text.includes('\t\n') &&
  ![...text].some(
    (c) =>
      (c < ' ' && c !== '\n' && c !== '\t') ||
      c === '\u007f' ||
      c === '\u0085' ||
      c === '\u2028' ||
      c === '\u2029' ||
      c === '\ufeff',
  );
