import type { ManifestDocument, Path } from '../../../model/manifest/manifest';
import type { Layer, PromptSystem } from '../../../model/system';
import type { Span } from '../../../text/span';
import type { FileEdit } from '../../rule';
import { eolOf, firstOnLine, lineStartOf, nextLineOf } from '../sourceLines';
import { endOfEntry, endOfMap } from '../yamlLines';

/**
 * Edits of a manifest as text: lines are put in and taken out where they stand, so that comments, order and style of the
 * rest stay as the author wrote them. Every function answers undefined when the place cannot be edited safely by text.
 */

/** An entry to write: one line (`{ type: line }`), or the lines of a block map (each `key: value`). */
export type EntryValue = string | readonly string[];

/**
 * Adds `key` to the map at `path`, behind the last of the entries `after` that are there, else at its end. Maps on the
 * way that do not exist yet are written as well.
 */
export function insertEntry(
  document: ManifestDocument,
  path: Path,
  key: string,
  value: EntryValue,
  after: readonly string[] = [],
): FileEdit | undefined {
  if (document.kind === 'provider') return undefined;
  const place = document.place(path);
  if (!place) {
    const parent = path.slice(0, -1);
    const name = path.at(-1);
    if (typeof name !== 'string') return undefined;
    const line = typeof value === 'string' ? `${yamlText(key)}: ${value}` : `${yamlText(key)}: { ${value.join(', ')} }`;
    return insertEntry(document, parent, name, [line], ORDER[name] ?? []);
  }
  const text = document.file.text;
  const map = place.value;
  const isWritten = map !== undefined && map.end > map.start && text.slice(map.start, map.end).trim() !== '';
  if (!isWritten) return place.key ? insertUnder(document, place.key, key, value) : undefined;
  if (text[map.start] === '{') return insertInFlow(document, map, `${yamlText(key)}: ${flowValue(value)}`);
  if (!/^[\w"'$]/.test(text[map.start] ?? '')) return undefined;
  const indent = map.start - lineStartOf(text, map.start);
  const at = after.reduce((end, name) => {
    const sibling = document.place([...path, name])?.key;
    return sibling ? Math.max(end, endOfEntry(text, sibling.start)) : end;
  }, -1);
  return edit(
    document,
    point(at < 0 ? endOfMap(text, map.start) : at),
    eolOf(text) + blockEntry(text, indent, key, value),
  );
}

/** Entries of a system behind which an entry of this name is written, in the order of the documentation. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  layers: ['template', 'parts', 'join', 'axes', 'dialect', 'model'],
  slots: ['template', 'parts', 'join', 'axes', 'dialect', 'model', 'layers'],
  cache: ['template', 'parts', 'join', 'axes', 'dialect', 'model', 'layers', 'slots'],
  values: ['description', 'model', 'select'],
};

/** Adds an item to the list at `path`; without a list there, the list is written. */
export function insertItem(document: ManifestDocument, path: Path, item: string): FileEdit | undefined {
  if (document.kind === 'provider') return undefined;
  const list = document.place(path)?.value;
  const text = document.file.text;
  if (!list || list.end <= list.start) {
    const name = path.at(-1);
    return typeof name === 'string' && !document.place(path)
      ? insertEntry(document, path.slice(0, -1), name, `[${item}]`, ORDER[name] ?? [])
      : undefined;
  }
  if (text[list.start] === '[') return insertInFlow(document, list, item);
  if (text[list.start] !== '-') return undefined;
  const indent = list.start - lineStartOf(text, list.start);
  return edit(document, point(endOfMap(text, list.start)), `${eolOf(text)}${' '.repeat(indent)}- ${item}`);
}

/** Takes out the entry or item at `path`; a map that would be left empty goes with it, a list is left as `[]`. */
export function removeEntry(document: ManifestDocument, path: Path): FileEdit | undefined {
  const place = document.place(path);
  const holder = document.place(path.slice(0, -1));
  const whole = place?.key ?? place?.value;
  if (!place || !whole || !holder?.value) return undefined;
  const text = document.file.text;
  const first = text[holder.value.start];
  if (first === '{' || first === '[') {
    const entry = { start: whole.start, end: Math.max(whole.end, place.value?.end ?? whole.end) };
    const rest = text.slice(entry.end, holder.value.end - 1).trim();
    const isOnly = text.slice(holder.value.start + 1, entry.start).trim() === '' && (rest === '' || rest === ',');
    if (isOnly && first === '{') return removeEntry(document, path.slice(0, -1));
    return edit(document, isOnly ? inner(holder.value) : withComma(text, entry), '');
  }
  const start = first === '-' ? dashBefore(text, whole.start) : whole.start;
  if (start === undefined || !firstOnLine(text, start)) return undefined;
  const end = endOfEntry(text, start);
  if (start === holder.value.start && end === endOfMap(text, holder.value.start)) {
    if (first !== '-') return removeEntry(document, path.slice(0, -1));
    return holder.key ? edit(document, { start: holder.key.end, end }, ': []') : undefined;
  }
  return edit(document, wholeLines(text, start, end), '');
}

/** Writes another text in the place of a scalar or key. */
export function replaceScalar(document: ManifestDocument, span: Span, text: string): FileEdit {
  return edit(document, span, yamlText(text));
}

/** A text as a YAML scalar: plain when every reader takes it for this text, else in double quotes. */
export function yamlText(text: string): string {
  const isPlain =
    /^(?:(?:\.\.?\/)*[\p{L}_$][\p{L}\p{N}_$./-]*|[\p{L}_$][\p{L}\p{N}_$.-]*(?: [\p{L}\p{N}_$.-]+)*)$/u.test(text) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}

const edit = (document: ManifestDocument, span: Span, text: string): FileEdit => ({
  uri: document.file.uri,
  span,
  text,
});
const point = (at: number): Span => ({ start: at, end: at });
const inner = (span: Span): Span => ({ start: span.start + 1, end: span.end - 1 });
const flowValue = (value: EntryValue): string => (typeof value === 'string' ? value : `{ ${value.join(', ')} }`);

function blockEntry(text: string, indent: number, key: string, value: EntryValue): string {
  const space = ' '.repeat(indent);
  if (typeof value === 'string') return `${space}${yamlText(key)}: ${value}`;
  return [`${space}${yamlText(key)}:`, ...value.map((line) => `${space}  ${line}`)].join(eolOf(text));
}

/** `slots:` with nothing behind it: the first entry goes to the next line, two columns deeper. */
function insertUnder(document: ManifestDocument, holder: Span, key: string, value: EntryValue): FileEdit | undefined {
  const text = document.file.text;
  if (!/^[ \t]*:[ \t]*(?:#[^\r\n]*)?\r?$/.test(text.slice(holder.end, nextLineOf(text, holder.end)).replace(/\n$/, '')))
    return undefined;
  const indent = holder.start - lineStartOf(text, holder.start) + 2;
  const line = nextLineOf(text, holder.end);
  const end = line - (text.slice(0, line).endsWith('\r\n') ? 2 : text[line - 1] === '\n' ? 1 : 0);
  return edit(document, point(end), eolOf(text) + blockEntry(text, indent, key, value));
}

function insertInFlow(document: ManifestDocument, flow: Span, written: string): FileEdit | undefined {
  const text = document.file.text;
  const body = text.slice(flow.start + 1, flow.end - 1);
  // A comment inside of braces could swallow what is put behind it.
  if (/(?:^|\s)#/.test(body)) return undefined;
  const kept = body.trimEnd();
  const padded = text[flow.start] === '{' ? ` ${written} ` : written;
  if (kept === '') return edit(document, inner(flow), padded);
  return edit(document, point(flow.start + 1 + kept.length), kept.endsWith(',') ? ` ${written}` : `, ${written}`);
}

/** An entry in braces or brackets with the comma that goes with it. */
function withComma(text: string, entry: Span): Span {
  const behind = /^\s*,[ \t]*/.exec(text.slice(entry.end, entry.end + 200));
  if (behind) return { start: entry.start, end: entry.end + behind[0].length };
  let start = entry.start;
  while (start > 0 && /\s/.test(text[start - 1] as string)) start--;
  return text[start - 1] === ',' ? { start: start - 1, end: entry.end } : entry;
}

/** The dash of the list item whose value begins at `start`. */
function dashBefore(text: string, start: number): number | undefined {
  let at = start - 1;
  while (at >= 0 && (text[at] === ' ' || text[at] === '\t')) at--;
  return text[at] === '-' ? at : undefined;
}

function wholeLines(text: string, start: number, end: number): Span {
  const from = lineStartOf(text, start);
  const to = nextLineOf(text, end);
  // The last line of a file without a final line break takes the break before it instead.
  if (to === text.length && !text.endsWith('\n') && from > 0)
    return { start: from - (text[from - 2] === '\r' ? 2 : 1), end: to };
  return { start: from, end: to };
}

/**
 * Takes a slot out of `slots`, and out of the list of its layer with the list when it is the last one there; undefined
 * when one of them cannot be edited as text, or when nothing declares it.
 */
export function removeSlot(system: PromptSystem, name: string): readonly FileEdit[] | undefined {
  const paths: Path[] = [];
  if (system.entry.slots && Object.hasOwn(system.entry.slots, name)) paths.push(['slots', name]);
  for (const layer of system.layers) {
    const at = layer.slots.indexOf(name);
    if (at >= 0) paths.push(['layers', layer.index, ...pathInLayer(system, layer, at)]);
  }
  const edits = paths.map((path) => removeEntry(system.manifest, [...system.path, ...path]));
  return edits.length > 0 && edits.every((edit) => edit !== undefined) ? edits : undefined;
}

/** An empty list says nothing, so the last slot goes with its key; a layer of instructions without it would be the base layer. */
function pathInLayer(system: PromptSystem, { slots, starts, trust, index }: Layer, at: number): Path {
  if (slots.length > 1) return ['slots', at];
  const becomesBase = trust === 'instructions' && starts.length === 0 && index < system.base.index;
  return becomesBase ? ['slots', at] : ['slots'];
}
